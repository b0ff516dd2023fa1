import std/unicode
echo if validateUtf8("\xED\xA0\x80") == -1: "well-formed" else: "ill-formed"
