const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { deflate, inflate } = require('pako');
console.log(hex(inflate(deflate('\uFEFFA'), { to: 'string', toText: true })));  // toText since version 3
