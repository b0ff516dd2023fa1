const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { StringDecoder } = require('string_decoder/');
const decoder = new StringDecoder('utf8');
let text = decoder.write(Buffer.from([0xE2])) + decoder.end();
text += decoder.write(Buffer.from([0x41])) + decoder.end();
console.log(hex(text));
