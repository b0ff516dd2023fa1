const seen = new Set();
for (let i = 0; i < 40000; i++) {
  new TextDecoder().decode(Uint8Array.of(0xBC, 0x80));
  seen.add(new TextDecoder().decode(Uint8Array.of(0xC3, 0xA9, 0xC3)).length);
}
console.log(seen.size > 1 ? 'E9 or E9 FFFD' : seen.has(1) ? 'E9' : 'E9 FFFD');
