const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { decode } = require('cbor-js');
console.log(hex(decode(Uint8Array.of(0x62, 0xC3, 0x41).buffer)));
