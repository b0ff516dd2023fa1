#!/usr/bin/env bash
# baseline_test.sh PLACEMAT OUT: what the decoders of this tree did when the baseline was written,
# they do. Only those that this processor cannot run may be absent, and they are named.
set -euo pipefail
placemat=$1 out=$2
baselines=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/reports/baselines
less=()
while read -r decoder; do
  echo "not compared, because this processor cannot run it: $decoder"
  less+=(--allow-less "decoder=$decoder")
done < <("$placemat" list absent | awk '/a processor of another kind/ {print $1}')
exec "$placemat" run --budget quick --no-contrast --out "$out" \
  --expected "$baselines/expected.json" --baseline "$baselines/in-tree.jsonl" "${less[@]}"
