const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const Parser = require('jsonparse');
const parser = new Parser();
let first;
parser.onValue = (value) => { first ??= value; };
parser.onError = () => { first ??= ''; };
parser.write(Buffer.from('["\xC3",","]', 'latin1'));
console.log(hex(first));
