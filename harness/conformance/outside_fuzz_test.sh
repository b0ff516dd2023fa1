#!/usr/bin/env bash
# outside_fuzz_test BUILD: what is installed from the build tree BUILD makes a fuzz target of a
# project outside, for libFuzzer and for AFL++. A correct decoder has no finding; a wrong one has a
# finding, and the unit test that it prints fails. Exit code 77, with the reason: no clang++-19.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
prefix=$scratch/prefix
command -v clang++-19 >/dev/null || {
  echo 'SKIPPED: there is no clang++-19; scripts/setup test installs it'
  exit 77
}
cmake --install "$build" --prefix "$prefix" >"$scratch/log" || fail "not installed" "$scratch/log"
dictionary=$prefix/share/placemat/corpus/fuzz/utf-8.dict
[[ -s $dictionary ]] || fail "there is no dictionary"

# make DIRECTORY COMPILER HEADER: the target, with that decoder.
make() {
  mkdir -p "$scratch/$1"
  cp "$here"/outside/fuzz/* "$scratch/$1"
  cp "$here/outside/$3" "$scratch/$1/my_utf8.h"
  cmake -G "$(cached CMAKE_GENERATOR)" -S "$scratch/$1" -B "$scratch/$1/build" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$2" \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wpedantic -Wconversion -Werror' >"$scratch/log" 2>&1 ||
    fail "$1 is not configured" "$scratch/log"
  cmake --build "$scratch/$1/build" >"$scratch/log" 2>&1 || fail "$1 is not built" "$scratch/log"
}
# fuzz DIRECTORY OPTION...: libFuzzer, from nothing.
fuzz() {
  local directory=$scratch/$1
  shift
  (cd "$directory" && build/utf8_fuzz -max_len=256 -dict="$dictionary" "$@") >"$scratch/log" 2>&1
}

make right clang++-19 right_utf8.h
! ldd "$scratch/right/build/utf8_fuzz" | grep -E 'libicu|libCLI' || fail "it needs ICU"
fuzz right -runs=100000 || fail "a correct decoder has a finding" "$scratch/log"
make wrong clang++-19 wrong_utf8.h
! fuzz wrong -runs=1000000 || fail "a wrong decoder has no finding" "$scratch/log"
for words in 'finding: my_decoder: ' '  units     ' '  expected  ' '  seen      ' \
  'TEST(Fuzzed, ' 'replay_conformance(my_decoder(), {},'; do
  has "$scratch/log" "$words"
done
# What the engine stored shows the same again.
crash=$(find "$scratch/wrong" -name 'crash-*' | head -n 1)
[[ -n $crash ]] || fail "libFuzzer stored no input" "$scratch/log"
finding=$(grep -m 1 '^finding: ' "$scratch/log")
sed -n '/^#include <placemat\/gtest.h>/,/^}/p' "$scratch/log" >"$scratch/printed_test"
! fuzz wrong "$crash" || fail "the stored input passes"
has "$scratch/log" "$finding"

# The unit test that was printed: it fails with this decoder, and passes with a correct one.
mkdir "$scratch/unit"
sed -n '/^#include/p; /^static/,/^}/p' "$scratch/wrong/utf8_fuzz.cc" |
  sed 's|placemat/fuzz.h|placemat/gtest.h|' >"$scratch/unit/decoder_test.cc"
cat "$scratch/printed_test" >>"$scratch/unit/decoder_test.cc"
sed 's/^enable_testing.*//; s/^add_test.*//' "$here/outside/CMakeLists.txt" \
  >"$scratch/unit/CMakeLists.txt"
for header in wrong right; do
  cp "$here/outside/${header}_utf8.h" "$scratch/unit/my_utf8.h"
  cmake -G "$(cached CMAKE_GENERATOR)" -S "$scratch/unit" -B "$scratch/unit/build" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    >"$scratch/log" 2>&1 || fail "the unit test is not configured" "$scratch/log"
  cmake --build "$scratch/unit/build" >"$scratch/log" 2>&1 ||
    fail "the unit test is not built" "$scratch/log"
  code=0
  "$scratch/unit/build/decoder_test" >"$scratch/log" 2>&1 || code=$?
  [[ $header-$code == wrong-1 || $header-$code == right-0 ]] ||
    fail "the unit test of the $header decoder ends with $code" "$scratch/log"
done

# A decoder that cannot be judged, and an option that is wrong, say so.
sed -i 's/^PLACEMAT_FUZZ_TARGET.*/PLACEMAT_FUZZ_TARGET(my_decoder(), .as = "utf-9")/' \
  "$scratch/right/utf8_fuzz.cc"
cmake --build "$scratch/right/build" >"$scratch/log" 2>&1 || fail "not built" "$scratch/log"
code=0
fuzz right -runs=1 || code=$?
((code == 2)) || fail "an unknown profile ends with $code" "$scratch/log"
has "$scratch/log" utf-9

# AFL++, in persistent mode, with our mutator.
if ! command -v afl-fuzz >/dev/null || ! command -v afl-clang-fast++ >/dev/null; then
  echo 'SKIPPED: AFL++, because there is no afl-fuzz; scripts/setup fuzz installs it'
  exit 0
fi
make afl afl-clang-fast++ wrong_utf8.h
mutator=$(find "$prefix" -name placemat_afl_mutator.so)
[[ -s $mutator ]] || fail "there is no mutator for AFL++"
mkdir "$scratch/seeds"
printf A >"$scratch/seeds/a"
AFL_CUSTOM_MUTATOR_LIBRARY=$mutator AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 \
  AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_BENCH_UNTIL_CRASH=1 \
  timeout 60 afl-fuzz -V 30 -x "$dictionary" -i "$scratch/seeds" -o "$scratch/out" \
  -- "$scratch/afl/build/utf8_fuzz" >"$scratch/log" 2>&1 || true
crash=$(find "$scratch/out" -path '*crashes/id*' | head -n 1)
[[ -n $crash ]] || fail "AFL++ found nothing" "$scratch/log"
! timeout 60 "$scratch/afl/build/utf8_fuzz" "$crash" >"$scratch/log" 2>&1 || fail "its input passes"
has "$scratch/log" 'finding: my_decoder: '
