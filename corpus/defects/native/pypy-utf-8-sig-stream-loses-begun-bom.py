import codecs

decoder = codecs.getincrementaldecoder("utf-8-sig")("strict")
try:
    decoder.decode(b"\xef")
    decoder.decode(b"", final=True)
    print("well-formed")
except UnicodeDecodeError:
    print("ill-formed")
