// Decoders of Node.js, Bun, Deno and of npm packages, one per argument, as a
// child of `placemat audit`. Shows what they do; must not know what is right.
//
//   node impls/adapters/lang/javascript.mjs textdecoder
//
// npm packages are looked for under $PLACEMAT_NPM (a directory that holds node_modules/).
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Buffer } from 'node:buffer';
import path from 'node:path';
import os from 'node:os';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import * as buffer from 'node:buffer';

const [runtime, version] = globalThis.Bun ? ['bun', Bun.version]
  : globalThis.Deno ? ['deno', Deno.version.deno] : ['node', process.versions.node];
const packages = path.resolve(process.env.PLACEMAT_NPM || '.');
const npm = (name) => createRequire(`${packages}/x.js`)(name);
const npm_version = (name) => JSON.parse(fs.readFileSync(`${packages}/node_modules/${name}/package.json`)).version;

// A class with the interface of TextDecoder, options included.
function text_decoder(Class, options = {}) {
  const lossy = new Class('utf-8', options), fatal = new Class('utf-8', { ...options, fatal: true });
  return {
    strict: (units) => fatal.decode(units),
    lossy: (units) => lossy.decode(units),
    stream: (chunks) => {
      const decoder = new Class('utf-8', options);
      return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    },
  };
}
function string_decoder(Class) {
  return {
    lossy: (units) => { const d = new Class('utf8'); return d.write(Buffer.from(units)) + d.end(); },
    stream: (chunks) => {
      const d = new Class('utf8');
      return chunks.map((chunk) => d.write(Buffer.from(chunk))).join('') + d.end();
    },
  };
}
const percent = (units) => decodeURIComponent([...units].map((u) => '%' + u.toString(16).padStart(2, '0')).join(''));
const whatwg = (make, bom = 'strip-leading') => ({ make, policy: 'maximal-subpart', bom });
const on_npm = (name, bom, make) => ({ package: name, policy: 'maximal-subpart', bom, make: () => make(npm(name)) });

const apis = {
  textdecoder: whatwg(() => text_decoder(TextDecoder)),
  textdecoder_ignorebom: whatwg(() => text_decoder(TextDecoder, { ignoreBOM: true }), 'keep'),
  textdecoderstream: whatwg(() => ({
    stream: async (chunks) => {
      const text = new ReadableStream({ start(c) { chunks.forEach((chunk) => c.enqueue(chunk)); c.close(); } })
        .pipeThrough(new TextDecoderStream());
      let all = '';
      for await (const part of text) all += part;
      return all;
    },
  })),
  response_text: whatwg(() => ({ lossy: (units) => new Response(units).text() })),
  blob_text: whatwg(() => ({ lossy: (units) => new Blob([units]).text() })),
  buffer_tostring: whatwg(() => ({ lossy: (units) => Buffer.from(units).toString('utf8') }), 'keep'),
  buffer_is_utf8: whatwg(() => ({ verdict: (units) => buffer.isUtf8(units) }), 'keep'),
  buffer_transcode: whatwg(() => ({
    strict: (units) => buffer.transcode(Buffer.from(units), 'utf8', 'ucs2').toString('ucs2') }), 'keep'),
  string_decoder: whatwg(() => string_decoder(StringDecoder), 'keep'),
  readfile_utf8: whatwg(() => {
    const file = `${fs.mkdtempSync(`${os.tmpdir()}/placemat-`)}/case`;
    process.on('exit', () => fs.rmSync(file.slice(0, -5), { recursive: true }));
    return { lossy: (units) => { fs.writeFileSync(file, units); return fs.readFileSync(file, 'utf8'); } };
  }, 'keep'),
  decodeuricomponent: { policy: 'reject', bom: 'keep', make: () => ({ strict: percent }) },
  npm_iconv_lite: on_npm('iconv-lite', 'strip-leading', (m) => ({
    lossy: (units) => m.decode(Buffer.from(units), 'utf8'),
    stream: (chunks) => {
      const d = m.getDecoder('utf8');
      return chunks.map((c) => d.write(Buffer.from(c)) || '').join('') + (d.end() || '');
    },
  })),
  npm_utf8: { ...on_npm('utf8', 'keep', (m) => ({ strict: (units) => m.decode(Buffer.from(units).toString('latin1')) })), policy: 'reject' },
  npm_text_encoding: on_npm('text-encoding', 'strip-leading', (m) => text_decoder(m.TextDecoder)),
  npm_text_encoding_utf_8: on_npm('text-encoding-utf-8', 'strip-leading', (m) => text_decoder(m.TextDecoder)),
  npm_fast_text_encoding: {
    package: 'fast-text-encoding', policy: 'maximal-subpart', bom: 'strip-leading',
    make: () => {  // its own decoder; where there is a Buffer it calls that instead
      const scope = {};
      const script = fs.readFileSync(`${packages}/node_modules/fast-text-encoding/text.min.js`, 'utf8');
      new Function('window', 'Buffer', 'Blob', 'URL', script)(scope);
      const decoder = new scope.TextDecoder();
      return { lossy: (units) => decoder.decode(units) };
    },
  },
  npm_buffer: on_npm('buffer', 'keep', () => ({ lossy: (units) => npm('buffer/').Buffer.from(units).toString('utf8') })),
  npm_string_decoder: on_npm('string_decoder', 'keep', () => string_decoder(npm('string_decoder/').StringDecoder)),
  npm_utf_8_validate: on_npm('utf-8-validate', 'keep', () => {  // without its silent fallback
    const check = npm('node-gyp-build')(`${packages}/node_modules/utf-8-validate`);
    return { verdict: (units) => check(Buffer.from(units)) };
  }),
  npm_utf_8_validate_fallback: on_npm('utf-8-validate', 'keep', () => {
    const check = npm('utf-8-validate/fallback.js');
    return { verdict: (units) => check(Buffer.from(units)) };
  }),
  npm_utfx: { ...on_npm('utfx', 'keep', (m) => ({
    strict: (units) => {
      const values = [];
      let at = 0;
      m.decodeUTF8(() => (at < units.length ? units[at++] : null), (value) => values.push(value));
      return values;
    } })), policy: 'reject' },
};

