const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { utf8 } = require('aes-js').utils;
console.log(hex(utf8.fromBytes(utf8.toBytes('\u{10000}'))));
