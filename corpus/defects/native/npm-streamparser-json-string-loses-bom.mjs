const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { JSONParser } = await import(process.env.NODE_PATH + '/@streamparser/json/dist/mjs/index.js');
const parser = new JSONParser();
parser.onValue = ({ value }) => console.log(hex(value));
parser.write(Uint8Array.of(0x22, 0xEF, 0xBB, 0xBF, 0x41, 0x22));
