const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { decode } = require('cbor-x');
const units = [0xEF, 0xBB, 0xBF, ...Array(62).fill(0x78)];
console.log(hex(decode(Uint8Array.from([0x78, units.length, ...units]))));
