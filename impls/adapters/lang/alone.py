"""What the adapters of whole programs (browsers, databases) have in common: a place where the
program runs alone, and the line protocol of `placemat audit`.

The program gets a network with a loopback only, a user id other than 0, and a process namespace
that ends with the adapter, however the adapter ends. It must not know any decoder.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import shutil
import signal
import socket
import struct
import sys
import tempfile
import threading

NEW_USER, NEW_PROCESSES, NEW_NETWORK, NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
libc = ctypes.CDLL(None, use_errno=True)


def program():
    return os.path.basename(sys.argv[0])


def fail(reason, code=2):
    print("%s: %s" % (program(), reason), file=sys.stderr, flush=True)
    os._exit(code)


def choose(what, names):
    """The decoder that the last argument names."""
    if len(sys.argv) < 2 or sys.argv[-1] not in names:
        fail("which %s? One of: %s" % (what, " ".join(names)))
    return sys.argv[-1]


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def separate():
    """Puts this process into namespaces of its own, with a loopback that is up. Its user has no
    number there, so it is nobody (65534), to whom all its files belong."""
    if libc.unshare(NEW_USER | NEW_PROCESSES | NEW_NETWORK | NEW_IPC) != 0:
        raise OSError(ctypes.get_errno(), "no namespaces of its own: " + os.strerror(ctypes.get_errno()))
    set_flags, is_up = 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh22x", b"lo", is_up))


def enter():
    """Returns in a process that is alone, with a scratch directory. Another process, the first of
    the namespace, ends all others and removes the directory when this one or its starter ends."""
    try:
        separate()
    except OSError as error:
        fail(error.strerror or error)
    alive, held = os.pipe()
    first = os.fork()
    if first > 0:
        os.close(alive)
        os.close(0)
        os._exit(exit_code(os.waitpid(first, 0)[1]))
    os.close(held)
    directory = tempfile.mkdtemp(prefix="placemat-")
    worker = os.fork()
    if worker > 0:
        supervise(worker, alive, directory)
    os.close(alive)
    os.environ.update(TMPDIR=directory, HOME=directory)
    return directory


def stay_on_one_processor():
    """For programs that answer each other in turn. To wake another processor takes longer than most
    of their answers."""
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, {libc.sched_getcpu()})


def exit_code(status):
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 2


def supervise(worker, alive, directory):
    os.close(0)
    os.close(1)

    def follow():
        os.read(alive, 1)  # ends when the starter does
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it ended by itself

    threading.Thread(target=follow, daemon=True).start()
    ended = status = 0
    while ended != worker:
        ended, status = os.wait()
    everyone = -1
    try:
        os.kill(everyone, signal.SIGKILL)
        while True:
            os.wait()
    except OSError:
        pass  # no one is left
    shutil.rmtree(directory, ignore_errors=True)
    os._exit(exit_code(status))


def write_all(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def serve(hello, answer):
    """Answers questions until the input ends. `answer` takes some lines and returns as many."""
    pending = b""
    while True:
        block = os.read(0, 1 << 18)
        if not block:
            os._exit(0)
        lines = (pending + block).decode("ascii").split("\n")
        pending = lines.pop().encode("ascii")
        answers = []
        if lines and lines[0].startswith("placemat "):
            answers.append("hello " + json.dumps(hello))
            del lines[0]
        if lines:
            answers += answer(lines)
        write_all("".join(line + "\n" for line in answers).encode("ascii"))


class Unsupported(Exception):
    """The format around a text forbids it."""


class Refused(Exception):
    """The decoder refused a text; its message is the reason."""


def values(data):
    """The values of UTF-8 that a program handed out; a unit that is not part of well-formed UTF-8
    is a raw unit."""
    try:
        return [hexes[character] for character in data.decode("utf-8")]
    except UnicodeDecodeError:
        return values_and_raw_units(data)


class Hexes(dict):
    def __missing__(self, character):
        self[character] = text = "%X" % ord(character)
        return text


hexes = Hexes()


def values_and_raw_units(data):
    out, at = [], 0
    while at < len(data):
        size = well_formed(data, at)
        if size == 0:
            out.append("raw:%02X" % data[at])
        else:
            value = data[at] if size == 1 else data[at] & (0xFF >> (size + 1))
            for unit in data[at + 1:at + size]:
                value = value << 6 | unit & 0x3F
            out.append("%X" % value)
        at += max(size, 1)
    return out


def well_formed(data, at):
    """The length of the sequence at `at` by Table 3-7, or 0."""
    lead = data[at]
    if lead < 0x80:
        return 1
    size = 0 if lead < 0xC2 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4 if lead < 0xF5 else 0
    units = data[at + 1:at + size]
    if size == 0 or len(units) < size - 1 or any(unit & 0xC0 != 0x80 for unit in units):
        return 0
    lowest, highest = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}.get(
        lead, (0x80, 0xBF))
    return size if lowest <= units[0] <= highest else 0


def answer_each(functions):
    """Answers one question at a time: a function for each mode takes the units, and returns the
    words of the answer."""

    def one(line):
        number, mode, text = (line + "  ").split(" ", 2)
        try:
            return "%s ok %s" % (number, " ".join(functions[mode](bytes.fromhex(text))))
        except (KeyError, Unsupported):
            return number + " unsupported"
        except Refused as error:
            return "%s error - - %s" % (number, ascii(str(error))[1:-1][:80])

    return lambda lines: [one(line) for line in lines]
