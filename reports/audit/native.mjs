// Asks entry points of npm packages and of this runtime natively, without placemat and its adapters,
// and counts the strings that they read differently from TextDecoder:
//
//   NODE_PATH=build/npm/node_modules node reports/audit/native.mjs [ROW ...]
//
// A row says what it is compared with: `keep` or `strip` what stands at the start as a byte order
// mark, `strict` for one that refuses. Each string is asked whole; a stream, in each pair of chunks.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const packages = path.resolve(process.env.NODE_PATH ?? 'node_modules');
const load = createRequire(`${packages}/x.js`);
const imported = (file) => import(`file://${packages}/${file}`);
const hex = (units) => Buffer.from(units).toString('hex');
const percents = (units) => [...units].map((unit) => '%' + hex([unit])).join('');
const joined = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const points = (numbers) => String.fromCodePoint(...numbers);
const collected = async (stream, chunks) => {
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  let text = '';
  for await (const part of stream) text += part;
  return text;
};

const tokenizer = (token, decoder, pre_tokenizer) => {
  const vocab = Object.fromEntries(Array.from({ length: 256 }, (_, unit) => [token(unit), unit]));
  const { Tokenizer } = load('@huggingface/tokenizers');
  return new Tokenizer({ version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null,
    pre_tokenizer, post_processor: null, decoder,
    model: { type: 'BPE', vocab, merges: [], unk_token: null, dropout: null, continuing_subword_prefix: '',
      end_of_word_suffix: '', fuse_unk: false, byte_fallback: !pre_tokenizer } }, {});
};

async function duckdb(sql) {
  const { DuckDBInstance } = load('@duckdb/node-api');
  const statement = await (await (await DuckDBInstance.create()).connect()).prepare(sql);
  return async (units) => {
    if (units) statement.bindBlob(1, Uint8Array.from(units));
    return (await statement.runAndReadAll()).getRows();
  };
}

const is_line = (units) => !/[\n\r\u2028\u2029]/.test(Buffer.from(units).toString());
const has_no = (...these) => (units) => !units.some((unit) => these.includes(unit));
const rows = {
  npm_msgpackr_native: ['keep', () => {
    const { unpack, isNativeAccelerationEnabled } = load('msgpackr');
    if (!isNativeAccelerationEnabled) throw new Error('msgpackr does not use msgpackr-extract');
    return (units) => unpack(joined([0x91, 0xD9, units.length], units))[0];
  }],
  npm_cbor_x_native: ['keep', () => {
    const { decode, isNativeAccelerationEnabled } = load('cbor-x');
    if (!isNativeAccelerationEnabled) throw new Error('cbor-x does not use cbor-extract');
    return (units) => decode(joined([0x81, 0x78, units.length], units))[0];
  }],
  node_string_decoder_reused: ['keep', () => {
    const decoder = new StringDecoder('utf8');
    return (units) => decoder.write(Buffer.from(units)) + decoder.end();
  }],
  node_textdecoder_of_buffer: ['strict strip', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return (units) => decoder.decode(Buffer.from(units));
  }],
  node_readable_stream: ['keep stream', () => (chunks) => {
    const stream = new PassThrough();
    return collected(stream.setEncoding('utf8'), chunks);
  }],
  npm_get_stream: ['strip stream', async () => {
    const getStream = (await imported('get-stream/source/index.js')).default;
    return (chunks) => getStream(Readable.from(chunks));
  }],
  npm_split2: ['keep stream', () => {
    const split = load('split2');
    return (chunks) => collected(split(), chunks);
  }, is_line],
  npm_fast_xml_parser: ['keep', () => {
    const parser = new (load('fast-xml-parser').XMLParser)({ trimValues: false, parseTagValue: false });
    return (units) => parser.parse(joined(Buffer.from('<a>'), units, Buffer.from('</a>'))).a;
  }, has_no(0x0D, 0x26, 0x3C)],
  npm_quickjs_decodeuricomponent: ['strict keep', async () => {
    const vm = (await load('quickjs-emscripten').getQuickJS()).newContext();
    return (units) => {
      const code = `Array.from(decodeURIComponent('${percents(units)}'), (c) => c.codePointAt(0)).join(' ')`;
      const result = vm.evalCode(code);
      if (result.error) throw new Error(vm.dump(result.error).message);
      const text = vm.getString(result.value);
      result.value.dispose();
      return text === '' ? '' : points(text.split(' '));
    };
  }],
  npm_wasmoon_string_long: ['keep', async () => {
    const lua = await new (load('wasmoon').LuaFactory)().createEngine();
    return (units) => lua.doStringSync(`return '${'x'.repeat(17)}${[...units].map((u) => '\\x' + hex([u])).join('')}'`).slice(17);
  }, has_no(0)],
  npm_php_wasm_json_encode: ['strict keep', () => {
    const php = new (load('php-wasm/PhpNode').PhpNode)();
    return async (units) => JSON.parse(await php.exec(`json_encode(hex2bin('${hex(units)}'))`));
  }],
  npm_php_wasm_string_long: ['keep', () => {
    const php = new (load('php-wasm/PhpNode').PhpNode)();
    return async (units) => (await php.exec(`str_repeat('x', 17) . hex2bin('${hex(units)}')`)).slice(17);
  }, has_no(0)],
  npm_sql_js: ['strip', async () => {
    const base = new (await load('sql.js')()).Database();
    return (units) => base.exec(`SELECT CAST(x'${hex(units)}' AS TEXT)`)[0].values[0][0];
  }, has_no(0)],
  npm_tokenizers: ['keep', () => {
    let next = 256;
    const letter = (unit) => String.fromCharCode((unit > 32 && unit < 127) || (unit > 160 && unit !== 173) ? unit : next++);
    const made = tokenizer(letter, { type: 'ByteLevel' },
      { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true });
    return (units) => made.decode(units);
  }],
  npm_tokenizers_byte_fallback: ['strip', () => {
    const made = tokenizer((unit) => `<0x${hex([unit]).toUpperCase()}>`,
      { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] }, null);
    return (units) => made.decode(units);
  }],
  npm_capnp_es: ['strip', async () => {
    const { Message, ObjectSize, Struct, utils } = await imported('capnp-es/dist/index.mjs');
    class Root extends Struct {
      static _capnp = { displayName: 'Root', id: '0', size: new ObjectSize(0, 1) };
    }
    return (units) => {  // one segment: a pointer to a struct of one pointer, which is to a list of units
      const size = units.length + 1, words = Math.ceil(size / 8), message = Buffer.alloc(16 + 8 * words);
      message.set([0, 0, 0, 0, 0, 0, 1, 0, 1]);
      message.writeUInt32LE(size << 3 | 2, 12);
      message.set(units, 16);
      return utils.getText(0, new Message(Uint8Array.from(message), false, true).getRoot(Root));
    };
  }],
  duckdb_substring: ['strict keep', async () => {
    const ask = await duckdb('SELECT ord(substring(t, i, 1)) FROM (SELECT decode($1) AS t), range(1, length(t) + 1) AS r(i) ORDER BY i');
    return async (units) => points((await ask(units)).map((row) => Number(row[0])));
  }],
  duckdb_read_text: ['strict strip', async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'native-')), 'text');
    const ask = await duckdb(`SELECT content FROM read_text('${file}')`);
    return async (units) => {
      fs.writeFileSync(file, Buffer.from(units));
      return (await ask())[0][0];
    };
  }],
  pglite_convert_from: ['strict strip', async () => {
    const { PGlite } = await imported('@electric-sql/pglite/dist/index.js');
    const base = await PGlite.create();
    return async (units) => (await base.query("SELECT convert_from($1::bytea, 'UTF8') AS t", [Uint8Array.from(units)])).rows[0].t;
  }, has_no(0)],
  npm_pyodide: ['keep', async () => {
    const python = await (await imported('pyodide/pyodide.mjs')).loadPyodide();
    const decode = python.runPython("lambda h: ' '.join(str(ord(c)) for c in bytes.fromhex(h).decode('utf-8', 'replace'))");
    return (units) => points(decode(hex(units)).split(' ').filter(Boolean));
  }],
  npm_ruby_wasm_scrub: ['keep', async () => {
    const { DefaultRubyVM } = await imported('@ruby/wasm-wasi/dist/esm/node.js');
    const { vm } = await DefaultRubyVM(await WebAssembly.compile(fs.readFileSync(`${packages}/@ruby/3.4-wasm-wasi/dist/ruby.wasm`)));
    return (units) => points(vm.eval(`['${hex(units)}'].pack('H*').force_encoding('UTF-8').scrub.codepoints.join(' ')`)
      .toString().split(' ').filter(Boolean));
  }],
  npm_ruby_wasm_tostring: ['strip', async () => {
    const { DefaultRubyVM } = await imported('@ruby/wasm-wasi/dist/esm/node.js');
    const { vm } = await DefaultRubyVM(await WebAssembly.compile(fs.readFileSync(`${packages}/@ruby/3.4-wasm-wasi/dist/ruby.wasm`)));
    return (units) => vm.eval(`['${hex(units)}'].pack('H*')`).toString();
  }],
};

