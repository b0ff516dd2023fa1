#!/usr/bin/env bash
# cost_test: the files to touch for an addition, as the first table of
# CONTRIBUTING.md states them. For each row, it counts the files that name each
# present thing of the kind, besides the thing's own files. The thing with the
# fewest such files shows the cost, because a place that lists all of a kind
# names that one too. (Other things are also named by choice, as utf-8 is where
# a default is needed.)
#
# A file counts when its code names the thing. Not counted are
#   own files   those that match OWN, where @ stands for the name
#   tests       *_test.cc, *_test.sh, fixtures
#   data        corpus/, reports/ and JSON, except where the row counts them
#   documents   *.md, comments, and the examples of --help ("  placemat ...")
#
# For each row, the test plants one more such place, and fails if it is not counted.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The code of the tree, one line each: FILE, a tab, the line without its comment.
find harness impls scripts CMakeLists.txt -type f ! -name '*.md' ! -name '*.json' ! -name '*.txt' -print \
  -o -name subjects.json -print -o -name CMakeLists.txt -print | sort -u | tr '\n' '\0' | xargs -0 awk '
    FNR == 1 { is_c = FILENAME ~ /\.(h|cc|c)$/ }
    is_c { sub(/\/\/.*/, "") }
    !is_c { sub(/(^|[ \t])#.*/, "") }
    /^ *\/?\*/ || /^ *"  placemat / || NF == 0 { next }
    { print FILENAME "\t" $0 }' >"$scratch/code"
# The data in which a policy may be named: FILE, a tab, the name.
{ grep -oHE '"[a-z0-9-]+":' corpus/vectors/*.json corpus/generated/*.json corpus/vector.schema.json || true; } |
  sort -u | sed 's/:/\t/' >"$scratch/data"
readonly uncounted='_test\.(cc|sh)$|_fixture\.h$|/fixture\.h$'

# The names of the present things, one a line.
enumerators() { # FILE ENUM
  sed -n "/enum class $2\\b/,/};/p" "$1" | sed 's://.*::' | grep -oE '\bk[A-Z][A-Za-z0-9]*'
}
decoders() { sed -n 's/^add_decoder(\([a-z0-9_]*\).*/\1/p' impls/decoders.cmake; }
vectors() { grep -oEm1 '"id": "[a-z0-9-]+/[^"]+"' corpus/vectors/*.json | cut -d'"' -f4; }
sources() { sed -n "s/.*const SourceRow \(k[A-Za-z]*Source\){.*/\1/p" harness/generate/*.cc; }
views() { sed -n "s/.*const ViewRow \(k[A-Za-z]*View\){.*/\1/p" harness/report/views/*.cc; }
subjects() { sed -n 's/.*"name": "\([a-z0-9_]*\)".*"kind": "plug-in".*/\1/p' impls/adapters/subjects.json; }
policies() { sed -n 's/^    {"\([a-z0-9-]*\)",.*/\1/p' harness/spec/policy.cc | grep -vx reject; }

# touched NAMES CODE OWN: prints NAME, a tab, FILE, for each name and file with it.
touched() {
  awk -v own="$3|$uncounted" '
    NR == FNR { names[++n] = $0; next }
    { file = $0; sub(/\t.*/, "", file) }
    {
      text = " " substr($0, length(file) + 2) " "
      for (i = 1; i <= n; ++i) {
        at = index(text, names[i])
        if (!at || (names[i], file) in seen) continue
        base = names[i]
        gsub(/"/, "", base)
        gsub(/-/, "_", base)
        mine = own
        gsub(/@/, base, mine)
        if (file ~ mine) continue
        around = substr(text, at - 1, 1) substr(text, at + length(names[i]), 1)
        if (around ~ /[A-Za-z0-9_]/) continue
        seen[names[i], file] = 1
        print names[i] "\t" file
      }
    }' "$1" "$2"
}

# least NAMES CODE OWN: prints the smallest number of files for a name, and the name.
least() {
  { touched "$@" && sed 's/$/\t/' "$1"; } |
    awk -F'\t' '{ count[$1] += $2 != "" } END { for (name in count) print count[name], name }' |
    sort -k1,1n -k2 | head -n1
}

failures=0
fail() {
  printf 'FAILED: %s\n' "$1"
  failures=$((failures + 1))
}

# cost LIMIT WHAT [in data] OWN COMMAND...: the command prints the names, one a line.
cost() {
  local limit=$1 what=$2 where=code own count name planted _
  shift 2
  if [[ $1 == in ]]; then
    where=$2 what+=", in $2"
    shift 2
  fi
  own=$1
  shift
  "$@" | sort -u >"$scratch/names"
  [[ -s $scratch/names ]] || { fail "$what: none was found" && return; }
  grep -Ff "$scratch/names" "$scratch/$where" >"$scratch/some" || true
  read -r count name < <(least "$scratch/names" "$scratch/some" "$own")
  printf '%-22s %d (at most %d) files besides its own; %s is named in:%s\n' "$what" "$count" "$limit" "$name" \
    "$(touched "$scratch/names" "$scratch/some" "$own" | grep -F "$name	" | cut -f2 | sort | sed 's/^/ /' | tr -d '\n')"
  ((count <= limit)) ||
    fail "$what costs more than CONTRIBUTING.md says; derive the last place from the row"
  sed 's/^/harness\/planted.cc\t/' "$scratch/names" >>"$scratch/some"
  read -r planted _ < <(least "$scratch/names" "$scratch/some" "$own")
  ((planted == count + 1)) || fail "$what: a planted place was not counted"
}

cost 1 'a decoder' '^impls/@\.(cc|h)$' decoders
cost 0 'a vector' '^corpus/' vectors
cost 2 'a dialect' '^impls/' enumerators harness/spec/dialect.h DialectId
cost 1 'a policy' '^impls/' enumerators harness/spec/policy.h PolicyId
cost 0 'a policy' in data '^impls/' policies
cost 3 'an error class' '^impls/' enumerators harness/spec/error_class.h ErrorClass
cost 1 'a source of cases' '^harness/generate/([a-z_]+_source|blocks|context)\.cc$' sources
cost 3 'a presentation value' '^impls/' enumerators harness/presentation/values.h Placement
cost 1 'a report view' '^harness/report/views/(html|junit|markdown|subjects)\.cc$' views
cost 2 'a listed subject' '^impls/adapters/subjects/[a-z0-9_]+\.cc$' subjects

((failures == 0)) || exit 1
