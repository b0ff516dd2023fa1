import ujson

try:
    print(" ".join("%X" % ord(c) for c in ujson.loads(b'"\xe2\xc3\xa9"')))
except ValueError:
    print("ill-formed")
