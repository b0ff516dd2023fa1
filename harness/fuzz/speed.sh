#!/usr/bin/env bash
# speed.sh [DIRECTORY [OPTION]...]: the speed of the targets in DIRECTORY (default
# build/fuzz/harness/fuzz), as a share of that of empty_fuzz in the same sitting. All of them get
# the options of the engine.
#
# Inputs have up to 64 units, and the corpus is empty at the start. The targets run in turn, five
# times each. A rate is executions by processor time, so that other work on the machine counts
# little; the median is printed, with the lowest and the highest share.
#
# Example: cmake --build --preset fuzz --target empty_fuzz lean_fuzz differential_fuzz &&
#          harness/fuzz/speed.sh
set -euo pipefail

directory=$(realpath "${1:-build/fuzz/harness/fuzz}")
options=("${@:2}")
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# rate TARGET EXECUTIONS SEED: executions a second of processor time.
rate() {
  local TIMEFORMAT='%U %S' taken
  taken=$({ time "$directory/$1" -runs="$2" -seed="$3" -max_len=64 "${options[@]}" >log 2>&1; } 2>&1) ||
    { cat log >&2 && exit 1; }
  awk -v n="$2" '{print int(n / ($1 + $2))}' <<<"$taken"
}

# median FILE, and share FILE: of five rates; of five shares, with the lowest and the highest.
median() { sort -g "$1" | sed -n 3p; }
share() { sort -g "$1" | awk '{s[NR] = $1} END {print s[3] " (" s[1] " to " s[5] ")"}'; }

for seed in 1 2 3 4 5; do
  empty=$(rate empty_fuzz 8000000 $seed)
  echo "$empty" >>empty
  for target in lean differential; do
    [[ -x $directory/${target}_fuzz ]] || continue
    own=$(rate ${target}_fuzz 1000000 $seed)
    echo "$own" >>"$target"
    awk -v a="$own" -v b="$empty" 'BEGIN {printf "%.4f\n", a / b}' >>"$target-share"
  done
done
echo "empty_fuzz         $(median empty) executions a second"
for target in lean differential; do
  [[ -e $target ]] || continue
  printf '%-18s %s executions a second, share %s\n' "${target}_fuzz" "$(median $target)" \
    "$(share $target-share)"
done
