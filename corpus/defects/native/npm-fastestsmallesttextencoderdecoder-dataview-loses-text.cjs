const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { readFileSync } = require('fs');
const file = process.env.NODE_PATH + '/fastestsmallesttextencoderdecoder/EncoderDecoderTogether.min.js';
globalThis.TextEncoder = globalThis.TextDecoder = undefined;  // as in a browser that needs the package
globalThis.window = globalThis.self = globalThis;
(0, eval)(readFileSync(file, 'latin1'));
console.log(hex(new globalThis.TextDecoder().decode(new DataView(Uint8Array.of(0x42).buffer))));
