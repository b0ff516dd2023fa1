const hex = (s) => [...s].map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ') || 'nothing';
const part = (bytes) => Buffer.concat([Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
  bytes, Buffer.from('\r\n--x--\r\n')]);
const body = part(Buffer.from([0xEF, 0xBB, 0xBF, 0x41]));
const response = new Response(body, { headers: { 'content-type': 'multipart/form-data; boundary=x' } });
console.log(hex((await response.formData()).get('a')));
