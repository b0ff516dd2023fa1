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


ROWS = {row.__name__: row for row in (
    python_cbor2, python_cbor, python_msgpack, python_msgpack_fallback, python_umsgpack, cpython_iterdecode)}
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
    for name in sys.argv[1:] or ROWS:
        try:
            kind, ask = ROWS[name]()
        except ImportError as error:
            print("%s: absent, %s" % (name, error))
            continue
        errors = "strict" if "strict" in kind else "replace"
        count, different = 0, []
        for units in strings():
            due = answer(lambda u: u.decode("utf-8", errors), units)
            for cut in range(1, len(units) + 1) if "pieces" in kind else [len(units)]:
                given = [c for c in (units[:cut], units[cut:]) if c] if "pieces" in kind else units
                count += 1
                if answer(ask, given) != due:
                    different.append(units[:cut].hex() + "|" + units[cut:].hex())
        print("%s: %d strings, %d differ%s" % (name, count, len(different), " such as " + " ".join(different[:3]) if different else ""))


main()
