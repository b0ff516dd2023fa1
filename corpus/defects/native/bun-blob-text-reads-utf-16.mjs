const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
console.log(hex(await new Blob([Uint8Array.of(0xFF, 0xFE, 0x41, 0x41)]).text()));
