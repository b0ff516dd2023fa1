const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { encode, decode } = require('@msgpack/msgpack');
const text = decode(encode('\uFEFF' + 'x'.repeat(198)));
console.log('first value ' + hex(text[0]));
