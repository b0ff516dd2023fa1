const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { deflate, inflate } = require('pako');
const packed = deflate(Uint8Array.of(0xFF, 0x41, 0xC3));
console.log(hex(inflate(packed, { to: 'string', toText: true })));  // toText since version 3
