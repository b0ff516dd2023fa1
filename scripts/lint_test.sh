#!/usr/bin/env bash
# lint_test: the checks of scripts/lint and scripts/format must be able to fail.
# Each case plants one file in a small tree: the check must name a file that
# breaks its rule, and pass a file that the rule allows. The small tree has the
# rules of this one (layers, lists, layout) and two of its files.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy"/{harness/spec,impls}
cp -r "$here"/{.clang-format,CMakeLists.txt,scripts} "$copy"
cp "$here/harness/CMakeLists.txt" "$copy/harness"
cp "$here/harness/spec/dialect.h" "$copy/harness/spec"
cp "$here/impls/decoders.cmake" "$copy/impls"

failures=0
# caught WHAT RED|SILENT FILE COMMAND...: standard input is the planted file.
caught() {
  local what=$1 expected=$2 file=$3 seen=SILENT output
  shift 3
  mkdir -p "$copy/${file%/*}"
  cat >"$copy/$file"
  if ! output=$("$copy/scripts/$1" "${@:2}" 2>&1) && grep -qF "$file" <<<"$output"; then
    seen=RED
  fi
  rm "$copy/$file"
  [[ $seen == "$expected" ]] && return
  printf 'FAILED: %s: expected %s, was %s. The check said:\n%s\n' "$what" "$expected" "$seen" "$output"
  failures=$((failures + 1))
}
includes() { printf '#include "%s"\n' "$1"; }

# Every kind of edge against the layers.
caught 'up the line' RED harness/bytes/planted.h lint includes < <(includes harness/spec/dialect.h)
caught 'far up the line' RED harness/spec/planted.cc lint includes < <(includes harness/judge/judge.h)
caught 'across the line' RED harness/oracle/planted.cc lint includes < <(includes harness/decoder/adapt.h)
caught 'up, in a test' RED harness/bytes/planted_test.cc lint includes < <(includes harness/call/run.h)
caught 'up, in C' RED harness/bytes/planted.c lint includes < <(includes harness/call/run.h)
caught 'up, from a folder of a layer' RED harness/judge/planted/planted.cc lint includes < <(includes harness/campaign/run.h)
caught 'up, from a nested layer' RED harness/report/views/planted.cc lint includes < <(includes harness/cli/audit.h)
caught 'up, from a test of a nested layer' RED harness/report/views/planted_test.cc lint includes < <(includes harness/cli/audit.h)
caught 'up, to a nested layer' RED harness/campaign/planted.cc lint includes < <(includes harness/report/views/html.h)
caught 'from a folder to its nested layer' RED harness/report/planted.cc lint includes < <(includes harness/report/views/html.h)
caught 'with blanks' RED harness/bytes/planted.cc lint includes <<<' #  include "harness/spec/dialect.h"'
caught 'in angle brackets' RED harness/bytes/planted.cc lint includes <<<'#include <harness/spec/dialect.h>'
caught 'through the parent' RED harness/bytes/planted.cc lint includes < <(includes ../spec/dialect.h)
caught 'a decoder' RED harness/report/planted.cc lint includes < <(includes impls/planted.h)
caught 'a decoder, from a nested layer' RED harness/report/views/planted.cc lint includes < <(includes impls/planted.h)
caught 'a directory without a row' RED harness/unlisted/planted.cc lint includes < <(includes harness/bytes/bytes.h)
caught 'the law, from a decoder' RED impls/planted.cc lint includes < <(includes harness/spec/dialect.h)
caught 'the law, from a test of decoders' RED impls/planted_test.cc lint includes < <(includes harness/spec/dialect.h)
caught 'the judge, from a saboteur' RED impls/saboteurs/planted.cc lint includes < <(includes harness/judge/judge.h)
caught 'code units, from an adapter' RED impls/adapters/planted.cc lint includes < <(includes harness/bytes/bytes.h)
caught 'its own directory' SILENT harness/spec/planted.cc lint includes < <(includes harness/spec/dialect.h)
caught 'down the line, two steps' SILENT harness/judge/planted.cc lint includes < <(includes harness/bytes/bytes.h)
caught 'down, from a folder of a layer' SILENT harness/judge/planted/planted.cc lint includes < <(includes harness/bytes/bytes.h)
caught 'down, from a nested layer' SILENT harness/report/views/planted.cc lint includes < <(includes harness/report/record.h)
caught 'down, to a nested layer' SILENT harness/cli/planted.cc lint includes < <(includes harness/report/views/html.h)
caught 'the interface, from a decoder' SILENT impls/planted.cc lint includes < <(includes harness/decoder/adapt.h)

