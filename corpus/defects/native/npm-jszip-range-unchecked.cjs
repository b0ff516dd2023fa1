const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
globalThis.Buffer = undefined;  // as in a browser
const JSZip = require('jszip/dist/jszip.min.js');
const zip = new JSZip();
zip.file('a', Uint8Array.of(0xC1, 0x81));
zip.generateAsync({ type: 'uint8array' })
  .then((bytes) => JSZip.loadAsync(bytes))
  .then((read) => read.file('a').async('string'))
  .then((text) => console.log(hex(text)));
