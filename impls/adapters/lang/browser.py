"""Decoders of Chromium and Firefox, as a child of `placemat audit`. The browser runs headless with
a fresh profile and reaches the loopback only; questions go to a page as they are, many at once.

    python3 impls/adapters/lang/browser.py chromium textdecoder

Chromium is driven by the DevTools protocol over a pipe, Firefox by WebDriver BiDi over a WebSocket
of the loopback. The page, browser_page.js, makes the calls.
"""

import base64
import hashlib
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
import alone

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "browser_page.js")
CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            # Fewer processes: the memory of all is counted together, with what they share.
            "--no-zygote", "--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
            "--disable-extensions", "--renderer-process-limit=1", "--disable-dev-shm-usage", "--disable-breakpad", "--remote-debugging-pipe"]
FIREFOX = ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", "0"]
FIREFOX_PREFERENCES = """user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("fission.autostart", false);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processCount.webIsolated", 1);
user_pref("network.process.enabled", false);
user_pref("media.rdd-process.enabled", false);
user_pref("media.utility-process.enabled", false);
user_pref("network.websocket.delay-failed-reconnects", false);
"""


# Chromium puts a socket there, whose path may have 107 units; a sandbox has long paths.
SHORT = "/proc/self/cwd"

# WebSocket frames, RFC 6455 section 5.2.

CONTINUATION, TEXT, CLOSE, PING, FINAL = 0, 1, 8, 9, 0x80


def read_exactly(file, count):
    data = file.read(count)
    if len(data) < count:
        raise EOFError
    return data


