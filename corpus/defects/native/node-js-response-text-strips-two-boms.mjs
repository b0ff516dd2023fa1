const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const units = Uint8Array.of(0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41);
console.log(hex(await new Response(units).text()));
