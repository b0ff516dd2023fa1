#!/usr/bin/env bash
# outside_simd_test BUILD: what is installed from the build tree BUILD decodes for projects outside:
# the examples of the document in C++ and in C, a program that the suite judges, and the library
# built by itself as a part of another project.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
prefix=$scratch/prefix
readme=$here/../../impls/simd/README.md
cmake --install "$build" --prefix "$prefix" >"$scratch/log" || fail "not installed" "$scratch/log"
configure() { # configure SOURCE OPTION...
  local source=$1
  shift
  cmake -G "$(cached CMAKE_GENERATOR)" -S "$source" -B "$source/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" \
    -DCMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" \
    -DCMAKE_C_FLAGS='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror' \
    -DCMAKE_CXX_FLAGS='-Wall -Wextra -Wconversion -Werror' "$@" >"$scratch/log" 2>&1 ||
    fail "$source is not configured" "$scratch/log"
  cmake --build "$source/build" >"$scratch/log" 2>&1 || fail "$source is not built" "$scratch/log"
}
example() { # example LANGUAGE: the block of the document in that language
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$readme" | sed '1d;$d'
}
# What both examples print of "a", an overlong form, U+20AC and a lead: UTF-16 in hex.
readonly expected='0061 FFFD FFFD 20AC FFFD'
check() { # check PROGRAM
  "$1" >"$scratch/log" 2>&1 || fail "$1 ends with $?" "$scratch/log"
  has "$scratch/log" "$expected"
}

cp -r "$here/outside/simd" "$scratch/simd"
example cpp >"$scratch/simd/convert.cc"
example c >"$scratch/simd/convert.c"
configure "$scratch/simd" -DCMAKE_PREFIX_PATH="$prefix"
check "$scratch/simd/build/convert"
check "$scratch/simd/build/convert_c"
! ldd "$scratch/simd/build/convert" | grep -E 'libicu|libfmt|libcrypto' || fail "it needs a library"
ctest --test-dir "$scratch/simd/build" --output-on-failure >"$scratch/log" 2>&1 ||
  fail "the suite finds a fault" "$scratch/log"

# As a part of another project, from the sources, with nothing else of the tree.
mkdir "$scratch/part"
cp "$scratch/simd/convert.cc" "$scratch/part"
example cmake >"$scratch/part/CMakeLists.txt"
configure "$scratch/part" -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
  -DFETCHCONTENT_SOURCE_DIR_PLACEMAT="$(cd "$here/../.." && pwd)"
check "$scratch/part/build/convert"

# By pkg-config, from an installation that was moved.
if command -v pkg-config >"$scratch/log"; then
  mv "$prefix" "$scratch/moved"
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$scratch/moved" -name placemat-simd.pc)") \
    pkg-config --cflags --libs placemat-simd) || fail 'pkg-config does not know placemat-simd'
  # shellcheck disable=SC2086  # the flags are several words
  "$(cached CMAKE_C_COMPILER)" -std=c99 "$scratch/simd/convert.c" $flags -o "$scratch/by_pkg_config" \
    >"$scratch/log" 2>&1 || fail 'it is not built with the flags of pkg-config' "$scratch/log"
  check "$scratch/by_pkg_config"
fi
