// Decoders of JavaScript runtimes and of npm packages of any age, one per argument, as a child of
// `placemat audit`. It is plain ES5, so that Node.js 0.10 runs it, and uses no module where there
// is no `require`. It shows what they do, and must not know what is right.
//
//   env PLACEMAT_NPM=DIRECTORY node impls/adapters/lang/any_javascript.js npm_bson
//
// npm packages are looked for in $PLACEMAT_NPM/node_modules.
var is_deno = typeof Deno !== 'undefined';
var global_scope = typeof globalThis !== 'undefined' ? globalThis : global;
var load = typeof require === 'undefined' ? null : require;
var fs = is_deno ? null : require('fs');  // Bun 0.5.0 has `require` in a call only
var words = is_deno ? Deno.args : process.argv.slice(2);

function variable(name) { return is_deno ? Deno.env.get(name) : process.env[name]; }
function package_directory(name) {
  return load('path').resolve(variable('PLACEMAT_NPM') || '.') + '/node_modules/' + name;
}
function npm(file) { return load(package_directory(file)); }
function npm_version(name) {
  return JSON.parse(fs.readFileSync(package_directory(name) + '/package.json', 'utf8')).version;
}
// Where the package is an ES module.
function imported(file) { return new Function('f', 'return import(f)')('file://' + package_directory(file)); }

function to_buffer(units) {
  var old = typeof Buffer.from !== 'function' || Buffer.from === Uint8Array.from;
  return old ? new Buffer(units) : Buffer.from(units);
}
function bytes(units) {
  if (typeof Uint8Array === 'undefined') return units;
  var out = new Uint8Array(units.length);
  for (var i = 0; i < units.length; i++) out[i] = units[i];
  return out;
}
function is_promise(value) { return value && typeof value.then === 'function'; }
function repeated(letter, count) {
  var out = [];
  while (out.length < count) out.push(letter.charCodeAt(0));
  return out;
}
function big_endian(value, count) {
  var out = [];
  for (var shift = 8 * (count - 1); shift >= 0; shift -= 8) out.push((value >>> shift) & 0xFF);
  return out;
}
function little_endian(value, count) { return big_endian(value, count).reverse(); }
function varint(value) {
  var out = [];
  for (; value > 127; value >>>= 7) out.push(value & 127 | 128);
  return out.concat([value]);
}

// A class with the interface of TextDecoder.
function text_decoder(Class, options) {
  function made(fatal) { return new Class('utf-8', { fatal: fatal, ignoreBOM: !!(options && options.ignoreBOM) }); }
  return {
    strict: function (units) { return made(true).decode(bytes(units)); },
    lossy: function (units) { return made(false).decode(bytes(units)); },
    stream: function (chunks) {
      var decoder = made(false), out = '';
      for (var i = 0; i < chunks.length; i++) out += decoder.decode(bytes(chunks[i]), { stream: true });
      return out + decoder.decode();
    }
  };
}
function string_decoder(Class) {
  function decoded(chunks, decoder) {
    var out = '';
    for (var i = 0; i < chunks.length; i++) out += decoder.write(to_buffer(chunks[i]));
    return out + (decoder.end ? decoder.end() || '' : '');
  }
  return {
    lossy: function (units) { return decoded([units], new Class('utf8')); },
    stream: function (chunks) { return decoded(chunks, new Class('utf8')); }
  };
}
// One decoder for all calls.
function kept_string_decoder(Class) {
  var decoder = new Class('utf8');
  return {
    lossy: function (units) { return decoder.write(to_buffer(units)) + decoder.end(); },
    stream: function (chunks) {
      var out = '';
      for (var i = 0; i < chunks.length; i++) out += decoder.write(to_buffer(chunks[i]));
      return out + decoder.end();
    }
  };
}
// A function that decodes a whole text.
function lossy(decode) { return { lossy: decode }; }
function strict(decode) { return { strict: decode }; }
// Whether a version refuses ill-formed text is learnt by asking it.
function lossy_or_strict(decode) {
  try {
    decode([0xFF]);
  } catch (error) {
    return strict(decode);
  }
  return lossy(decode);
}
// Letters before the text, which bring a decoder to its way for long texts, and are taken off again.
function behind_letters(count, decode) {
  return function (units) { return decode(repeated('x', count).concat(units)).slice(count); };
}
// The same behind the text, whose start is that of the string.
function before_letters(count, decode) {
  return function (units) { return decode(units.concat(repeated('x', count))).slice(0, -count); };
}

// What the format around a text forbids is not asked.
var is_forbidden = {};
function refuse_units(chunks, is_one) {
  chunks.forEach(function (chunk) { if (chunk.some(is_one)) throw is_forbidden; });
}
function refuse_for_json(chunks) {  // quotation mark, backslash, controls
  refuse_units(chunks, function (unit) { return unit < 0x20 || unit === 0x22 || unit === 0x5C; });
}
function refuse_line_ends(chunks) {  // U+2028 and U+2029 too
  refuse_units(chunks, function (unit) { return unit === 0x0A || unit === 0x0D; });
  var all = [].concat.apply([], chunks);
  all.forEach(function (unit, i) {
    if ((unit === 0xA8 || unit === 0xA9) && all[i - 1] === 0x80 && all[i - 2] === 0xE2) throw is_forbidden;
  });
}

