const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { encode, decode } = require('gpt-tokenizer');
const whole = encode('\u{1F9FF}');  // F0 9F, A7, BF
const first = decode([...whole.slice(0, -1), ...encode('a')]);
console.log(hex(first + decode(whole)));
