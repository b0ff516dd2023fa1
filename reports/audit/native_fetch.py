"""A page that asks `fetch` of the browser that opens it, without placemat and its adapters, and
counts the texts that it reads differently from TextDecoder:

    python3 reports/audit/native_fetch.py     and open the address that it prints, or
    chromium --headless http://127.0.0.1:8765/

Each text is sent in two chunks. The count is printed here.
"""

import http.server
import os

PAGE = b"""<!doctype html><meta charset=utf-8><script>
const units = [0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBB, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
  0xF0, 0xF1, 0xF4, 0xF5, 0xFF], some = [0x41, 0x80, 0xA0, 0xE1, 0xF0];
const strings = (of, length) => length === 0 ? [[]] : strings(of, length - 1).flatMap((s) => of.map((u) => [...s, u]));
const all = [...strings(units, 1), ...strings(units, 2), ...strings(units, 3), ...strings(some, 4)];
const hex = (s) => s.map((u) => u.toString(16).padStart(2, '0')).join('');
let next = 0;
const different = [];
async function go_on() {
  while (next < all.length) {
    const i = next++, s = all[i], cut = i % (s.length + 1);
    const seen = await (await fetch(`/text/${hex(s.slice(0, cut))}-${hex(s.slice(cut))}`)).text();
    if (seen !== new TextDecoder().decode(new Uint8Array(s))) different.push(hex(s));
  }
}
Promise.all(Array.from({ length: 6 }, go_on)).then(() => '', String).then((error) => fetch('/end', { method: 'POST',
  body: `${all.length} texts, ${different.length} differ ${different.slice(0, 5).join(' ')} ${error}` }));
</script>"""


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_response(200)
        if not self.path.startswith("/text/"):
            self.send_header("Content-Length", str(len(PAGE)))
            self.end_headers()
            self.wfile.write(PAGE)
            return
        self.send_header("Content-Type", "text/plain;charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in filter(None, map(bytes.fromhex, self.path[len("/text/"):].split("-"))):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def do_POST(self):
        print(self.rfile.read(int(self.headers["Content-Length"])).decode("ascii", "replace"), self.headers["User-Agent"],
              flush=True)
        os._exit(0)


print("http://127.0.0.1:8765/", flush=True)
http.server.ThreadingHTTPServer(("127.0.0.1", 8765), Site).serve_forever()
