#!/usr/bin/env bash
# outside_test BUILD: what is installed from the build tree BUILD is enough for
# projects outside: the template of a plug-in, the examples of the documents, and a
# program of its own. A wrong decoder must fail in each of them.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
prefix=$scratch/prefix
# configure SOURCE: the project there, with the generator and the compilers of
# the tree; CMake's own choice need not be on the machine.
configure() {
  cmake -G "$(cached CMAKE_GENERATOR)" -S "$1" -B "$1/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    -DCMAKE_C_FLAGS='-Wall -Wextra -Wpedantic -Wconversion -Werror' \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wconversion -Werror' >"$scratch/log" 2>&1 ||
    fail "$1 is not configured" "$scratch/log"
}
make() { cmake --build "$1/build" >"$scratch/log" 2>&1 || fail "$1 is not built" "$scratch/log"; }
passes() {
  ctest --test-dir "$1/build" --output-on-failure >"$scratch/log" 2>&1 ||
    fail "the tests of $1 fail" "$scratch/log"
}

# Installed, moved, and asked where its corpora are: it must stumble over its own.
cmake --install "$build" --prefix "$scratch/elsewhere" >"$scratch/log" ||
  fail "not installed" "$scratch/log"
mv "$scratch/elsewhere" "$prefix"
placemat=$prefix/bin/placemat
flags=$prefix/share/placemat/corpus/flags.json
cp "$flags" "$scratch/flags.json"
printf 'x' >"$flags"
! "$placemat" list flags >"$scratch/log" 2>&1 || fail "the installed corpora are not read"
has "$scratch/log" "$flags"
cp "$scratch/flags.json" "$flags"
"$placemat" corpus lint >"$scratch/log" 2>&1 || fail "the installed corpora are wrong" "$scratch/log"
[[ -s $prefix/share/placemat/reports/schema/report.schema.json ]] || fail "there is no schema"
for file in placemat/ci/run.sh man/man1/placemat.1 man/man1/placemat-corpus-add.1 \
  bash-completion/completions/placemat zsh/site-functions/_placemat \
  fish/vendor_completions.d/placemat.fish; do
  [[ -s $prefix/share/$file ]] || fail "there is no share/$file"
done
! grep -rlF "$build" "$prefix/lib" "$prefix/include" --include='*.cmake' --include='*.h' ||
  fail "the package knows the tree it was built in"

# The plug-in, in C99: as it is, and with an overlong form let in.
cp -r "$prefix/share/placemat/template" "$scratch/plugin"
configure "$scratch/plugin"
make "$scratch/plugin"
passes "$scratch/plugin"
sed -i 's/in\[0\] >= 0xC2/in[0] >= 0xC1/' "$scratch/plugin/my_decoder.c"
make "$scratch/plugin"
code=0
"$placemat" audit "$scratch/plugin/build/my_decoder.so" --budget quick --out "$scratch/audit" \
  >"$scratch/log" 2>&1 || code=$?
((code == 1)) || fail "a wrong plug-in ends with $code" "$scratch/log"
has "$scratch/log" accepts-overlong

# The adapters of the line protocol: one that is installed, and a filter.
adapters=$prefix/share/placemat/adapters/lang
for adapter in cpython.py perl.pl rust.rs java.java; do
  [[ -s $adapters/$adapter ]] || fail "there is no adapter $adapter"
done
if command -v python3 >"$scratch/log"; then
  "$placemat" audit --check -- python3 "$adapters/cpython.py" bytes_decode >"$scratch/log" 2>&1 ||
    fail "the installed adapter does not answer" "$scratch/log"
  has "$scratch/log" 'the adapter answers as it should'
fi
"$placemat" audit --check --filter --output utf-8 --mode lossy -- cat >"$scratch/log" 2>&1 ||
  fail "a filter is not asked" "$scratch/log"

# The examples of the documents, word for word.
example() { # example FILE SECTION LANGUAGE: that block of the section
  sed -n "/^## $2\$/,/^## /p" "$1" | sed -n "/^\`\`\`$3\$/,/^\`\`\`\$/p" | sed '1d;$d'
}
# That of the main README has a verdict only: a right decoder passes, a wrong one does not.
mkdir "$scratch/door"
{
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(door LANGUAGES CXX)\nenable_testing()\n'
  example "$here/../../README.md" 'My C++ test' cmake
} >"$scratch/door/CMakeLists.txt"
example "$here/../../README.md" 'My C++ test' cpp >"$scratch/door/utf8_test.cc"
cp "$here/outside/right_utf8.h" "$scratch/door/my_utf8.h"
configure "$scratch/door"
make "$scratch/door"
passes "$scratch/door"
cp "$here/outside/wrong_utf8.h" "$scratch/door/my_utf8.h"
make "$scratch/door"
! "$scratch/door/build/utf8_test" >"$scratch/log" 2>&1 || fail "a wrong verdict passes"
has "$scratch/log" 'accepts-overlong'

# The wrong one again, without CMake.
if command -v pkg-config >"$scratch/log"; then
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name placemat.pc)") \
    pkg-config --cflags --libs placemat) || fail 'pkg-config does not know placemat'
  # The flags are quoted for a shell.
  eval "'$(cached CMAKE_CXX_COMPILER)'" -std=c++20 "'$scratch/door/utf8_test.cc'" "$flags" \
    -lgtest -lgtest_main -o "'$scratch/door/by_pkg_config'" >"$scratch/log" 2>&1 ||
    fail 'it is not built with the flags of pkg-config' "$scratch/log"
  ! "$scratch/door/by_pkg_config" >"$scratch/log" 2>&1 || fail "a wrong verdict passes"
  has "$scratch/log" 'accepts-overlong'
fi

mkdir "$scratch/readme"
example "$here/README.md" GoogleTest cmake >"$scratch/readme/CMakeLists.txt"
example "$here/README.md" GoogleTest cpp >"$scratch/readme/utf8_test.cc"
cp "$here/outside/right_utf8.h" "$scratch/readme/my_utf8.h"
configure "$scratch/readme"
make "$scratch/readme"
passes "$scratch/readme"

# The same with a wrong decoder: what it prints is what somebody has to go by.
cp "$here/outside/wrong_utf8.h" "$scratch/readme/my_utf8.h"
make "$scratch/readme"
! "$scratch/readme/build/utf8_test" >"$scratch/failure" 2>&1 || fail "a wrong decoder passes"
line=$(grep -n PLACEMAT_CONFORMANCE_TEST "$scratch/readme/utf8_test.cc" | cut -d: -f1)
for words in accepts-overlong accepts-surrogate over-read expected seen 'PLACEMAT_REPLAY="' \
  "utf8_test.cc:$line: Failure" '[  FAILED  ] MyDecoder.Overlong' '[       OK ] MyDecoder.Run'; do
  has "$scratch/failure" "$words"
done
# Its first replay line, as it stands there, shows the same again.
replay=$(sed -n 's/^ *replay *//p' "$scratch/failure" | head -n 1)
! bash -c "$replay" >"$scratch/log" 2>&1 || fail "the replay line passes: $replay" "$scratch/log"
has "$scratch/log" "$(sed -n 's/^ *seen *//p' "$scratch/failure" | head -n 1)"

# A program that claims more: streams, UTF-16, offsets; and more than one test.
cp -r "$here/outside" "$scratch/outside"
configure "$scratch/outside"
make "$scratch/outside"
passes "$scratch/outside"
