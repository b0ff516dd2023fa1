const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const { Terminal } = require('@xterm/headless');
const terminal = new Terminal({ allowProposedApi: true });
terminal.write(Uint8Array.of(0x41, 0xE2, 0x80));
terminal.write(Uint8Array.of(0x94, 0x42), () => {
  console.log(hex(terminal.buffer.active.getLine(0).translateToString(true)));
});