// Headers of strings.
function msgpack_string(units) {
  var length = units.length;
  var head = length < 32 ? [0xA0 | length] : length < 0x100 ? [0xD9, length]
    : length < 0x10000 ? [0xDA].concat(big_endian(length, 2)) : [0xDB].concat(big_endian(length, 4));
  return head.concat(units);
}
function cbor_string(units) {
  var length = units.length;
  var head = length < 24 ? [0x60 | length] : length < 0x100 ? [0x78, length]
    : length < 0x10000 ? [0x79].concat(big_endian(length, 2)) : [0x7A].concat(big_endian(length, 4));
  return head.concat(units);
}
function protobuf_string(units) { return varint(units.length).concat(units); }
function bson_string(units) {
  var item = [0x02, 0x61, 0x00].concat(little_endian(units.length + 1, 4), units, [0]);
  return little_endian(item.length + 5, 4).concat(item, [0]);
}
function avro_string(units) { return varint(units.length * 2).concat(units); }
function flatbuffers_string(units) {  // an offset to the string, from where it stands itself
  return little_endian(4, 4).concat(little_endian(units.length, 4), units, [0]);
}
function percents(units) {
  var out = '';
  for (var i = 0; i < units.length; i++) out += '%' + (units[i] + 256).toString(16).slice(1);
  return out;
}

// What a stream gives, when it is at its end.
function collected(stream, chunks) {
  return new Promise(function (done, fail) {
    var out = '';
    stream.on('data', function (text) { out += text; });
    stream.on('end', function () { done(out); });
    stream.on('error', fail);
    chunks.forEach(function (chunk) { stream.write(to_buffer(chunk)); });
    stream.end();
  });
}
// Of a tokenizer whose tokens are the 256 code units.
function unit_ranks() {
  var out = [];
  for (var unit = 0; unit < 256; unit++) out.push(to_buffer([unit]).toString('base64'));
  return '! 0 ' + out.join(' ');
}

// Letters for the code units, as GPT-2's tokenizer has them.
function letters_of_units() {
  var out = [], next = 256;
  for (var unit = 0; unit < 256; unit++) {
    var is_letter = (unit > 32 && unit < 127) || (unit > 160 && unit !== 173);
    out.push(String.fromCharCode(is_letter ? unit : next++));
  }
  return out;
}
function tokenizer_of(tokens, decoder, pre_tokenizer) {
  var vocab = {};
  tokens.forEach(function (token, id) { vocab[token] = id; });
  return { version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null,
    pre_tokenizer: pre_tokenizer, post_processor: null, decoder: decoder,
    model: { type: 'BPE', vocab: vocab, merges: [], unk_token: null, dropout: null,
      continuing_subword_prefix: '', end_of_word_suffix: '', fuse_unk: false, byte_fallback: !pre_tokenizer } };
}
function byte_level_tokenizer() {
  return tokenizer_of(letters_of_units(), { type: 'ByteLevel' },
    { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true });
}
function byte_fallback_tokenizer() {
  var tokens = [];
  for (var unit = 0; unit < 256; unit++) tokens.push('<0x' + hex_of([unit]).toUpperCase() + '>');
  return tokenizer_of(tokens, { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] }, null);
}
// A message of one segment: a pointer to a struct of one pointer, which is to a list of units.
function capnp_text(units) {
  var size = units.length + 1, out = [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0].concat(little_endian(size << 3 | 2, 4), units, [0]);
  while (out.length % 8) out.push(0);
  return out;
}
function hex_of(units) {
  return Array.prototype.map.call(units, function (unit) { return (unit + 256).toString(16).slice(1); }).join('');
}
function numbers(text) { return text === '' ? [] : text.split(' ').map(Number); }
function lua(source) {
  var m = npm('wasmoon');
  return new m.LuaFactory().createEngine().then(function (engine) { return engine.doStringSync(source); });
}
function lua_string(letters) {
  return lua("return function(h) return (h:gsub('..', function(x) return string.char(tonumber(x, 16)) end)) end")
    .then(function (f) {
      var decode = behind_letters(letters, function (units) { return f(hex_of(units)); });
      return lossy(function (units) {
        refuse_units([units], function (unit) { return unit === 0; });
        return decode(units);
      });
    });
}
function quickjs(source) {
  return npm('quickjs-emscripten').getQuickJS().then(function (engine) {
    var vm = engine.newContext(), f = vm.unwrapResult(vm.evalCode(source));
    return function (text) {
      var argument = vm.newString(text), result = vm.callFunction(f, vm.undefined, argument);
      argument.dispose();
      if (result.error) {
        var reason = vm.dump(result.error);
        result.error.dispose();
        throw new Error(reason.name + ': ' + reason.message);
      }
      var out = vm.getString(result.value);
      result.value.dispose();
      return out;
    };
  });
}
// What a PHP expression gives; %s in it stands for the text in hex.
function php(expression) {
  return imported('php-wasm/PhpNode.mjs').then(function (m) {
    var engine = new m.PhpNode();
    return engine.binary.then(function () {
      return function (units) { return engine.exec(expression.replace('%s', hex_of(units))); };
    });
  });
}
// Of json_encode. The empty text stands for its `false`.
function json_of_php(flags) {
  return php("json_encode(hex2bin('%s'), " + flags + ')').then(function (encoded) {
    return function (units) {
      return encoded(units).then(function (json) {
        if (json === '') throw new Error('false');
        return JSON.parse(json);
      });
    };
  });
}
// A text of PHP, given to JavaScript behind some letters.
function php_string(letters) {
  return php("hex2bin('%s')").then(function (given) {
    return lossy(function (units) {
      refuse_units([units], function (unit) { return unit === 0; });
      return given(repeated('x', letters).concat(units)).then(function (text) { return text.slice(letters); });
    });
  });
}
function refuse_for_control_string(chunks) {  // controls, also U+0080 to U+009F
  refuse_units(chunks, function (unit) { return unit < 0x20 || unit === 0x7F; });
  [].concat.apply([], chunks).forEach(function (unit, i, all) {
    if (unit === 0xC2 && all[i + 1] >= 0x80 && all[i + 1] <= 0x9F) throw is_forbidden;
  });
}
function ruby() {
  return imported('@ruby/wasm-wasi/dist/esm/node.js').then(function (m) {
    return WebAssembly.compile(fs.readFileSync(package_directory('@ruby/3.4-wasm-wasi/dist/ruby.wasm')))
      .then(m.DefaultRubyVM).then(function (made) { return made.vm; });
  });
}

