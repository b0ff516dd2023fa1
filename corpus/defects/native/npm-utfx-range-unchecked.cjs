const { decodeUTF8 } = require('utfx');
const units = [0xC1, 0x81];
let at = 0;
try {
  decodeUTF8(() => (at < units.length ? units[at++] : null), () => {});
  console.log('well-formed');
} catch {
  console.log('ill-formed');
}
