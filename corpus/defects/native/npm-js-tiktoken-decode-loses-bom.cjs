const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { getEncoding } = require('js-tiktoken');
const encoding = getEncoding('cl100k_base');
console.log(hex(encoding.decode(encoding.encode('\uFEFFA'))));
