const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { Builder } = require('flatbuffers');
const builder = new Builder();
builder.finish(builder.createString('\uFEFFA'));
const buffer = builder.dataBuffer();
console.log(hex(buffer.__string(buffer.position())));
