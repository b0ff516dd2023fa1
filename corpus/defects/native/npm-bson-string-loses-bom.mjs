const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
globalThis.Buffer = undefined;  // as in a browser
const { serialize, deserialize } = await import(process.env.NODE_PATH + '/bson/lib/bson.mjs');
console.log(hex(deserialize(serialize({ a: '\uFEFFA' })).a));