var kept = { policy: 'maximal-subpart', bom: 'keep' };
var stripped = { policy: 'maximal-subpart', bom: 'strip-leading' };
var refused = { policy: 'reject', bom: 'keep' };
var skipped = { policy: 'skip', bom: 'keep' };
// { make, claims, package }: `make` returns the functions, or a promise of them.
var apis = {
  textdecoder: [stripped, '', function () {
    return text_decoder(typeof TextDecoder === 'undefined' ? load('util').TextDecoder : TextDecoder);
  }],
  textdecoder_ignorebom: [kept, '', function () {
    return text_decoder(typeof TextDecoder === 'undefined' ? load('util').TextDecoder : TextDecoder, { ignoreBOM: true });
  }],
  textdecoder_of_buffer: [stripped, '', function () {  // a Buffer begins anywhere in a block of memory
    var decoder = new TextDecoder('utf-8', { fatal: true });
    return strict(function (units) { return decoder.decode(to_buffer(units)); });
  }],
  textdecoderstream: [stripped, '', function () {
    return { stream: function (chunks) {
      var reader = new ReadableStream({ start: function (c) {
        chunks.forEach(function (chunk) { c.enqueue(bytes(chunk)); });
        c.close();
      } }).pipeThrough(new TextDecoderStream()).getReader();
      var out = '';
      return reader.read().then(function next(part) {
        if (part.done) return out;
        out += part.value;
        return reader.read().then(next);
      });
    } };
  }],
  response_text: [stripped, '', function () {
    return lossy(function (units) { return new Response(bytes(units)).text(); });
  }],
  blob_text: [stripped, '', function () {
    return lossy(function (units) { return new Blob([bytes(units)]).text(); });
  }],
  buffer_tostring: [kept, '', function () {
    return lossy(function (units) { return to_buffer(units).toString('utf8'); });
  }],
  string_decoder: [kept, '', function () { return string_decoder(load('string_decoder').StringDecoder); }],
  string_decoder_reused: [kept, '', function () { return kept_string_decoder(load('string_decoder').StringDecoder); }],
  readable_stream: [kept, '', function () {
    return { stream: function (chunks) {
      var stream = new (load('stream').PassThrough)();
      stream.setEncoding('utf8');
      return collected(stream, chunks);
    } };
  }],
  readline: [kept, '', function () {  // a line without its end
    return { stream: function (chunks) {
      refuse_line_ends(chunks);
      return new Promise(function (done) {
        var input = new (load('stream').PassThrough)(), out = [];
        load('readline').createInterface({ input: input, crlfDelay: Infinity })
          .on('line', function (line) { out.push(line); })
          .on('close', function () { done(out.join('\n')); });
        chunks.forEach(function (chunk) { input.write(to_buffer(chunk)); });
        input.end();
      });
    } };
  }],

  npm_iconv_lite: [stripped, 'iconv-lite', function () {
    var m = npm('iconv-lite');
    return {
      lossy: function (units) { return m.decode(to_buffer(units), 'utf8'); },
      stream: function (chunks) {
        var d = m.getDecoder('utf8');
        return chunks.map(function (c) { return d.write(to_buffer(c)) || ''; }).join('') + (d.end() || '');
      }
    };
  }],
  npm_buffer: [kept, 'buffer', function () {
    var Class = npm('buffer/index.js').Buffer;
    return lossy(function (units) {
      return (typeof Class.from === 'function' && Class.from !== Uint8Array.from ? Class.from(units) : new Class(units)).toString('utf8');
    });
  }],
  npm_string_decoder: [kept, 'string_decoder', function () { return string_decoder(npm('string_decoder').StringDecoder); }],
  npm_string_decoder_reused: [kept, 'string_decoder', function () { return kept_string_decoder(npm('string_decoder').StringDecoder); }],
  npm_text_encoding: [stripped, 'text-encoding', function () { return text_decoder(npm('text-encoding').TextDecoder); }],
  npm_text_encoding_utf_8: [stripped, 'text-encoding-utf-8', function () { return text_decoder(npm('text-encoding-utf-8').TextDecoder); }],
  npm_fast_text_encoding: [stripped, 'fast-text-encoding', function () {  // where there is no Buffer
    var scope = {};
    new Function('window', 'Buffer', 'Blob', 'URL', 'require', 'module',
      fs.readFileSync(package_directory('fast-text-encoding/text.min.js'), 'utf8'))(scope);
    var decoder = new scope.TextDecoder();
    return lossy(function (units) { return decoder.decode(bytes(units)); });
  }],
  npm_utf8: [refused, 'utf8', function () {
    var m = npm('utf8');
    return strict(function (units) { return m.decode(String.fromCharCode.apply(null, units)); });
  }],
  npm_utf_8_validate_fallback: [kept, 'utf-8-validate', function () {
    var m = npm('utf-8-validate/fallback.js');
    var check = m.isValidUTF8 || (m.Validation && m.Validation.isValidUTF8) || m;
    return { verdict: function (units) { return check(to_buffer(units)); } };
  }],

  npm_msgpackr: [kept, 'msgpackr', function () {  // without msgpackr-extract
    process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED = 'true';
    var unpack = npm('msgpackr').unpack;
    return lossy_or_strict(function (units) { return unpack(to_buffer(msgpack_string(units))); });
  }],
  npm_msgpackr_long: [kept, 'msgpackr', function () {
    process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED = 'true';
    var unpack = npm('msgpackr').unpack;
    return lossy_or_strict(behind_letters(65, function (units) { return unpack(to_buffer(msgpack_string(units))); }));
  }],
  npm_msgpackr_long_start: [kept, 'msgpackr', function () {
    process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED = 'true';
    var unpack = npm('msgpackr').unpack;
    return lossy_or_strict(before_letters(65, function (units) { return unpack(to_buffer(msgpack_string(units))); }));
  }],
  npm_msgpackr_native: [kept, 'msgpackr', function () {
    npm('msgpackr-extract');  // it fails here rather than not be used
    var m = npm('msgpackr');
    if (!m.isNativeAccelerationEnabled) throw new Error('msgpackr does not use msgpackr-extract');
    return lossy_or_strict(function (units) { return m.unpack(to_buffer([0x91].concat(msgpack_string(units))))[0]; });
  }],
  npm_cbor_x: [kept, 'cbor-x', function () {  // without cbor-extract
    process.env.CBOR_NATIVE_ACCELERATION_DISABLED = 'true';
    var decode = npm('cbor-x').decode;
    return lossy_or_strict(function (units) { return decode(to_buffer(cbor_string(units))); });
  }],
  npm_cbor_x_long: [kept, 'cbor-x', function () {
    process.env.CBOR_NATIVE_ACCELERATION_DISABLED = 'true';
    var decode = npm('cbor-x').decode;
    return lossy_or_strict(behind_letters(65, function (units) { return decode(to_buffer(cbor_string(units))); }));
  }],
  npm_cbor_x_long_start: [kept, 'cbor-x', function () {
    process.env.CBOR_NATIVE_ACCELERATION_DISABLED = 'true';
    var decode = npm('cbor-x').decode;
    return lossy_or_strict(before_letters(65, function (units) { return decode(to_buffer(cbor_string(units))); }));
  }],
  npm_cbor_x_native: [kept, 'cbor-x', function () {
    npm('cbor-extract');
    var m = npm('cbor-x');
    if (!m.isNativeAccelerationEnabled) throw new Error('cbor-x does not use cbor-extract');
    return lossy_or_strict(function (units) { return m.decode(to_buffer([0x81].concat(cbor_string(units))))[0]; });
  }],
  npm_msgpack_msgpack: [kept, '@msgpack/msgpack', function () {
    var m = npm('@msgpack/msgpack');
    return lossy_or_strict(function (units) { return m.decode(bytes(msgpack_string(units))); });
  }],
  npm_msgpack_msgpack_long: [kept, '@msgpack/msgpack', function () {
    var m = npm('@msgpack/msgpack');
    return lossy_or_strict(behind_letters(201, function (units) { return m.decode(bytes(msgpack_string(units))); }));
  }],
  npm_notepack: [kept, 'notepack.io', function () {
    var m = npm('notepack.io/browser/decode.js');
    return lossy_or_strict(function (units) { return m(bytes(msgpack_string(units)).buffer); });
  }],
  npm_protobufjs: [kept, 'protobufjs', function () {  // the Reader for a Uint8Array
    var m = npm('protobufjs/minimal');
    return lossy_or_strict(function (units) { return new m.Reader(bytes(protobuf_string(units))).string(); });
  }],
  npm_protobufjs_buffer: [kept, 'protobufjs', function () {  // the BufferReader
    var m = npm('protobufjs/minimal');
    return lossy_or_strict(function (units) { return m.Reader.create(to_buffer(protobuf_string(units))).string(); });
  }],
  npm_protobufjs_utf8: [kept, '@protobufjs/utf8', function () {
    var m = npm('@protobufjs/utf8');
    return lossy_or_strict(function (units) { return m.read(bytes(units), 0, units.length); });
  }],
  npm_google_protobuf: [kept, 'google-protobuf', function () {
    var m = npm('google-protobuf');
    return lossy_or_strict(function (units) {
      var reader = new m.BinaryReader(bytes([0x0A].concat(protobuf_string(units))));
      reader.nextField();
      return reader.readString();
    });
  }],
  npm_bytebuffer: [kept, 'bytebuffer', function () {
    var m = npm('bytebuffer');
    return lossy_or_strict(function (units) {
      var buffer = m.wrap(bytes(units).buffer);
      return buffer.readUTF8StringBytes ? buffer.readUTF8StringBytes(units.length) : buffer.toUTF8();
    });
  }],
  npm_bson: [refused, 'bson', function () {
    var m = npm('bson');
    return {
      strict: function (units) { return m.deserialize(bytes(bson_string(units))).a; },
      lossy: function (units) { return m.deserialize(bytes(bson_string(units)), { validation: { utf8: false } }).a; }
    };
  }],
  npm_avsc: [kept, 'avsc', function () {
    var type = npm('avsc').Type.forSchema('string');
    return lossy_or_strict(function (units) { return type.fromBuffer(to_buffer(avro_string(units))); });
  }],
  npm_flatbuffers: [kept, 'flatbuffers', function () {
    var m = npm('flatbuffers');
    return lossy_or_strict(function (units) {
      return new (m.flatbuffers || m).ByteBuffer(bytes(flatbuffers_string(units))).__string(0);
    });
  }],
  npm_pbf: [kept, 'pbf', function () {
    return imported('pbf/index.js').then(function (m) {
      var Pbf = m.PbfReader || m.default;
      return lossy_or_strict(function (units) { return new Pbf(bytes(protobuf_string(units))).readString(); });
    });
  }],
  npm_qs: [refused, 'qs', function () {  // ill-formed text stays as it was written, with its '%'
    var m = npm('qs');
    return lossy(function (units) { return m.parse('a=' + percents(units)).a; });
  }],
  npm_decode_uri_component: [refused, 'decode-uri-component', function () {
    return imported('decode-uri-component/index.js').then(function (m) {
      return lossy(function (units) { return m.default(percents(units)); });
    });
  }],
  npm_js_tiktoken: [kept, 'js-tiktoken', function () {
    return imported('js-tiktoken/dist/lite.js').then(function (m) {
      var encoding = new m.Tiktoken({ bpe_ranks: unit_ranks(), pat_str: '.', special_tokens: {} });
      return lossy(function (units) { return encoding.decode(units); });
    });
  }],
  npm_gpt_tokenizer: [kept, 'gpt-tokenizer', function () {
    var m = npm('gpt-tokenizer');
    // The 256 tokens of one unit: the first ones, with the units in the order of the ranks.
    var ranks = npm('gpt-tokenizer/cjs/bpeRanks/o200k_base').default, token_of = [];
    for (var token = 0; token_of.length < 256 || token < 256; token++) {
      var rank = ranks[token], unit = typeof rank === 'string' ? to_buffer(rank) : rank;
      if (unit && unit.length === 1) token_of[unit[0]] = token;
      if (token > 512) break;
    }
    function tokens(units) { return Array.prototype.map.call(units, function (unit) { return token_of[unit]; }); }
    return {
      lossy: function (units) { return m.decode(tokens(units)); },
      stream: function (chunks) {
        var out = '', all = m.decodeGenerator([].concat.apply([], chunks.map(tokens)));
        for (var part = all.next(); !part.done; part = all.next()) out += part.value;
        return out;
      }
    };
  }],

  // Tokenizers of @huggingface, whose 256 tokens are the code units.
  npm_tokenizers: [kept, '@huggingface/tokenizers', function () {
    var m = npm('@huggingface/tokenizers'), made = new m.Tokenizer(byte_level_tokenizer(), {});
    return lossy(function (units) { return units.length ? made.decode(units) : ''; });
  }],
  npm_tokenizers_byte_fallback: [kept, '@huggingface/tokenizers', function () {
    var m = npm('@huggingface/tokenizers'), made = new m.Tokenizer(byte_fallback_tokenizer(), {});
    return lossy(function (units) { return units.length ? made.decode(units) : ''; });
  }],
  npm_transformers_textstreamer: [kept, '@huggingface/transformers', function () {
    return imported('@huggingface/transformers/dist/transformers.node.mjs').then(function (m) {
      var tokenizer = new m.PreTrainedTokenizer(byte_level_tokenizer(), { clean_up_tokenization_spaces: false });
      return { stream: function (chunks) {
        var out = '', streamer = new m.TextStreamer(tokenizer, { callback_function: function (text) { out += text; } });
        // The first put is the prompt, and printed at once.
        [[0x78]].concat(chunks).forEach(function (units) { if (units.length) streamer.put([units.map(BigInt)]); });
        streamer.end();
        return out.slice(1);
      } };
    });
  }],
  npm_capnp_es: [kept, 'capnp-es', function () {
    return imported('capnp-es/dist/index.mjs').then(function (m) {
      function Root() { return Reflect.construct(m.Struct, arguments, Root); }
      Object.setPrototypeOf(Root, m.Struct);
      Object.setPrototypeOf(Root.prototype, m.Struct.prototype);
      Root._capnp = { displayName: 'Root', id: '0', size: new m.ObjectSize(0, 1) };
      return lossy(function (units) {
        var message = new m.Message(bytes(capnp_text(units)), false, true);
        return m.utils.getText(0, message.getRoot(Root));
      });
    });
  }],
  npm_fast_xml_parser: [kept, 'fast-xml-parser', function () {  // content of an element
    var m = npm('fast-xml-parser'), parser = new m.XMLParser({ trimValues: false, parseTagValue: false });
    return lossy(function (units) {
      refuse_units([units], function (unit) { return unit === 0x3C || unit === 0x26 || unit === 0x0D; });
      return parser.parse(to_buffer([0x3C, 0x61, 0x3E].concat(units, [0x3C, 0x2F, 0x61, 0x3E]))).a;
    });
  }],

  // Engines compiled to WebAssembly.
  npm_wasmoon_codepoint: [refused, 'wasmoon', function () {  // Lua's own
    return lua("return function(h) return table.concat({utf8.codepoint(h:gsub('..', function(x) return string.char(tonumber(x, 16)) end), 1, -1)}, ' ') end")
      .then(function (f) { return strict(function (units) { return numbers(f(hex_of(units))); }); });
  }],
  npm_wasmoon_string: [kept, 'wasmoon', function () { return lua_string(0); }],  // given to JavaScript
  npm_wasmoon_string_long: [kept, 'wasmoon', function () { return lua_string(17); }],
  npm_quickjs_decodeuricomponent: [refused, 'quickjs-emscripten', function () {  // QuickJS's own
    return quickjs("(function (s) { return Array.from(decodeURIComponent(s), function (c) { return c.codePointAt(0); }).join(' '); })")
      .then(function (f) { return strict(function (units) { return numbers(f(percents(units))); }); });
  }],
  npm_quickjs_getstring: [refused, 'quickjs-emscripten', function () {  // what it decoded, given to its host
    return quickjs('(function (s) { return decodeURIComponent(s); })')
      .then(function (f) { return strict(function (units) { return f(percents(units)); }); });
  }],
  npm_pyodide: [kept, 'pyodide', function () {
    return imported('pyodide/pyodide.mjs').then(function (m) { return m.loadPyodide(); }).then(function (py) {
      py.runPython([
        'import codecs',
        'def whole(h, errors): return " ".join(str(ord(c)) for c in bytes.fromhex(h).decode("utf-8", errors))',
        'def pieces(h):',
        '    d = codecs.getincrementaldecoder("utf-8")("replace")',
        '    return " ".join(str(ord(c)) for c in "".join(d.decode(bytes.fromhex(x)) for x in h.split("|")) + d.decode(b"", True))'
      ].join('\n'));
      var whole = py.globals.get('whole'), pieces = py.globals.get('pieces');
      return {
        strict: function (units) { return numbers(whole(hex_of(units), 'strict')); },
        lossy: function (units) { return numbers(whole(hex_of(units), 'replace')); },
        stream: function (chunks) { return numbers(pieces(chunks.map(hex_of).join('|'))); }
      };
    });
  }],
  npm_ruby_wasm_scrub: [kept, '@ruby/3.4-wasm-wasi', function () {
    return ruby().then(function (vm) {
      var f = vm.eval('->(h) { [h.to_s].pack("H*").force_encoding("UTF-8").scrub.codepoints.join(" ") }');
      var g = vm.eval('->(h) { [h.to_s].pack("H*").force_encoding("UTF-8").encode("UTF-32LE").unpack("V*").join(" ") }');
      function called(f, units) { return numbers(f.call('call', vm.eval('"' + hex_of(units) + '"')).toString()); }
      return {
        strict: function (units) { return called(g, units); },
        lossy: function (units) { return called(f, units); }
      };
    });
  }],
  npm_ruby_wasm_tostring: [kept, '@ruby/wasm-wasi', function () {  // a string that Ruby gives to JavaScript
    return ruby().then(function (vm) {
      return lossy(function (units) { return vm.eval('["' + hex_of(units) + '"].pack("H*")').toString(); });
    });
  }],

  npm_php_wasm_json_encode: [refused, 'php-wasm', function () {
    return json_of_php(0).then(strict);
  }],
  npm_php_wasm_json_encode_substitute: [kept, 'php-wasm', function () {
    return json_of_php('JSON_INVALID_UTF8_SUBSTITUTE').then(lossy);
  }],
  npm_php_wasm_string: [kept, 'php-wasm', function () { return php_string(0); }],
  npm_php_wasm_string_long: [kept, 'php-wasm', function () { return php_string(17); }],
  npm_sql_js: [kept, 'sql.js', function () {  // a text that SQLite gives to JavaScript
    return npm('sql.js')().then(function (sql) {
      var base = new sql.Database();
      return lossy(function (units) {
        refuse_units([units], function (unit) { return unit === 0; });
        return base.exec("SELECT CAST(x'" + hex_of(units) + "' AS TEXT)")[0].values[0][0];
      });
    });
  }],

  // Terminals. The text of an OSC sequence is told as it is; what is shown has no width 0.
  npm_xterm_headless: [skipped, '@xterm/headless', function () {
    var Terminal = npm('@xterm/headless').Terminal, terminal = new Terminal({ allowProposedApi: true }), seen;
    terminal.parser.registerOscHandler(7777, function (text) { seen = text; return true; });
    function write(units) {
      terminal.input('', true);  // behind input of a person, what is written is parsed at once
      terminal.write(bytes(units));
    }
    function asked(chunks) {
      refuse_for_control_string(chunks);
      seen = undefined;
      [[0x1B, 0x5D, 0x37, 0x37, 0x37, 0x37, 0x3B]].concat(chunks, [[0x07]]).forEach(write);
      if (seen === undefined) throw new Error('no text');
      return seen;
    }
    return { lossy: function (units) { return asked([units]); }, stream: asked };
  }],

  // Streams of packages.
  npm_jsonparse: [kept, 'jsonparse', function () {  // the text in quotation marks
    var Parser = npm('jsonparse');
    return { stream: function (chunks) {
      refuse_for_json(chunks);
      var parser = new Parser(), out;
      parser.onValue = function (value) { out = value; };
      parser.onError = function (error) { throw error; };
      [[0x22]].concat(chunks, [[0x22]]).forEach(function (chunk) { parser.write(to_buffer(chunk)); });
      if (typeof out !== 'string') throw new Error('no value');
      return out;
    } };
  }],
  npm_clarinet: [kept, 'clarinet', function () {
    var m = npm('clarinet');
    return { stream: function (chunks) {
      refuse_for_json(chunks);
      var stream = m.createStream(), out;
      stream.on('value', function (value) { out = value; });
      stream.on('error', function (error) { throw error; });
      [[0x5B, 0x22]].concat(chunks, [[0x22, 0x5D]]).forEach(function (chunk) { stream.write(to_buffer(chunk)); });
      stream.end();
      if (typeof out !== 'string') throw new Error('no value');
      return out;
    } };
  }],
  npm_split2: [kept, 'split2', function () {  // a line without its end
    var split = npm('split2');
    return { stream: function (chunks) { refuse_line_ends(chunks); return collected(split(), chunks); } };
  }],
  npm_byline: [kept, 'byline', function () {
    var m = npm('byline');
    return { stream: function (chunks) {
      refuse_line_ends(chunks);
      return collected(m.createStream(null, { encoding: 'utf8' }), chunks);
    } };
  }],
  npm_get_stream: [kept, 'get-stream', function () {
    function use(get) {
      return { stream: function (chunks) {
        return get(load('stream').Readable.from(chunks.map(to_buffer)));
      } };
    }
    return imported('get-stream/' + ['source/index.js', 'index.js'].filter(function (file) {
      return fs.existsSync(package_directory('get-stream/' + file));
    })[0]).then(function (m) { return use(m.default); });
  }]
};