// All strings of at most three of these units, of four of some, and of one behind a byte order mark.
const units = [0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBB, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF];
const some = [0x41, 0x80, 0x90, 0xA0, 0xBF, 0xE1, 0xED, 0xF0, 0xF4];
const longer = (texts, these) => texts.flatMap((text) => these.map((unit) => [...text, unit]));
const one = longer([[]], units), two = longer(one, units);
const mark = [0xEF, 0xBB, 0xBF], marked = [mark, ...longer([mark], units), [...mark, ...mark, 0x41]];
const all = [...one, ...two, ...longer(two, units), ...marked, ...longer(longer(longer(longer([[]], some), some), some), some)];

async function answer(ask, text) {
  try {
    return await ask(text);
  } catch {
    return null;
  }
}
async function compared([kind, make, is_asked = () => true]) {
  const is_strict = kind.includes('strict'), is_stream = kind.includes('stream');
  const law = new TextDecoder('utf-8', { fatal: is_strict, ignoreBOM: kind.includes('keep') });
  const ask = await make(), different = [];
  let count = 0;
  for (const text of all.filter(is_asked)) {
    const due = await answer((units) => law.decode(Uint8Array.from(units)), text);
    for (let cut = is_stream ? 1 : text.length; cut <= text.length; cut++) {
      const given = is_stream ? [text.slice(0, cut), text.slice(cut)].filter((c) => c.length).map((c) => Buffer.from(c)) : text;
      count++;
      if (await answer(ask, given) !== due) different.push(hex(text.slice(0, cut)) + (is_stream ? '|' + hex(text.slice(cut)) : ''));
    }
  }
  return `${count} strings, ${different.length} differ${different.length ? ', such as ' + different.slice(0, 3).join(' ') : ''}`;
}

const chosen = process.argv.slice(2);
for (const name of chosen.length ? chosen : Object.keys(rows)) {
  try {
    console.log(`${name}: ${await compared(rows[name])}`);
  } catch (error) {
    console.log(`${name}: absent, ${error.message.split('\n')[0]}`);
  }
}
process.exit(0);
