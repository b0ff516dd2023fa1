const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const lines = require('byline').createStream(null, { encoding: 'utf8' });
let out = '';
lines.on('data', (line) => { out += line; });
lines.on('end', () => console.log(hex(out)));
lines.write(Buffer.from([0xC3]));
lines.end(Buffer.from([0xA9]));
