// The decoder of SpiderMonkey's shell, which reads a file as UTF-8, as a child
// of `placemat audit`:
//   js102 impls/adapters/lang/mozjs.js os_file_readfile
// Shows what it does; must not know what is right.
const name = (os.getenv('TMPDIR') || '/tmp') + '/placemat-' + os.getpid();
for (let line; (line = readline()) !== null;) {
  const [number, mode, hex = ''] = line.split(' ');
  let answer = ' unsupported';
  if (number === 'placemat') {
    print('hello ' + JSON.stringify({ name: 'mozjs_os_file_readfile', version: '102',
      bom: 'keep', modes: ['lossy'] }));
    continue;
  }
  if (mode === 'lossy') {
    os.file.writeTypedArrayToFile(name, Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16)));
    try {
      answer = ' ok' + Array.from(os.file.readFile(name), (c) => ' ' + c.codePointAt(0).toString(16)).join('');
    } catch (e) {
      answer = ` error - - ${e.message}`.replace(/[^ -~]/g, '?');
    }
  }
  print(number + answer);
}
os.system(`rm -f '${name}'`);
