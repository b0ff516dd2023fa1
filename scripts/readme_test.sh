#!/usr/bin/env bash
# readme_test PLACEMAT: what the documents show is what the program does: lists
# and numbers are those it prints, examples run, links lead somewhere. A check
# whose tool is not on this machine says SKIPPED and why.
set -euo pipefail
placemat=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
problems=0
problem() {
  printf '%s\n' "$@"
  problems=$((problems + 1))
}
# block FILE SECTION FENCE: the first block with this fence in that section.
block() {
  awk -v section="$2" -v fence="\`\`\`$3" '
    /^#+ / && !inside { here = substr($0, index($0, " ") + 1) == section }
    here && !inside && $0 == fence { inside = 1; next }
    inside && /^```$/ { exit }
    inside' "$1"
}
# states FILE TEXT: somewhere in it, whatever the breaks of its lines.
states() {
  tr '\n' ' ' <"$1" | grep -qF -- "$2" || problem "$1 does not say '$2'; mend the number"
}

# impls/README.md shows the decoders as the program lists them. A decoder that is
# absent here is not printed, and so not compared.
rows=$("$placemat" list decoders --format markdown)
if missing=$(grep -vxFf impls/README.md <<<"$rows"); then
  problem 'impls/README.md does not have these rows; put them in:' "$missing"
fi

# harness/cli/README.md names each command.
while read -r command; do
  grep -qE "^\| \`$command( [^|]*)?\` \|" harness/cli/README.md ||
    problem "harness/cli/README.md has no row of \`placemat $command\`"
done < <("$placemat" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')

# The main README is short, and its numbers are those of the commands.
size=$(wc -c <README.md)
((size <= 9216)) || problem "README.md has $size bytes; at most 9216: move a part to the folder it describes"
states README.md "$(grep -oE '^[0-9]+ entry points of [0-9]+ products' reports/AUDIT.md)"
states README.md "has $(sed -nE 's/^([0-9]+) defects in ([0-9]+ products).*/\1 in \2/p' reports/DEFECTS.md | head -n 1)"
states README.md "$(LC_ALL=C awk '/"id":/ { ++n } END { printf "%d,%03d vectors", n / 1000, n % 1000 }' corpus/vectors/*.json)"
saboteurs=$("$placemat" list saboteurs --format json | grep -c '"saboteur":')
states README.md "$saboteurs *saboteurs*: decoders that have one planted bug each"

# The packages of the vectors state the shares that harness/strength/README.md has.
while IFS='|' read -r _ set _ _ output values verdict _; do
  grep -qE "^\|$set\|[^|]*\|$output\|$values\|$verdict\|$" corpus/packages/shared/members.md ||
    problem "corpus/packages/shared/members.md has other shares for$set than harness/strength/README.md"
done < <(grep -E '^\| `(core|standard|full)` ' harness/strength/README.md)

# Every link of a document leads to a file of the tree.
while IFS=: read -r file target; do
  target=${target#*](} target=${target%)} target=${target%%#*}
  [[ -z $target || $target == *://* || $target == mailto:* ]] && continue
  [[ -e $(dirname "$file")/$target ]] || problem "$file: the link to $target leads nowhere"
done < <(git ls-files --cached --others --exclude-standard '*.md' | grep -v '^corpus/text/' |
  xargs grep -oE '\]\([^) ]+\)' | sort -u)

# The picture is what the command in reports/README.md prints.
command=$(block reports/README.md 'The picture' '')
command=${command//DIR/"$scratch/picture"}
command=${command//reports\/matrix.svg/"$scratch/matrix.svg"}
command=${command//placemat /"$placemat" }
code=0
bash -c "$command" >"$scratch/log" 2>&1 || code=$?
[[ $code -le 1 && -s $scratch/matrix.svg ]] || problem "the picture is not made (exit code $code):" "$(cat "$scratch/log")"
cmp -s "$scratch/matrix.svg" reports/matrix.svg ||
  problem "reports/matrix.svg is not what its command prints; make it again (reports/README.md)"

# The finding of the main README, line by line.
"$placemat" run tutorial_lenient --as utf-8 --budget quick --no-oracle --out "$scratch/finding" \
  >"$scratch/log" 2>&1 || true
if missing=$(block README.md 'One finding' '' | grep -vxFf "$scratch/log"); then
  problem 'README.md shows lines of a finding that the run does not print:' "$missing"
fi

# The Python in the documents runs.
if command -v python3 >/dev/null; then
  block README.md 'Just the vectors' python >"$scratch/vectors.py"
  python3 "$scratch/vectors.py" >"$scratch/log" 2>&1 ||
    problem "the example of README.md, just the vectors, fails:" "$(cat "$scratch/log")"
  block README.md 'My binary, or another language' python >"$scratch/adapter.py"
  "$placemat" audit --check -- python3 "$scratch/adapter.py" >"$scratch/log" 2>&1 ||
    problem "the adapter of README.md is not in order:" "$(cat "$scratch/log")"
  block reports/README.md 'Reading it in Python' python >"$scratch/read.py"
  python3 "$scratch/read.py" "$scratch/finding/report.jsonl" >"$scratch/read" 2>&1 ||
    problem "the example of reports/README.md fails:" "$(cat "$scratch/read")"
  grep -q $'tutorial_lenient\taccepts-overlong\tC0 80' "$scratch/read" ||
    problem "the example of reports/README.md does not print the finding:" "$(cat "$scratch/read")"
  # Of a report with contrasts and expected findings, no finding is new.
  "$placemat" run tutorial_lenient libstdcxx_codecvt --budget quick --source curated --no-oracle \
    --out "$scratch/known" >"$scratch/log" 2>&1 || true
  known=$scratch/known/report.jsonl
  grep -q '"record":"finding".*"claimed":false' "$known" ||
    problem "the run that the examples read has no contrast:" "$(cat "$scratch/log")"
  grep -q '"record":"finding".*"reason":"[^"]' "$known" ||
    echo "SKIPPED: the Python examples on expected findings, because libstdcxx_codecvt is absent"
  python3 "$scratch/read.py" "$known" >"$scratch/read" 2>&1 || true
  [[ ! -s $scratch/read ]] ||
    problem "the example of reports/README.md lists what is not new:" "$(cat "$scratch/read")"
  if python3 -c 'import pandas' 2>/dev/null; then
    block reports/README.md 'Reading it in Python' 'python pandas' >"$scratch/example.py"
    python3 "$scratch/example.py" "$scratch/finding/report.jsonl" >"$scratch/log" 2>&1 ||
      problem "the pandas example of reports/README.md fails:" "$(cat "$scratch/log")"
    grep -q '^tutorial_lenient' "$scratch/log" ||
      problem "the pandas example prints no row of the decoder:" "$(cat "$scratch/log")"
    python3 "$scratch/example.py" "$known" >"$scratch/log" 2>&1 ||
      problem "the pandas example fails where no finding is new:" "$(cat "$scratch/log")"
    if grep -qE '^(tutorial_lenient|libstdcxx_codecvt)' "$scratch/log"; then
      problem "the pandas example lists what is not new:" "$(cat "$scratch/log")"
    fi
  else
    echo "SKIPPED: the pandas example of reports/README.md, because python3 has no pandas"
  fi
else
  echo "SKIPPED: the Python examples, because there is no python3"
fi
((problems == 0)) || exit 1
