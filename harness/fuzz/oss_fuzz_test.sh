#!/usr/bin/env bash
# oss_fuzz_test.sh [SANITIZER]...: runs .clusterfuzzlite/build.sh with the variables that the images
# of OSS-Fuzz set, and checks each target as OSS-Fuzz does after a build: it starts, it runs its
# seeds, it is instrumented, and it needs no shared library that the image of the runner lacks. The
# tree is gone by then. Without arguments: each sanitizer, and coverage.
#
# The memory sanitizer needs an instrumented C++ library, as the image has. Without one, this script
# builds the targets, checks them, and prints that it does not run them.
#
# Exit code: 0 right, 1 wrong, 77 skipped: no clang-19.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command -v clang++-19 >/dev/null || { echo 'SKIPPED: no clang++-19'; exit 77; }
(($# > 0)) || set -- address undefined memory coverage

fail() {
  printf 'FAILED: %s\n' "$1"
  [[ -z ${2-} ]] || tail -n 20 "$2"
  exit 1
}

# What a target may ask the runner for. There the C++ library is linked statically.
present='linux-vdso|ld-linux|libc\.so|libm\.so|libdl\.so|librt\.so|libpthread\.so|libresolv\.so|libgcc_s|libstdc\+\+'
common='-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'
declare -A flags=(
  [address]='-fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link'
  [undefined]='-fsanitize=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr -fno-sanitize-recover=all -fsanitize=fuzzer-no-link'
  # The templates of the C++ library are compiled here, because the packaged one is not instrumented.
  [memory]='-fsanitize=memory -fsanitize-memory-track-origins -D_GLIBCXX_EXTERN_TEMPLATE=0 -fsanitize=fuzzer-no-link'
  [coverage]='-fprofile-instr-generate -fcoverage-mapping'
)

# can_run: a program that is right is reported where the C++ library, which writes the nodes of a set
# and the state of a stream, is not instrumented. Anything else that goes wrong is a failure.
can_run() {
  local log=$scratch/probe.log
  [[ $sanitizer == memory ]] || return 0
  printf '#include <fstream>\n#include <set>\n%s\n' \
    'int main() { std::set<int> s{2, 1}; std::ifstream in("/"); return *s.begin() != 1 || in.bad(); }' |
    clang++-19 -x c++ - ${flags[memory]} -o "$scratch/probe" >"$log" 2>&1 ||
    fail 'the probe of the C++ library does not build' "$log"
  "$scratch/probe" >"$log" 2>&1 && return 0
  grep -q 'MemorySanitizer: use-of-uninitialized-value' "$log" ||
    fail 'the probe of the C++ library does not run' "$log"
  return 1
}

check_target() {
  local target=$1 log=$scratch/log name
  name=$(basename "$target")
  ldd "$target" | grep -vE "$present" >"$log" && fail "$name needs shared libraries" "$log"
  [[ $sanitizer == coverage || $(readelf -SW "$target") == *__sancov_cntrs* ]] ||
    fail "$name is not instrumented"
  [[ $runs == yes ]] || return 0
  (cd "$scratch" && env -i "$target" -runs=4 >"$log" 2>&1) || fail "$name does not start" "$log"
  mkdir -p "$scratch/seeds/$name"
  if [[ -f ${target}_seed_corpus.zip ]]; then
    python3 -m zipfile -e "${target}_seed_corpus.zip" "$scratch/seeds/$name"
    (cd "$scratch" && env -i "$target" -runs=0 -dict="$target.dict" "seeds/$name" >"$log" 2>&1) ||
      fail "$name does not run its seeds" "$log"
  fi
}

for sanitizer in "$@"; do
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  mkdir -p "$scratch"/{src,work,out}
  git -C "$root" ls-files -z --cached --others --exclude-standard |
    (cd "$root" && mkdir -p "$scratch/src/placemat" && xargs -0 cp --parents -t "$scratch/src/placemat")
  env CC=clang-19 CXX=clang++-19 CFLAGS="$common ${flags[$sanitizer]}" \
    CXXFLAGS="$common ${flags[$sanitizer]}" LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
    SANITIZER="$sanitizer" OUT="$scratch/out" SRC="$scratch/src" WORK="$scratch/work" \
    "$scratch/src/placemat/.clusterfuzzlite/build.sh" >"$scratch/build.log" 2>&1 ||
    fail "$sanitizer: build.sh" "$scratch/build.log"
  rm -rf "$scratch/src" "$scratch/work"
  targets=("$scratch"/out/*_fuzz)
  ((${#targets[@]} == 10)) || fail "$sanitizer: ${#targets[@]} targets are not 10"
  # The journal has no seeds: its frames have a digest.
  seeded=("$scratch"/out/*_fuzz_seed_corpus.zip) worded=("$scratch"/out/*_fuzz.dict)
  ((${#seeded[@]} == 9 && ${#worded[@]} == 9)) ||
    fail "$sanitizer: ${#seeded[@]} seeds and ${#worded[@]} dictionaries are not 9 and 9"
  runs=yes
  can_run || runs=no
  for target in "${targets[@]}"; do check_target "$target"; done
  if [[ $runs == yes ]]; then
    printf '%s: %s targets start, run their seeds and stand alone\n' "$sanitizer" "${#targets[@]}"
  else
    printf '%s: %s targets stand alone; SKIPPED: they are not run, because the C++ library here %s\n' \
      "$sanitizer" "${#targets[@]}" 'is not instrumented'
  fi
  rm -rf "$scratch"
done
