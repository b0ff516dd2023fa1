const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const reader = require('ion-js').makeReader(Uint8Array.of(0xE0, 1, 0, 0xEA, 0x82, 0xC3, 0x41));
reader.next();
console.log(hex(reader.stringValue()));
