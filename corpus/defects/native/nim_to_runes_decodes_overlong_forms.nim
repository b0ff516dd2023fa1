import std/[sequtils, strformat, strutils, unicode]
echo "\xC1\x81".toRunes.mapIt(fmt"{it.int:X}").join(" ")
