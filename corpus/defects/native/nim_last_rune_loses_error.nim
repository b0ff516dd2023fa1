import std/[strformat, unicode]
var text = "A\x80"
var line = ""
while text.len > 0:
  let (rune, size) = text.lastRune(text.high)
  line = fmt"{rune.int:X} " & line
  text.setLen(text.len - size)
echo line[0 ..< ^1]
