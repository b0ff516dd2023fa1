const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { encode, decode } = await import(process.env.NODE_PATH + '/cborg/cborg.js');
console.log(hex(decode(encode('\uFEFFA'))));
