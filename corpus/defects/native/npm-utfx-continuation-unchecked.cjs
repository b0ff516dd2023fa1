const { decodeUTF8 } = require('utfx');
const units = [0xC3, 0x41];
let at = 0;
try {
  decodeUTF8(() => (at < units.length ? units[at++] : null), () => {});
  console.log('well-formed');
} catch {
  console.log('ill-formed');
}
