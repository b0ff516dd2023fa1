const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const stream = require('clarinet').createStream();
stream.on('value', (text) => console.log(hex(text)));
for (const units of [[0x5B, 0x22], [0xE2], [0x82], [0xAC], [0x22, 0x5D]]) stream.write(Buffer.from(units));
stream.end();
