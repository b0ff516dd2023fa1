const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
print(hex(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.of(0xEF, 0xBB, 0xBF, 0x41))));
