const { decode } = await import(process.env.NODE_PATH + '/@stablelib/utf8/lib/utf8.js');
try {
  decode(Uint8Array.of(0xBF, 0x80));
  console.log('well-formed');
} catch {
  console.log('ill-formed');
}
