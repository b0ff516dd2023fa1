import ujson

try:
    print(" ".join("%X" % ord(c) for c in ujson.loads(b'"A\x81B"')))
except ValueError:
    print("ill-formed")
