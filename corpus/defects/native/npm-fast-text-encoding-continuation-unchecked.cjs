const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const hide = ['Buffer', 'Blob', 'TextEncoder', 'TextDecoder'];
for (const name of hide) globalThis[name] = undefined;  // as in a browser that needs the package
require('fast-text-encoding');
console.log(hex(new TextDecoder().decode(Uint8Array.of(0xC3, 0x41))));
