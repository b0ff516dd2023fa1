const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { BinaryReader } = require('google-protobuf');
const reader = new BinaryReader(Uint8Array.of(0x0A, 4, 0xEF, 0xBB, 0xBF, 0x41));
reader.nextField();
console.log(hex(reader.readString()));
