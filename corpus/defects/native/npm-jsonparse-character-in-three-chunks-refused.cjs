const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const Parser = require('jsonparse');
const parser = new Parser();
let seen;
parser.onValue = (value) => { seen ??= hex(value); };
parser.onError = () => { seen ??= 'ill-formed'; };
for (const chunk of [[0x22, 0xE2], [0x82], [0xAC], [0x22]]) parser.write(Buffer.from(chunk));
console.log(seen);
