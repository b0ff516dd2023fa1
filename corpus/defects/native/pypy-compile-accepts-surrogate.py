source = b'"\xed\xa0\x80"'
try:
    compile(source, "source", "eval")
    print("well-formed")
except SyntaxError:
    print("ill-formed")
