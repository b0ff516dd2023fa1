"""Asks decoders of Python packages natively, without placemat and its adapters, and counts the
strings that they read differently from bytes.decode:

    python3 reports/audit/native.py [ROW ...]
"""

import codecs
import itertools
import sys


def text_of_cbor(units):
    return b"\x78" + bytes([len(units)]) + units


def text_of_msgpack(units):
    return b"\xd9" + bytes([len(units)]) + units


def python_cbor2():
    import cbor2
    return "strict", lambda units: cbor2.loads(text_of_cbor(units))


def python_cbor():
    import cbor
    return "strict", lambda units: cbor.loads(text_of_cbor(units))


def python_msgpack():
    import msgpack
    return "strict", lambda units: msgpack.unpackb(text_of_msgpack(units))


def python_msgpack_fallback():
    from msgpack.fallback import Unpacker

    def ask(units):
        unpacker = Unpacker()
        unpacker.feed(text_of_msgpack(units))
        return unpacker.unpack()
    return "strict", ask


def python_umsgpack():
    import umsgpack
    return "strict", lambda units: umsgpack.unpackb(text_of_msgpack(units))


def cpython_iterdecode():
    return "replace pieces", lambda chunks: "".join(codecs.iterdecode(chunks, "utf-8", "replace"))


def vte_terminal_feed():
    """A terminal of VTE gets a line for each text, between two letters. Texts with controls are not asked."""
    import ctypes
    try:
        vte, gtk, glib = map(ctypes.CDLL, ("libvte-2.91.so.0", "libgtk-3.so.0", "libglib-2.0.so.0"))
    except OSError as error:
        raise ImportError(error)
    open_display(gtk)
    vte.vte_terminal_new.restype = vte.vte_terminal_get_text_range.restype = ctypes.c_void_p
    terminal, none, width = ctypes.c_void_p(vte.vte_terminal_new()), ctypes.c_void_p(), ctypes.c_long(80)
    vte.vte_terminal_set_size(terminal, width, ctypes.c_long(24))
    texts = [units for units in strings() if not is_control(units)]
    vte.vte_terminal_set_scrollback_lines(terminal, ctypes.c_long(2 * len(texts)))
    for units in texts:
        vte.vte_terminal_feed(terminal, b"x" + units + b"x\r\n", ctypes.c_ssize_t(len(units) + 4))
    column, row = ctypes.c_long(), ctypes.c_long()
    while row.value < len(texts):
        glib.g_main_context_iteration(None, 1)
        vte.vte_terminal_get_cursor_position(terminal, ctypes.byref(column), ctypes.byref(row))

    def shown(i):
        line = vte.vte_terminal_get_text_range(terminal, ctypes.c_long(i), ctypes.c_long(0), ctypes.c_long(i), width,
                                               none, none, none)
        return ctypes.string_at(line).decode("utf-8").rstrip("\n")[1:-1]
    seen = {units: shown(i) for i, units in enumerate(texts)}
    return "text", seen.get


def is_control(units):
    is_c1 = any(units[i] == 0xC2 and 0x80 <= units[i + 1] <= 0x9F for i in range(len(units) - 1))
    return is_c1 or any(unit < 0x20 or unit == 0x7F for unit in units)


def open_display(gtk):
    """GTK shows nothing without a display; broadwayd is one that needs no screen."""
    import atexit
    import os
    import socket
    import subprocess
    import time
    try:
        server = subprocess.Popen(["broadwayd", "-a", "127.0.0.1", ":7"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise ImportError(error)
    atexit.register(server.kill)
    address = server.stdout.readline().decode().split(" on ")[-1].strip()
    os.environ.update(GDK_BACKEND="broadway", BROADWAY_DISPLAY=":7")
    with socket.socket(socket.AF_UNIX) as any_socket:
        while any_socket.connect_ex("\0" + address) != 0 and server.poll() is None:
            time.sleep(0.01)
    if not gtk.gtk_init_check(None, None):
        raise ImportError("no display")


ROWS = {row.__name__: row for row in (
    python_cbor2, python_cbor, python_msgpack, python_msgpack_fallback, python_umsgpack, cpython_iterdecode,
    vte_terminal_feed)}
# All strings of at most three of these units, and of four of some.
UNITS = bytes.fromhex("00 41 7F 80 8F 90 9F A0 BB BF C0 C2 DF E0 E1 ED EF F0 F1 F4 F5 FF")
SOME = bytes.fromhex("41 80 90 A0 BF E1 ED F0 F4")


def strings():
    for length in 1, 2, 3:
        yield from map(bytes, itertools.product(UNITS, repeat=length))
    yield from map(bytes, itertools.product(SOME, repeat=4))


def answer(ask, question):
    try:
        return ask(question)
    except Exception:  # a refusal, of whatever class
        return None


def main():
    unknown = [name for name in sys.argv[1:] if name not in ROWS]
    if unknown:
        sys.exit("native.py: no row %s; one of %s" % (unknown[0], ", ".join(ROWS)))
    for name in sys.argv[1:] or ROWS:
        try:
            kind, ask = ROWS[name]()
        except ImportError as error:
            print("%s: absent, %s" % (name, error))
            continue
        errors = "strict" if "strict" in kind else "replace"
        count, different = 0, []
        for units in filter(lambda u: not ("text" in kind and is_control(u)), strings()):
            due = answer(lambda u: u.decode("utf-8", errors), units)
            for cut in range(1, len(units) + 1) if "pieces" in kind else [len(units)]:
                given = [c for c in (units[:cut], units[cut:]) if c] if "pieces" in kind else units
                count += 1
                if answer(ask, given) != due:
                    different.append(units[:cut].hex() + "|" + units[cut:].hex())
        print("%s: %d strings, %d differ%s" % (name, count, len(different), " such as " + " ".join(different[:3]) if different else ""))


main()
