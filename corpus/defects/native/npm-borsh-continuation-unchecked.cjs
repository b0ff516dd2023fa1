const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { deserialize } = require('borsh');
console.log(hex(deserialize('string', Uint8Array.of(2, 0, 0, 0, 0xC3, 0x41))));
