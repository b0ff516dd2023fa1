import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
for await (const line of createInterface({ input: Readable.from([Buffer.of(0xFF, 0x41, 0xC3)]) })) console.log(hex(line));