printf 'add_decoder(planted_one)\nadd_decoder(folder/planted_three)\nadd_adapter( planted_two SUBJECT "x")\n# add_decoder(planted_not)\n' >>"$copy/impls/decoders.cmake"
caught 'a decoder named' RED harness/call/planted.cc lint names <<<'auto x = "planted_one";'
caught 'a decoder of a folder named' RED harness/call/planted.cc lint names <<<'auto x = "planted_three";'
caught 'an adapter named in a sentence' RED harness/call/planted.h lint names <<<'auto x = "run planted_two now";'
caught 'an example of --help' SILENT harness/call/planted.cc lint names <<<'"  placemat run planted_one\n"'
caught 'a sentence of --help' RED harness/call/planted.cc lint names <<<'"placemat runs planted_one"'
caught 'part of a word' SILENT harness/call/planted.cc lint names <<<'auto x = "unplanted_one planted_ones";'
caught 'an identifier' SILENT harness/call/planted.cc lint names <<<'int planted_one = 1;  // planted_one'
caught 'a row that is a comment' SILENT harness/call/planted.cc lint names <<<'auto x = "planted_not";'
caught 'a decoder named in a test' SILENT harness/call/planted_test.cc lint names <<<'auto x = "planted_one";'

in_placemat() { printf 'namespace placemat {\n%s\n}  // namespace placemat\n' "$1"; }
caught 'a type that is there' RED harness/call/planted.h lint types < <(in_placemat 'struct Dialect {};')
caught 'a class, below another name' RED harness/call/planted.cc lint types < <(in_placemat 'enum class Dialect : char {')
caught 'one of another namespace' SILENT harness/call/planted.h lint types <<<$'namespace planted {\nstruct Dialect {'
caught 'one of an unnamed namespace' SILENT harness/call/planted.cc lint types < <(in_placemat $'namespace {\nstruct Dialect {\n}  // namespace')
caught 'a declaration' SILENT harness/call/planted.h lint types < <(in_placemat 'struct Dialect;')
caught 'a home directory' RED harness/planted.md lint paths < <(printf 'see %shome/ann/notes\n' /)
caught 'a scratch directory' RED harness/planted.cc lint paths < <(printf 'auto x = "%stmp/x";\n' /)
caught 'an address' SILENT harness/planted.md lint paths <<<'see https://example.org/home/ann'
caught 'a letter with an accent' RED corpus/planted.json lint ascii < <(printf '{"x": "\xC3\xA9"}\n')
caught 'a stray code unit' RED corpus/planted.jsonl lint ascii < <(printf '{"x": "\xFF"}\n')
caught 'a tab' RED corpus/planted.json lint ascii < <(printf '{\t}\n')
caught 'plain JSON' SILENT corpus/planted.json lint ascii <<<'{"x": "\u00E9"}'
caught 'a large file' RED corpus/planted.bin lint size < <(head -c 1048577 /dev/zero)
caught 'a long file' RED harness/call/planted.cc lint size < <(yes '' | head -n 1001)
caught 'a file at the limit' SILENT harness/call/planted.cc lint size < <(yes '' | head -n 1000)
caught 'an unknown name at the top' RED planted/file lint toplevel <<<''
if command -v clang-format-19 >/dev/null; then
  caught 'layout' RED harness/call/planted.cc format --check <<<'int   x=1 ;'
  caught 'good layout' SILENT harness/call/planted.cc format --check <<<'int x = 1;'
fi

((failures == 0)) && echo 'every planted fault was caught'
