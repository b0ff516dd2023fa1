# nouns.awk: finds the names of retired_names.txt, the first file that it is
# given, in the files behind it. A line for each use: FILE:LINE, TAB, the error.
# C and C++ are split into identifiers, strings and comments; any other file is
# one document.

# Adds `old` to the pattern of each kind of text.
function retire(kinds, old, new,   i, kind) {
  gsub(/_/, "[-_]", old)
  for (i = 1; i <= length(kinds); ++i) {
    kind = substr(kinds, i, 1)
    pattern[kind] = pattern[kind] (pattern[kind] == "" ? "" : "|") old
  }
  ++rows
  row_old[rows] = "^(" old ")$"
  row_new[rows] = new
}

function allow(path, word) {
  ++allowances
  allowed_path[allowances] = path
  allowed_word[allowances] = word
  allowed_at[allowances] = FILENAME ":" FNR
}

function is_allowed(word,   i, path) {
  for (i = 1; i <= allowances; ++i) {
    path = allowed_path[i]
    if (allowed_word[i] != "*" && allowed_word[i] != word) continue
    if (path == FILENAME || (path ~ /\/$/ && index(FILENAME, path) == 1)) {
      allowed_uses[i] = 1
      return 1
    }
  }
  return 0
}

# Reports each retired name in `text`, which is of one kind: i, s, c or d.
function inspect(text, kind,   word, i) {
  if (pattern[kind] == "") return
  if (kind == "i") gsub(/[A-Z][a-z]+/, "_&", text)
  text = " " tolower(text) " "
  while (match(text, "[^a-z0-9](" pattern[kind] ")[^a-z0-9]")) {
    word = substr(text, RSTART + 1, RLENGTH - 2)
    text = substr(text, RSTART + RLENGTH - 1)
    if (is_allowed(word)) continue
    for (i = 1; i <= rows && word !~ row_old[i]; ++i) {}
    print FILENAME ":" FNR "\t'" word "' is a retired name; write: " row_new[i]
  }
}

# Inspects one line of C or C++. `open` is what ends a comment or a raw string
# that the line before began; "" in code.
function split_line(line,   at, code, opener) {
  code = ""
  while (line != "") {
    if (open != "") {
      at = index(line, open)
      inspect(at ? substr(line, 1, at - 1) : line, open == "*/" ? "c" : "s")
      if (!at) return inspect(code, "i")
      line = substr(line, at + length(open))
      open = ""
    }
    if (!match(line, /\/\/|\/\*|R"[^(]*\(|"|'/)) break
    code = code substr(line, 1, RSTART - 1) " "
    opener = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (opener == "//") {
      inspect(line, "c")
      line = ""
    } else if (opener == "/*") {
      open = "*/"
    } else if (opener ~ /^R/) {
      open = ")" substr(opener, 3, length(opener) - 3) "\""
    } else if (match(line, opener == "'" ? character_end : string_end)) {
      at = RLENGTH
      if (opener == "\"") inspect(substr(line, 1, at - 1), "s")
      line = substr(line, at + 1)
    }
  }
  inspect(code line, "i")
}

BEGIN {
  string_end = "^([^\"\\\\]|\\\\.)*\""
  character_end = "^([^'\\\\]|\\\\.[0-9A-Fa-f]*)'"  # 1'000 is no character
}
FNR == 1 {
  ++files
  open = ""
}
files == 1 {
  if (/^#/ || NF == 0) next
  if (NF < 3 || ($1 == "allow" ? $3 !~ /.:$/ : $1 !~ /^[iscd]+$/)) {
    print FILENAME ":" FNR "\tno row of the list; it is KINDS OLD NEW or allow PATH WORD: REASON"
  } else if ($1 == "allow") {
    allow($2, substr($3, 1, length($3) - 1))
  } else {
    new = $0
    sub(/^[^ ]+ +[^ ]+ +/, "", new)
    retire($1, $2, new)
  }
  next
}
FNR == 1 {
  is_code = FILENAME ~ /\.(h|cc|c)$/
  inspect(FILENAME, "i")
}
!is_code { inspect($0, "d") }
is_code && !/^#/ { split_line($0) }
END {
  for (i = 1; i <= allowances; ++i) {
    if (!allowed_uses[i]) print allowed_at[i] "\t" allowed_path[i] " has no use of '" allowed_word[i] "'; remove the row"
  }
}
