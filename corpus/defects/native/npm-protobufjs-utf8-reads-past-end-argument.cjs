const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const utf8 = require('@protobufjs/utf8');
console.log(hex(utf8.read(Uint8Array.of(0xC3, 0xA9), 0, 1)));
