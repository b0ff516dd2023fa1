import std/[sequtils, unicode]
try: echo toSeq("A\xC3".utf8).len, " pieces"
except IndexDefect: echo "IndexDefect"
