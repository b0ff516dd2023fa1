const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { encode, decode } = require('gpt-tokenizer');
console.log(hex(decode(encode('\uFEFFA'))));