def masked(data, mask):
    keys = mask * (len(data) // 4 + 1)
    return (int.from_bytes(data, "big") ^ int.from_bytes(keys[:len(data)], "big")).to_bytes(len(data), "big")


def read_frame(file):
    first, second = read_exactly(file, 2)
    length = second & 0x7F
    if length >= 126:
        length = int.from_bytes(read_exactly(file, 2 if length == 126 else 8), "big")
    mask = read_exactly(file, 4) if second & 0x80 else None
    data = read_exactly(file, length)
    return first & FINAL, first & 0x0F, masked(data, mask) if mask else data


def read_message(file):
    """A whole message, or None when the other side closes."""
    message = b""
    while True:
        is_final, kind, data = read_frame(file)
        if kind == CLOSE:
            return None
        if kind >= CLOSE:
            continue
        message += data
        if is_final:
            return message


def frame(kind, data, mask=b""):
    length = len(data)
    is_masked = 0x80 if mask else 0
    head = bytes([kind, is_masked | (length if length < 126 else 126 if length < 1 << 16 else 127)])
    if length >= 126:
        head += length.to_bytes(2 if length < 1 << 16 else 8, "big")
    return head + mask + (masked(data, mask) if mask else data)


def text_frames(chunks):
    kinds = [TEXT] + [CONTINUATION] * (len(chunks) - 1)
    kinds[-1] |= FINAL
    return b"".join(frame(kind, chunk) for kind, chunk in zip(kinds, chunks))


class Site(http.server.BaseHTTPRequestHandler):
    """The page, a text in the chunks that were asked for in hex, and a WebSocket that sends such."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # a chunk waits for no acknowledgement

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.headers.get("Upgrade", "").lower() == "websocket":
            return self.send_texts()
        script = self.path == "/page.js"
        with open(PAGE, "rb") as file:
            body = file.read() if script else b'<!doctype html><meta charset=utf-8><body><script src=page.js></script>'
        self.send_response(200 if script or self.path == "/" else 404)
        self.send_header("Content-Type", "text/javascript" if script else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        chunks = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii").split("|")
        self.send_response(200)
        self.send_header("Content-Type", "text/plain;charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in filter(None, map(bytes.fromhex, chunks)):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def send_texts(self):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.close_connection = True
        try:
            questions = read_message(self.rfile)
            if questions is None:
                return
            for question in questions.decode("ascii").split(" "):
                self.wfile.write(text_frames([bytes.fromhex(chunk) for chunk in question.split("|")]))
            read_message(self.rfile)
            self.wfile.write(frame(CLOSE | FINAL, b""))
        except (EOFError, OSError):
            pass  # the browser failed the connection


class Chromium:
    """The DevTools protocol over a pipe: JSON messages that end with NUL."""

    def __init__(self, directory, page):
        to_read, self.to = os.pipe()
        source, to_write = os.pipe()
        command = ["sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_read, to_write), "sh"] + CHROMIUM
        subprocess.Popen(command + ["--user-data-dir=" + directory, "about:blank"], pass_fds=[to_read, to_write],
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log_in(directory),
                         cwd=directory, env={**os.environ, "TMPDIR": SHORT})
        os.close(to_read)
        os.close(to_write)
        self.source = source
        self.pending, self.last, self.session = b"", 0, None
        self.version = self.call("Browser.getVersion")["product"].split("/")[-1]
        pages = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        target = pages[0]["targetId"] if pages else self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=page)
        self.wait_for("Page.loadEventFired")
        self.page = self.call("Runtime.evaluate", expression="globalThis")["result"]["objectId"]

    def read(self):
        while b"\0" not in self.pending:
            block = os.read(self.source, 1 << 20)
            if not block:
                alone.fail("chromium ended")
            self.pending += block
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, event):
        while self.read().get("method") != event:
            pass

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.last:
                break
        if "result" not in answer:
            alone.fail("chromium, %s: %s" % (method, answer))
        return answer["result"]

    def call_page(self, function, *texts):
        """What a function of the page answers. The texts are values, so that no program of them is
        compiled and kept."""
        answer = self.call("Runtime.callFunctionOn", functionDeclaration=function,
                           arguments=[{"value": text} for text in texts], objectId=self.page,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            alone.fail("chromium: %s" % json.dumps(answer["exceptionDetails"])[:500])
        return answer["result"].get("value")


class Firefox:
    """WebDriver BiDi: JSON messages over a WebSocket."""

    def __init__(self, directory, page):
        alone.write(directory + "/user.js", FIREFOX_PREFERENCES)
        process = subprocess.Popen(FIREFOX + ["--profile", directory], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        port = self.port_said(process.stderr)
        threading.Thread(target=lambda: [None for _ in process.stderr], daemon=True).start()
        self.connect(port)
        self.last = 0
        self.version = self.call("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.navigate", context=self.context, url=page, wait="complete")

    @staticmethod
    def port_said(lines):
        for line in lines:
            said = re.search(rb"BiDi listening on ws://[^:]*:(\d+)", line)
            if said:
                return int(said.group(1))
        alone.fail("firefox ended before it listened")

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        self.socket.sendall(b"GET /session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                            b"Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n"
                            % (port, base64.b64encode(os.urandom(16))))
        if b" 101 " not in self.file.readline():
            alone.fail("firefox refused the WebSocket")
        while self.file.readline().strip():
            pass

    def call(self, method, **parameters):
        self.last += 1
        data = json.dumps({"id": self.last, "method": method, "params": parameters}).encode()
        self.socket.sendall(frame(TEXT | FINAL, data, os.urandom(4)))
        while True:
            message = read_message(self.file)
            if message is None:
                alone.fail("firefox ended")
            answer = json.loads(message)
            if answer.get("id") == self.last:
                break
        if answer.get("type") != "success":
            alone.fail("firefox, %s: %s" % (method, str(answer)[:500]))
        return answer["result"]

    def call_page(self, function, *texts):
        answer = self.call("script.callFunction", functionDeclaration=function,
                           arguments=[{"type": "string", "value": text} for text in texts],
                           target={"context": self.context}, awaitPromise=True)
        if answer["type"] != "success":
            alone.fail("firefox: %s" % str(answer)[:500])
        return answer["result"].get("value")


def log_in(directory):
    return open(directory + "/placemat-log", "wb")


BROWSERS = {"chromium": (Chromium, CHROMIUM[0]), "firefox": (Firefox, FIREFOX[0])}
NAMES = re.findall(r"^  (\w+): (?:whatwg|\{)", open(PAGE).read().split("const apis")[-1], re.M)


def main():
    browser = sys.argv[1] if len(sys.argv) > 1 else ""
    if browser not in BROWSERS:
        alone.fail("which browser? One of: " + " ".join(BROWSERS))
    make, program = BROWSERS[browser]
    if sys.argv[2:] == ["--probe"]:
        if not shutil.which(program):
            alone.fail("no " + program)
        alone.separate()
        return
    name = alone.choose("decoder", NAMES)
    directory = alone.enter()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.mkdir(directory + "/profile")
    driven = make(directory + "/profile", "http://127.0.0.1:%d/" % server.server_port)
    api = json.loads(driven.call_page("(name) => description_of(name)", name))
    hello = {"name": "%s_%s" % (browser, name), "version": driven.version, "dialect": "utf-8",
             "policy": api["policy"], "bom": api["bom"], "modes": api["modes"]}
    alone.serve(hello, lambda lines: driven.call_page("(name, lines) => answer(name, lines)", name,
                                                     "\n".join(lines)).split("\n"))


try:
    main()
except OSError as error:
    alone.fail(error)
