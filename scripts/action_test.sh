#!/usr/bin/env bash
# action_test PLACEMAT: the shell step of the action of .github/, as a pipeline
# would run it: what it writes, and when it fails. It must not need GitHub.
set -euo pipefail
placemat=$(realpath "$1")
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.github/actions/placemat" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() {
  printf 'FAILED: %s\n' "$1" >&2
  sed 's/^/    /' log >&2
  exit 1
}
# step CODE NAME=VALUE...: runs the step, which must end with this code.
step() {
  local wanted=$1 code=0
  shift
  : >summary.md
  env PLACEMAT="$placemat" GITHUB_STEP_SUMMARY="$scratch/summary.md" \
    GITHUB_OUTPUT="$scratch/output" "$@" "$folder/run.sh" >log 2>&1 || code=$?
  [[ $code == "$wanted" ]] || fail "$*: exit code $code, not $wanted"
}
says() { grep -qF -- "$1" log || fail "'$1' is not in the log"; }
quick='--budget quick --source curated --no-oracle --no-contrast'

# action.yml passes each input on, under the name that run.sh reads.
while read -r name; do
  grep -qE "^#   $name " "$folder/run.sh" || { echo "run.sh does not explain $name" && exit 1; }
done < <(sed -nE 's/^        (PLACEMAT[A-Z_]*): \$\{\{ inputs.*/\1/p' "$folder/action.yml")
[[ $(grep -cE '^        PLACEMAT[A-Z_]*: \$\{\{ inputs' "$folder/action.yml") == 6 ]] ||
  { echo "action.yml does not pass six inputs on" && exit 1; }

# The command of the document ends as a command of its own would, here with a plug-in that is absent.
documented=$(sed -nE 's/^    command: (.*)$/\1/p' "$folder/../../../harness/conformance/README.md")
[[ $documented == audit* ]] || { echo "the document has no command of the action" && exit 1; }
step 3 PLACEMAT_COMMAND="$documented"
says 'build/mine.so'

# A right decoder, and all that is written.
step 0 PLACEMAT_COMMAND="run branchy $quick"
for file in report.jsonl report.html report.junit.xml report.md report.sarif badge.json; do
  [[ -s placemat-report/$file ]] || fail "there is no $file"
done
grep -q '"message":"conforms"' placemat-report/badge.json || fail "the badge does not say that it conforms"
grep -q 'branchy conforms' summary.md || fail "the summary of the job has no verdict"
grep -q '^verdict=branchy conforms' output || fail "there is no output 'verdict'"

# The same as another profile differs, and the first line says so.
step 1 PLACEMAT_COMMAND="run branchy $quick" PLACEMAT_PROFILE=utf-8/per-byte/keep
says 'branchy differs'
# Words in quotation marks stay one word: there is no decoder of this name.
step 2 PLACEMAT_COMMAND="run 'branchy $quick'"
says "unknown decoder 'branchy --budget"

# Against a baseline.
"$placemat" run branchy dfa_shift --budget quick --source curated --no-oracle --no-contrast --out made \
  --write-baseline baseline.jsonl >log
step 0 PLACEMAT_COMMAND="run branchy dfa_shift $quick" PLACEMAT_BASELINE=baseline.jsonl
for fail_on in new regression coverage-loss; do
  step 1 PLACEMAT_COMMAND="run branchy $quick" PLACEMAT_BASELINE=baseline.jsonl \
    PLACEMAT_FAIL_ON=$fail_on GITHUB_ACTIONS=true
  says '::error title=placemat::coverage lost: decoder dfa_shift'
  grep -q 'coverage lost: decoder dfa_shift' summary.md || fail "the summary does not name the loss"
done

# A finding that the baseline has is new to no one but fail-on: new.
"$placemat" run branchy --as utf-8/per-byte/keep --budget quick --source curated --no-oracle --no-contrast \
  --expected none --out made --write-baseline known.jsonl >log || true
known=(PLACEMAT_COMMAND="run branchy $quick" PLACEMAT_PROFILE=utf-8/per-byte/keep
  PLACEMAT_BASELINE=known.jsonl)
step 1 "${known[@]}"
step 0 "${known[@]}" PLACEMAT_FAIL_ON=regression
step 0 "${known[@]}" PLACEMAT_FAIL_ON=coverage-loss
# One vector of the baseline that passed, and fails now: worse for all but coverage-loss.
grep -v '"record":"finding"' known.jsonl >better.jsonl
if cmp -s known.jsonl better.jsonl; then fail "the baseline has no finding"; fi
known[2]=PLACEMAT_BASELINE=better.jsonl
step 1 "${known[@]}" PLACEMAT_FAIL_ON=regression
says 'worse than the baseline'
step 0 "${known[@]}" PLACEMAT_FAIL_ON=coverage-loss

# Misuse is no verdict.
step 2 PLACEMAT_FAIL_ON=regression
step 2 PLACEMAT_FAIL_ON=sometimes
step 2 PLACEMAT_BASELINE=absent.jsonl
step 2 PLACEMAT_COMMAND='list decoders'
step 3 PLACEMAT=/nowhere/placemat
# A report of an earlier step is not taken for one of this.
step 2 PLACEMAT_COMMAND='run no_such_decoder'
[[ ! -e placemat-report/report.jsonl ]] || fail "an old report is left"
