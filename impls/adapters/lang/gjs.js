// GJS's decoders, one per argument, as a child of `placemat audit`:
//   gjs impls/adapters/lang/gjs.js textdecoder
// Shows what they do; must not know what is right.
const { Gio } = imports.gi;
const ByteArray = imports.byteArray;
const System = imports.system;
const api = ARGV[0];
const lossy = new TextDecoder('utf-8'), fatal = new TextDecoder('utf-8', { fatal: true });
const apis = {
  textdecoder: { strict: (units) => fatal.decode(units), lossy: (units) => lossy.decode(units) },
  bytearray_tostring: { strict: (units) => ByteArray.toString(units, 'utf-8') },
};
if (!(api in apis)) {
  printerr(`gjs.js: which decoder? One of: ${Object.keys(apis).join(' ')}`);
  System.exit(2);
}
const functions = apis[api];
const bom = api === 'textdecoder' ? 'strip-leading' : 'keep';
const input = new Gio.DataInputStream({ base_stream: new Gio.UnixInputStream({ fd: 0 }) });
const output = new Gio.UnixOutputStream({ fd: 1 });
for (let line; ([line] = input.read_line_utf8(null))[0], line !== null;) {
  const [number, mode, hex = ''] = line.split(' ');
  let answer = ' unsupported';
  if (number === 'placemat') {
    const v = System.version;
    output.write_all(`hello ${JSON.stringify({ name: 'gjs_' + api, version: `${Math.floor(v / 10000)}.${Math.floor(v / 100) % 100}.${v % 100}`,
      dialect: 'utf-8', policy: functions.lossy ? 'maximal-subpart' : 'reject', bom, modes: Object.keys(functions) })}\n`, null);
    continue;
  }
  if (functions[mode]) {
    try {
      const text = functions[mode](Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16)));
      answer = ' ok' + Array.from(text, (c) => ' ' + c.codePointAt(0).toString(16)).join('');
    } catch (e) {
      answer = ` error - - ${e.message}`.replace(/[^ -~]/g, '?');
    }
  }
  output.write_all(number + answer + '\n', null);
}
