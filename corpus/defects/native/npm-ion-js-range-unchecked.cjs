const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const reader = require('ion-js').makeReader(Uint8Array.of(0xE0, 1, 0, 0xEA, 0x82, 0xC1, 0x81));
reader.next();
let text = 'ill-formed';
try {
  text = hex(reader.stringValue());
} catch (error) {
}
console.log(text);