const chosen = process.argv[2], api = apis[chosen];
if (!api) {
  process.stderr.write(`javascript.mjs: which decoder? One of: ${Object.keys(apis).join(' ')}\n`);
  process.exit(2);
}
const functions = api.make();
const hello = {
  name: chosen.startsWith('npm_') ? chosen : `${runtime}_${chosen}`,
  version: api.package ? npm_version(api.package) : version,
  dialect: 'utf-8', policy: api.policy, bom: api.bom, modes: Object.keys(functions),
};
// A stack costs more than a refusal. A package may read its stacks.
if (!api.package) Error.stackTraceLimit = 0;
const units_of = (hex) => new Uint8Array(Buffer.from(hex.trim(), 'hex'));
// The digits of all values of 16 bits, made once.
const digits = Array.from({ length: 0x10000 }, (_, value) => ' ' + value.toString(16).toUpperCase());
const digits_of = (value) => digits[value] ?? ' ' + value.toString(16).toUpperCase();
function values_of(seen) {
  let all = '';
  if (typeof seen === 'string') {
    for (const c of seen) all += digits_of(c.codePointAt(0));
  } else {
    for (const value of seen) all += digits_of(value);
  }
  return all;
}

const answered = (number, mode, seen) =>
  number + (mode !== 'verdict' ? ' ok' + values_of(seen) : seen ? ' ok' : ' error - -');
const refused = (number, error) =>
  `${number} error - - ${error.name}: ${error.message}`.replace(/[^ -~]/g, '?').slice(0, 80);

// A line, or a promise of one.
function answer(line) {
  const [number, mode, text = ''] = line.split(' ');
  if (number === 'placemat') return 'hello ' + JSON.stringify(hello);
  if (!functions[mode]) return number + ' unsupported';
  try {
    const seen = functions[mode](mode === 'stream' ? text.split('|').map(units_of) : units_of(text));
    if (typeof seen?.then !== 'function') return answered(number, mode, seen);
    return seen.then((value) => answered(number, mode, value)).catch((error) => refused(number, error));
  } catch (error) {
    return refused(number, error);
  }
}
function write_all(text) {
  for (let rest = Buffer.from(text, 'latin1'); rest.length > 0;) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      wait_after(error);  // the pipe is full
    }
  }
}
// Node makes its pipes ones that do not wait; opened again, the input waits.
function opened_again() {
  try {
    return fs.openSync('/proc/self/fd/0');
  } catch {
    return 0;
  }
}
function wait_after(error) {
  if (error.code !== 'EAGAIN') {
    process.stderr.write(`javascript.mjs: ${error.message}\n`);
    process.exit(2);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
function read_some(block) {
  for (;;) {
    try {
      return fs.readSync(input, block, 0, block.length);
    } catch (error) {
      wait_after(error);  // the pipe is empty
    }
  }
}
const input = opened_again(), block = Buffer.alloc(1 << 18);
for (let pending = '', size; (size = read_some(block)) > 0;) {
  const lines = (pending + block.toString('latin1', 0, size)).split('\n');
  pending = lines.pop();
  let answers = '';
  for (const line of lines) {
    const one = answer(line);
    answers += (typeof one === 'string' ? one : await one) + '\n';
  }
  write_all(answers);
}
