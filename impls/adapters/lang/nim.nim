# Nim's decoders, one per argument, as a child of `placemat audit`:
#   nim c -d:release -o:adapter impls/adapters/lang/nim.nim && ./adapter validate_utf8
# Shows what they do; must not know what is right.
import std/[os, strutils, unicode]

type Seen = object
  kind: string  # "ok", "error", "unsupported"
  offset: int
  values: seq[int]

proc units(hex: string): string =
  if hex.len > 0: parseHexStr(hex) else: ""

proc decode(api, text: string): Seen =
  result = Seen(kind: "ok", offset: -1)
  case api
  of "validate_utf8":
    let at = validateUtf8(text)
    if at >= 0: result = Seen(kind: "error", offset: at)
  of "to_runes":
    for rune in text.toRunes: result.values.add rune.int
  of "fast_rune_at":
    var at = 0
    var rune: Rune
    while at < text.len:
      fastRuneAt(text, at, rune)
      result.values.add rune.int
  of "rune_at_pos":
    # It walks from the start, so the text in front is cut off now and then: the time would grow by
    # the square of the length.
    const step = 256
    let runes = text.runeLen
    for first in countup(0, runes - 1, step):
      let rest = text[text.runeOffset(first) .. ^1]
      for i in 0 ..< min(step, runes - first): result.values.add rest.runeAtPos(i).int

const apis = ["validate_utf8", "to_runes", "fast_rune_at", "rune_at_pos"]
let api = if paramCount() == 1: paramStr(1) else: ""
if api notin apis: quit("nim.nim: which decoder? One of: " & apis.join(" "), 2)
let mode = if api == "validate_utf8": "verdict" else: "lossy"
let claim = if mode == "verdict": "\"dialect\":\"utf-8\",\"policy\":\"reject\"," else: ""
for line in stdin.lines:
  let parts = line.split(' ')
  if parts[0] == "placemat":
    stdout.write "hello {\"name\":\"nim_" & api & "\",\"version\":\"" & NimVersion & "\"," & claim &
      "\"bom\":\"keep\",\"modes\":[\"" & mode & "\"]}\n"
  elif parts[1] != mode:
    stdout.write parts[0] & " unsupported\n"
  else:
    let seen = decode(api, units(if parts.len > 2: parts[2] else: ""))
    stdout.write parts[0] & " " & seen.kind
    if seen.kind == "error":
      stdout.write " " & (if seen.offset >= 0: $seen.offset else: "-") & " -"
    for value in seen.values: stdout.write " " & toHex(value, 8).strip(trailing = false, chars = {'0'}).align(1, '0')
    stdout.write "\n"
  stdout.flushFile
