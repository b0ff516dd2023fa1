import std/[sequtils, strformat, strutils, unicode]
echo "\x81".toRunes.mapIt(fmt"{it.int:X}").join(" ")