var chosen = words[0], api = apis[chosen];

function failed(text) {
  if (is_deno) { console.error('any_javascript.js: ' + text); Deno.exit(2); }
  process.stderr.write('any_javascript.js: ' + text + '\n');
  process.exit(2);
}
if (!api) failed('which decoder? One of: ' + Object.keys(apis).join(' '));

function runtime_version() {
  return is_deno ? Deno.version.deno : global_scope.Bun ? Bun.version : process.versions.node;
}
function runtime_name() { return is_deno ? 'deno' : global_scope.Bun ? 'bun' : 'node'; }

// A stack costs more than a refusal. A package may read its stacks.
if (!api[1]) Error.stackTraceLimit = 0;
// The digits of all values of 16 bits, made once, and the values of all digits.
var digits = [], value_of_digit = [];
for (var value = 0; value <= 0xFFFF; value++) digits.push(' ' + value.toString(16).toUpperCase());
for (var i = 0; i < 16; i++) {
  value_of_digit[i.toString(16).charCodeAt(0)] = value_of_digit[i.toString(16).toUpperCase().charCodeAt(0)] = i;
}
function digits_of(value) { return digits[value] || ' ' + value.toString(16).toUpperCase(); }

function units_of(hex) {
  var out = [];
  for (var i = 0; i + 1 < hex.length; i += 2) {
    out.push(value_of_digit[hex.charCodeAt(i)] << 4 | value_of_digit[hex.charCodeAt(i + 1)]);
  }
  return out;
}
// Values in hex. A pair of surrogates is one value.
function values_of(text) {
  var out = '', i;
  if (Array.isArray(text)) {
    for (i = 0; i < text.length; i++) out += digits_of(text[i]);
    return out;
  }
  if (typeof text !== 'string') throw new Error('it gave ' + typeof text);
  for (i = 0; i < text.length; i++) {
    var value = text.charCodeAt(i), next = text.charCodeAt(i + 1);
    if (value >= 0xD800 && value <= 0xDBFF && next >= 0xDC00 && next <= 0xDFFF) {
      value = 0x10000 + ((value - 0xD800) << 10) + (next - 0xDC00);
      i++;
    }
    out += digits_of(value);
  }
  return out;
}
function refusal(number, error) {
  return (number + ' error - - ' + (error && error.name) + ': ' + (error && error.message))
    .replace(/[^ -~]/g, '?').slice(0, 80);
}
function answered(number, mode, seen) {
  if (mode === 'verdict') return number + (seen ? ' ok' : ' error - -');
  try {
    return number + ' ok' + values_of(seen);
  } catch (error) {
    return refusal(number, error);
  }
}
// A line, or a promise of one.
function answer(functions, line) {
  var parts = line.split(' '), number = parts[0], mode = parts[1], text = parts[2] || '';
  if (number === 'placemat') {
    return 'hello ' + JSON.stringify({
      name: chosen.slice(0, 4) === 'npm_' ? chosen : runtime_name() + '_' + chosen,
      version: api[1] ? npm_version(api[1]) : runtime_version(),
      dialect: 'utf-8', policy: api[0].policy, bom: api[0].bom, modes: Object.keys(functions)
    });
  }
  if (!functions[mode]) return number + ' unsupported';
  try {
    var seen = functions[mode](mode === 'stream' ? text.split('|').map(units_of) : units_of(text));
    if (!is_promise(seen)) return answered(number, mode, seen);
    return seen.then(function (value) { return answered(number, mode, value); },
      function (error) { return refusal(number, error); });
  } catch (error) {
    return error === is_forbidden ? number + ' unsupported' : refusal(number, error);
  }
}

