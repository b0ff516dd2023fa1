"""CPython's and PyPy's own decoders, one per argument, as a child of `placemat audit`.

    python3 impls/adapters/lang/cpython.py bytes_decode

Answers are written when a block of questions is done, never per line. Shows
what the runtime does and repairs nothing; must not know what is right.
"""

import codecs
import io
import json
import os
import platform
import sys


def whole(decode):
    return lambda chunks: decode(b"".join(chunks))


def incremental(errors, codec="utf-8"):
    make = codecs.getincrementaldecoder(codec)

    def run(chunks):
        decoder = make(errors)
        return "".join([decoder.decode(chunk) for chunk in chunks]) + decoder.decode(b"", True)

    return run


class Chunks:
    """A file whose reads give one chunk each."""

    def __init__(self, chunks):
        self.chunks = [chunk for chunk in chunks if chunk]

    def read(self, size=-1):
        return self.chunks.pop(0) if self.chunks else b""


def stream_reader(chunks):
    reader, out = codecs.getreader("utf-8")(Chunks(chunks), "replace"), []
    while reader.stream.chunks:
        out.append(reader.read(size=1 << 20))
    return "".join(out) + reader.read()


def text_io(errors):
    def run(data):
        return io.TextIOWrapper(io.BytesIO(data), "utf-8", errors, newline="").read()

    return run


class Unsupported(Exception):
    pass


def literal(forbidden, parse):
    """A string literal of a text format: what the format itself forbids is not asked."""

    def run(data):
        if any(unit in forbidden for unit in data):
            raise Unsupported
        try:
            return parse(b'"' + data + b'"')
        except UnicodeDecodeError as error:  # offsets without the quotation mark
            raise UnicodeDecodeError(error.encoding, data, error.start - 1, error.end - 1, error.reason)

    return run


def ujson_loads(data):
    import ujson

    return ujson.loads(data)


def item(head, decode):
    """The text as an item whose head has a length of 32 bits."""
    return lambda data: decode(bytes([head]) + len(data).to_bytes(4, "big") + data)


def cbor2(data, errors):
    import cbor2 as package

    return package.loads(data, str_errors=errors)


def msgpack(data, errors):
    from msgpack import _cmsgpack

    return _cmsgpack.unpackb(data, unicode_errors=errors)


def msgpack_fallback(data, errors):
    from msgpack import fallback

    unpacker = fallback.Unpacker(unicode_errors=errors)
    unpacker.feed(data)
    return unpacker.unpack()


def cbor(data):
    import cbor as package

    try:
        return package.loads(data)
    except RuntimeError as error:
        raise ValueError(str(error))


def umsgpack(data):
    import umsgpack as package

    try:
        return package.unpackb(data)
    except package.InvalidStringException as error:
        raise ValueError(str(error))


def serializer(head, decode):
    return (codec(item(head, lambda b: decode(b, "strict")), item(head, lambda b: decode(b, "replace"))),
            "maximal-subpart", "keep")


json_forbids = bytes(range(0x20)) + b'"\\'
source_forbids = b'\0\n\r"\\\x0c'


def codec(strict, lossy, stream=None):
    return {"strict": strict, "lossy": lossy, "stream": stream}


