const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const decoder = new TextDecoder();
const text = decoder.decode(Uint8Array.of(0x41), { stream: true }) + decoder.decode(Uint8Array.of(0xEF, 0xBB, 0xBF));
console.log(hex(text));
