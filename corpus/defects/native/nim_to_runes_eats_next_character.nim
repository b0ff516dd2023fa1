import std/[sequtils, strformat, strutils, unicode]
echo "\xC3A".toRunes.mapIt(fmt"{it.int:X}").join(" ")