APIS = {
    # name: (functions, claimed policy, claimed BOM rule[, claimed dialect])
    "bytes_decode": (
        codec(lambda b: b.decode("utf-8"), lambda b: b.decode("utf-8", "replace"), incremental("replace")),
        "maximal-subpart", "keep"),
    "bytes_decode_ignore": (
        codec(lambda b: b.decode("utf-8"), lambda b: b.decode("utf-8", "ignore"), incremental("ignore")),
        "skip", "keep"),
    # The manual: it lets surrogates pass; plan9-modern is UTF-8 with all of them.
    "bytes_decode_surrogatepass": (codec(lambda b: b.decode("utf-8", "surrogatepass"), None), "reject", "keep",
                                   "plan9-modern"),
    "utf_8_sig": (
        codec(lambda b: b.decode("utf-8-sig"), lambda b: b.decode("utf-8-sig", "replace"),
              incremental("replace", "utf-8-sig")),
        "maximal-subpart", "strip-leading"),
    "text_io": (codec(text_io("strict"), text_io("replace")), "maximal-subpart", "keep"),
    "json_loads": (codec(literal(json_forbids, lambda b: json.loads(b)), None), "reject", "keep"),
    "ujson": (codec(literal(json_forbids, ujson_loads), None), "reject", "keep"),
    "stream_reader": (codec(None, None, stream_reader), "maximal-subpart", "keep"),
    "iterdecode": (codec(None, None, lambda chunks: "".join(codecs.iterdecode(chunks, "utf-8", "replace"))),
                   "maximal-subpart", "keep"),
    "cbor2": serializer(0x7A, cbor2),
    "msgpack": serializer(0xDB, msgpack),
    "msgpack_fallback": serializer(0xDB, msgpack_fallback),
    "cbor": (codec(item(0x7A, cbor), None), "reject", "keep"),
    "umsgpack": (codec(item(0xDB, umsgpack), None), "reject", "keep"),
    "source_literal": (
        codec(literal(source_forbids, lambda b: eval(compile(b, "<case>", "eval"))), None), "reject", "keep"),
}


# The packages that are no part of Python.
PACKAGES = {"ujson": "ujson", "cbor2": "cbor2", "msgpack": "msgpack", "msgpack_fallback": "msgpack", "cbor": "cbor",
            "umsgpack": "u-msgpack-python"}


class Hexes(dict):
    def __missing__(self, character):
        self[character] = text = "%X" % ord(character)
        return text


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in APIS:
        print("cpython.py: which decoder? One of: " + " ".join(APIS), file=sys.stderr)
        sys.exit(2)
    functions, policy, bom, dialect = (APIS[sys.argv[1]] + ("utf-8",))[:4]
    name = platform.python_implementation().lower() + "_" + sys.argv[1]
    functions = {mode: function for mode, function in functions.items() if function}
    hello = {"name": name, "version": platform.python_version(), "dialect": dialect, "policy": policy, "bom": bom,
             "modes": list(functions)}
    if policy is None:  # not documented: judged as UTF-8, with the policy that it follows
        del hello["policy"], hello["dialect"]
    if platform.python_implementation() == "PyPy":
        hello["version"] = "%d.%d.%d" % sys.pypy_version_info[:3]
    if sys.argv[1] in PACKAGES:
        from importlib.metadata import version
        hello["name"], hello["version"] = sys.argv[1], version(PACKAGES[sys.argv[1]])
    from_hex, hexes, get = bytes.fromhex, Hexes(), functions.get
    pending = b""
    while True:
        block = os.read(0, 1 << 18)
        if not block:
            return
        lines = (pending + block).decode("ascii").split("\n")
        pending = lines.pop().encode("ascii")
        answers = []
        for line in lines:
            number, mode, text = (line + "  ").split(" ", 2)
            if number == "placemat":
                answers.append("hello " + json.dumps(hello))
                continue
            try:
                if mode == "stream":
                    data = [from_hex(chunk) for chunk in text.split("|")]
                else:
                    data = from_hex(text)
                answers.append(number + " ok " + " ".join([hexes[c] for c in functions[mode](data)]))
            except UnicodeDecodeError as error:
                length = error.end - error.start
                answers.append("%s error %d %d" % (number, error.start, length))
            except (KeyError, Unsupported):
                answers.append(number + " unsupported")
            except (SyntaxError, ValueError, SystemError) as error:
                answers.append("%s error - - %s: %s" % (number, type(error).__name__, ascii(str(error))))
        answers.append("")
        view = "\n".join(answers).encode("ascii")
        while view:
            view = view[os.write(1, view):]


try:
    main()
except OSError as error:
    print("cpython.py: %s" % error, file=sys.stderr)
    sys.exit(2)
