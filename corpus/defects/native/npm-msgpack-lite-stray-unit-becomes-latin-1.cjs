const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { decode } = require('msgpack-lite');
console.log(hex(decode(Uint8Array.of(0xA1, 0xFF))));
