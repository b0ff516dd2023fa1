#!/usr/bin/env bash
# dataset_test.sh: the data set of reports/audit loads with pandas, as its example shows, and the
# example counts what the file has. Without pandas it says SKIPPED, and why.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

size=$(cat "$root"/reports/audit/*.[gx]z | wc -c)
((size < 1000000)) || die 1 "reports/audit: the data have $size bytes; less than 1 MB is wanted"

python=
for candidate in python3 /usr/bin/python3; do
  ! "$candidate" -c 'import pandas' 2>/dev/null || python=$candidate
done
if [[ -z $python ]]; then
  echo "SKIPPED: no python3 has pandas; Debian's package python3-pandas has it"
  exit 77
fi

for data in "$root"/reports/audit/*.[gx]z; do
  unpack=(zcat) && [[ $data != *.xz ]] || unpack=(xzcat)
  count() { "${unpack[@]}" "$data" | grep -c "^{\"record\":\"$1\""; }
  printed=$(cd "$root/reports/audit" && "$python" load.py "$(basename "$data")")
  rows=$(($(wc -l <<<"$printed") - 2))
  [[ $rows == "$(count external_decoder)" ]] ||
    die 1 "load.py prints $rows rows; the file has $(count external_decoder) entry points"
  sum=$(awk 'NR > 2 { sum += $NF } END { print sum }' <<<"$printed")
  [[ $sum == "$(count finding)" ]] ||
    die 1 "load.py counts $sum findings; the file has $(count finding)"
  echo "$(basename "$data"): $rows entry points, $sum findings"
done
