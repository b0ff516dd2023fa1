const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { toUtf8String, Utf8ErrorFuncs } = require('ethers');
console.log(hex(toUtf8String(Uint8Array.of(0x41, 0xE2, 0x41), Utf8ErrorFuncs.replace)));
