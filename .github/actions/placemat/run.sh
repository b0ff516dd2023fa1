#!/usr/bin/env bash
# run.sh: judges a decoder in a pipeline, writes every form of the report, and
# fails as PLACEMAT_FAIL_ON says. action.yml and .gitlab/placemat.yml run it; it
# knows neither, apart from the two files that GitHub names.
#
#   PLACEMAT           the program (placemat)
#   PLACEMAT_COMMAND   run or audit, with their arguments, as a shell line (run)
#   PLACEMAT_PROFILE   judge as this dialect or profile
#   PLACEMAT_BASELINE  a baseline or an older report.jsonl
#   PLACEMAT_FAIL_ON   new, regression or coverage-loss (new)
#   PLACEMAT_OUT       the directory of the report (placemat-report)
#
# Exit code: 0, 1 a reason to fail, 2 misuse, 3 the decoder is absent, 4 the run
# did not end.
set -euo pipefail

placemat=${PLACEMAT:-placemat} out=${PLACEMAT_OUT:-placemat-report}
fail_on=${PLACEMAT_FAIL_ON:-new} baseline=${PLACEMAT_BASELINE:-}

# die CODE TEXT: the reason, on a page of GitHub too.
die() {
  [[ -z ${GITHUB_ACTIONS:-} ]] || printf '::error title=placemat::%s\n' "$2"
  printf 'placemat: %s\n' "$2" >&2
  exit "$1"
}

case $fail_on in
  new) ;;
  regression | coverage-loss)
    [[ -n $baseline ]] || die 2 "fail-on: $fail_on wants a baseline"
    ;;
  *) die 2 "fail-on: '$fail_on' is neither new, regression nor coverage-loss" ;;
esac
[[ -z $baseline || -f $baseline ]] || die 2 "baseline: there is no file $baseline"
command -v "$placemat" >/dev/null || die 3 "there is no program $placemat"

# The words of the command; options of ours stand before a `--`.
eval "words=(${PLACEMAT_COMMAND:-run})"
case ${words[0]} in
  run | audit) ;;
  *) die 2 "command: begins with '${words[0]}', and neither with run nor with audit" ;;
esac
options=(--out "$out")
[[ -z ${PLACEMAT_PROFILE:-} ]] || options+=(--as "$PLACEMAT_PROFILE")
mkdir -p "$out"
rm -f "$out/report.jsonl"
ran=0
"$placemat" "${words[0]}" "${options[@]}" "${words[@]:1}" >"$out/summary.txt" || ran=$?
cat "$out/summary.txt"
report=$out/report.jsonl
[[ -s $report ]] || die "$((ran > 1 ? ran : 4))" "no report was written; the reason is above"

"$placemat" report "$report" --html "$out/report.html" --junit "$out/report.junit.xml" \
  --markdown "$out/report.md" --sarif "$out/report.sarif" --badge "$out/badge.json"
verdict=$(head -n 1 "$out/summary.txt")
[[ -z ${GITHUB_OUTPUT:-} ]] || printf 'verdict=%s\n' "$verdict" >>"$GITHUB_OUTPUT"

compared=0
if [[ -n $baseline ]]; then
  "$placemat" diff "$baseline" "$report" >"$out/diff.txt" || compared=$?
fi
if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then
  {
    cat "$out/report.md"
    # shellcheck disable=SC2016
    [[ -z $baseline ]] || printf '\n## Against the baseline\n\n```\n%s\n```\n' "$(cat "$out/diff.txt")"
  } >>"$GITHUB_STEP_SUMMARY"
fi

((compared <= 1)) || die "$compared" "the baseline cannot be compared; the reason is above"
if ((compared == 1)); then
  first=$(head -n 1 "$out/diff.txt")
  [[ $first != 'coverage lost:'* ]] || die 1 "$first"
  [[ $fail_on == coverage-loss ]] || die 1 "worse than the baseline: $(grep -m 1 -A 1 '^  [!+]' "$out/diff.txt" | paste -sd ' ')"
fi
((ran <= 1)) || die "$ran" "the run did not end as it should: $verdict"
[[ $fail_on != new || $ran == 0 ]] || die 1 "$verdict"
