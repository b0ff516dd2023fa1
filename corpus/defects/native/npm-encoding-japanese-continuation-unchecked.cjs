const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { convert, codeToString } = require('encoding-japanese');
console.log(hex(codeToString(convert([0xC3, 0x41], { from: 'UTF8', to: 'UNICODE' }))));
