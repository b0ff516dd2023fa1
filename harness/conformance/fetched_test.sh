#!/usr/bin/env bash
# fetched_test BUILD configure|build: a project outside builds the suite as a part of itself, with
# the generator and the compilers of the build tree BUILD. `configure` checks what would be built,
# `build` builds it and runs the test of the project.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
step=$2
tree=$(cd "$here/../.." && pwd)
# configure DIRECTORY OPTION...: the project in that build directory.
configure() {
  local directory=$1
  shift
  cmake -G "$(cached CMAKE_GENERATOR)" -S "$scratch/project" -B "$directory" \
    -DFETCHCONTENT_SOURCE_DIR_PLACEMAT="$tree" -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
    -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wconversion -Werror' \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@" >"$scratch/log" 2>&1 ||
    fail "not configured: $*" "$scratch/log"
}
make() {
  cmake --build "$1" --target "$2" --parallel 2 >"$scratch/log" 2>&1 ||
    fail "$2 is not built" "$scratch/log"
}
objects() { grep -c '"file":' "$1/compile_commands.json"; }

cp -r "$here/outside/fetched" "$scratch/project"
sed -n '/^## GoogleTest$/,/^## A plug-in/p' "$here/README.md" |
  sed -n '/^```cpp$/,/^```$/p' | sed '1d;$d' >"$scratch/project/utf8_test.cc"
cp "$here/outside/right_utf8.h" "$scratch/project/my_utf8.h"

# Only what the test needs, by default.
configure "$scratch/part" -DCMAKE_BUILD_TYPE=Debug
n=$(objects "$scratch/part")
((n <= 45)) || fail "$n files are compiled for one test"
if grep -Ei 'icu|cli11|valijson' "$scratch/part/CMakeCache.txt" \
  "$scratch/part/compile_commands.json" >"$scratch/log"; then
  fail 'a library of the program is asked for' "$scratch/log"
fi
# GoogleTest may be found after placemat, too.
sed -i '/^find_package(GTest/d; /^FetchContent_MakeAvailable/a find_package(GTest REQUIRED)' \
  "$scratch/project/CMakeLists.txt"
configure "$scratch/later" -DCMAKE_BUILD_TYPE=Debug
# All of it, and the test of the project knows both.
configure "$scratch/whole" -DPLACEMAT_SUITE_ONLY=OFF -DCMAKE_BUILD_TYPE=Release
has "$scratch/whole/compile_commands.json" /harness/cli/main.cc
[[ $step == build ]] || exit 0

make "$scratch/part" all
ctest --test-dir "$scratch/part" --output-on-failure >"$scratch/log" 2>&1 ||
  fail 'the test of a correct decoder fails' "$scratch/log"
cp "$here/outside/wrong_utf8.h" "$scratch/project/my_utf8.h"
make "$scratch/part" utf8_test
! "$scratch/part/utf8_test" >"$scratch/log" 2>&1 || fail 'a wrong decoder passes'
has "$scratch/log" '[  FAILED  ] MyDecoder.Overlong'
cp "$here/outside/right_utf8.h" "$scratch/project/my_utf8.h"
make "$scratch/whole" utf8_test
"$scratch/whole/utf8_test" >"$scratch/log" 2>&1 || fail 'the whole tree judges otherwise' "$scratch/log"

# The suite alone, installed.
cmake -G "$(cached CMAKE_GENERATOR)" -S "$tree" -B "$scratch/suite" -DPLACEMAT_SUITE_ONLY=ON \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
  -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" >"$scratch/log" 2>&1 ||
  fail 'the suite is not configured' "$scratch/log"
make "$scratch/suite" all
cmake --install "$scratch/suite" --prefix "$scratch/prefix" >"$scratch/log" ||
  fail 'the suite is not installed' "$scratch/log"
cp -r "$here/outside" "$scratch/outside"
cmake -G "$(cached CMAKE_GENERATOR)" -S "$scratch/outside" -B "$scratch/outside/build" \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" >"$scratch/log" 2>&1 ||
  fail 'the installed suite is not found' "$scratch/log"
make "$scratch/outside/build" all
ctest --test-dir "$scratch/outside/build" --output-on-failure >"$scratch/log" 2>&1 ||
  fail 'the installed suite judges otherwise' "$scratch/log"
