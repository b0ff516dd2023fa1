const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { PbfReader } = await import(process.env.NODE_PATH + '/pbf/index.js');
const units = [0xEF, 0xBB, 0xBF, ...Array(9).fill(0x78)];
console.log(hex(new PbfReader(Uint8Array.of(units.length, ...units)).readString()));
