const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { decode } = require('iconv-lite');
console.log(hex(decode(Buffer.from([0x41, 0xC3]), 'cesu8')));