function pause() {  // a pipe is not ready
  if (typeof Atomics !== 'undefined' && typeof SharedArrayBuffer !== 'undefined') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}
function ascii(bytes, size) {
  if (!is_deno) return bytes.toString('binary', 0, size);
  var out = '', piece = 1 << 12;  // as many arguments as any engine takes
  for (var i = 0; i < size; i += piece) {
    out += String.fromCharCode.apply(null, bytes.subarray(i, Math.min(i + piece, size)));
  }
  return out;
}
var block = is_deno ? new Uint8Array(1 << 16)
  : typeof Buffer.alloc === 'function' ? Buffer.alloc(1 << 16) : new Buffer(1 << 16);
// Node makes its pipes ones that do not wait; opened again, the input waits.
function opened_again() {
  try {
    return fs.openSync('/proc/self/fd/0', 'r');
  } catch (error) {
    return 0;
  }
}
var input = is_deno ? 0 : opened_again();
// '' at the end.
function read_some() {
  if (is_deno) return ascii(block, Deno.stdin.readSync(block) || 0);
  for (;;) {
    try {
      return ascii(block, fs.readSync(input, block, 0, block.length, null));
    } catch (error) {
      if (error.code === 'EOF') return '';
      if (error.code !== 'EAGAIN') failed(error.message);
      pause();
    }
  }
}
function write_all(text) {
  var rest = is_deno ? new TextEncoder().encode(text) : to_buffer(text);
  while (rest.length > 0) {
    try {
      var size = is_deno ? Deno.stdout.writeSync(rest) : fs.writeSync(1, rest, 0, rest.length, null);
      rest = is_deno ? rest.subarray(size) : rest.slice(size);
    } catch (error) {
      if (error.code !== 'EAGAIN') failed(error.message);
      pause();
    }
  }
}

// Answers all lines that are there, then reads more.
function serve(functions) {
  var lines = [], at = 0, rest = '', answers = [];
  function go_on() {
    for (;;) {
      if (at === lines.length) {
        write_all(answers.join(''));
        var more = read_some();
        if (more === '') return;
        lines = (rest + more).split('\n');
        rest = lines.pop();
        at = 0;
        answers = [];
        continue;
      }
      var one = answer(functions, lines[at++]);
      if (is_promise(one)) {
        one.then(function (text) {
          answers.push(text + '\n');
          go_on();
        });
        return;
      }
      answers.push(one + '\n');
    }
  }
  go_on();
}
try {
  var functions = api[2]();
  if (is_promise(functions)) functions.then(serve, function (error) { failed(error.message); });
  else serve(functions);
} catch (error) {
  failed(error.message);
}
