const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { PbfReader } = await import(process.env.NODE_PATH + '/pbf/index.js');
console.log(hex(new PbfReader(Uint8Array.of(2, 0xE2, 0x41)).readString()));
