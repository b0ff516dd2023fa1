import std/[strformat, unicode]
try: echo fmt"""{lastRune("\x80", 0)[0].int:X}"""
except IndexDefect: echo "IndexDefect"
