#!/usr/bin/env bash
# outside_packages_test BUILD SET...: the packages of the vectors, used from outside. The program of
# each README decodes the vectors of these sets with the decoder of its language. It passes, and fails
# when one vector of core is altered. A toolchain that is absent is a line with SKIPPED.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
placemat=$build/harness/cli/placemat
packages=$scratch/packages
sets=("${@:2}")
skip() { printf 'SKIPPED: %s\n' "$1"; }
there_is() { command -v "$1" >/dev/null 2>&1; }
quietly() { "$@" >"$scratch/log" 2>&1 || fail "'$*' fails" "$scratch/log"; }
# program FILE FENCE SET: the program of a README, for that set.
program() {
  sed -n "/^\`\`\`$2\$/,/^\`\`\`\$/p" "$1" | sed '1d;$d' |
    sed "s/core/$3/g; s/CORE/${3^^}/g; s/vectors\.Core/vectors.${3^}/"
}
# alter FILE PATTERN REPLACEMENT: in the first line that has the pattern.
alter() {
  cp "$1" "$1.before"
  sed -i "0,/$2/s//$3/" "$1"
  ! cmp -s "$1" "$1.before" || fail "$1 has no '$2' to alter"
  touch -d '1 minute' "$1" # or a cache takes it for the old one
}
# notices COMMAND...: it fails, and names a vector of the set core.
notices() {
  ! "$@" >"$scratch/log" 2>&1 || fail "'$*' passes with an altered vector"
  has "$scratch/log" core/
}

# The same command gives the same files at the same time of day.
export SOURCE_DATE_EPOCH=1700000000
quietly "$placemat" corpus export --packages "$packages"
quietly "$placemat" corpus export --packages "$scratch/again"
list() { (cd "$1" && find . -printf '%P %T@ %m\n' | sort); }
diff -r "$packages" "$scratch/again" || fail 'two exports differ'
diff <(list "$packages") <(list "$scratch/again") || fail 'two exports differ in time or mode'
! "$placemat" corpus export --packages "$packages" >"$scratch/log" 2>&1 || fail 'files are mixed'
has "$scratch/log" 'not empty'
while read -r sums; do
  (cd "$(dirname "$sums")" && quietly sha256sum --check --strict SHA256SUMS)
done < <(find "$packages" -name SHA256SUMS)

if there_is node && there_is npm; then
  project=$scratch/npm
  mkdir "$project" "$scratch/npm-again"
  offline=(--offline --ignore-scripts --no-audit --no-fund --cache "$scratch/npm-cache")
  cd "$packages/npm"
  quietly npm pack "${offline[@]}" --pack-destination "$project"
  quietly npm pack "${offline[@]}" --pack-destination "$scratch/npm-again"
  quietly cmp "$project"/*.tgz "$scratch/npm-again"/*.tgz
  cd "$project"
  echo '{"private": true}' >package.json
  quietly npm install "${offline[@]}" ./placemat-vectors-*.tgz
  (cd node_modules/placemat-vectors && quietly sha256sum --check --strict SHA256SUMS)
  for set in "${sets[@]}"; do
    program node_modules/placemat-vectors/README.md js "$set" >"$set.js"
    quietly node "$set.js"
  done
  echo "import { vectors } from 'placemat-vectors/core'; vectors[0].units[0];" >module.mjs
  quietly node module.mjs
  table=node_modules/placemat-vectors/core.js
  alter "$table" 'wellFormed: false' 'wellFormed: true'
  notices node core.js
  mv "$table.before" "$table"
  alter "$table" 'values: \[0x[0-9A-F]*' 'values: [0x1'
  notices node core.js
else
  skip 'npm, because there is no node or no npm'
fi

if there_is python3; then
  cp -r "$packages/pypi" "$scratch/pypi"
  cd "$scratch/pypi"
  python=$scratch/pypi/src
  # pip takes the modules that build a package from where python3 finds them.
  if why=$(python3 -c 'import setuptools, wheel, pip
assert 61 <= int(setuptools.__version__.split(".")[0]) < 81, "setuptools " + setuptools.__version__' 2>&1); then
    python=$scratch/python
    quietly python3 -m pip install --no-deps --no-index --no-build-isolation \
      --disable-pip-version-check --target "$python" "$scratch/pypi"
    quietly grep -x 'Version: [0-9.]*' "$python"/placemat_vectors-*.dist-info/METADATA
    (cd "$python/placemat_vectors" && quietly sha256sum --check --strict SHA256SUMS)
  else
    skip "pip, so that Python imports from the tree: ${why##*$'\n'}"
  fi
  for set in "${sets[@]}"; do
    program README.md python "$set" >"$scratch/$set.py"
    quietly env PYTHONPATH="$python" python3 "$scratch/$set.py"
  done
  table=$python/placemat_vectors/core.py
  alter "$table" ', False, ' ', True, '
  notices env PYTHONPATH="$python" python3 "$scratch/core.py"
  mv "$table.before" "$table"
  alter "$table" ', \[0x[0-9A-F]*' ', [0x1'
  notices env PYTHONPATH="$python" python3 "$scratch/core.py"
  cd "$packages/files"
  for set in "${sets[@]}"; do
    program README.md python "$set" >"$scratch/from_json.py"
    quietly python3 "$scratch/from_json.py"
  done
else
  skip 'Python, because there is no python3'
fi

if there_is cargo && cargo --version >/dev/null 2>&1; then
  cp -r "$packages/crate" "$scratch/crate"
  mkdir -p "$scratch/cargo/src" "$scratch/cargo/tests"
  cd "$scratch/cargo"
  printf '[package]\nname = "outside"\nversion = "0.0.0"\nedition = "2021"\n[dev-dependencies]
placemat-vectors = { path = "../crate" }\n' >Cargo.toml
  : >src/lib.rs
  for set in "${sets[@]}"; do
    program ../crate/README.md rust "$set" >"tests/$set.rs"
  done
  export CARGO_TARGET_DIR=$scratch/cargo-target
  quietly cargo test --offline
  table=../crate/src/core_set.rs
  alter "$table" 'well_formed: false' 'well_formed: true'
  notices cargo test --offline --test core
  mv "$table.before" "$table"
  alter "$table" 'values: &\[0x[0-9A-F]*' 'values: \&[0x1'
  notices cargo test --offline --test core
  mv "$table.before" "$table"
  quietly cargo package --offline --no-verify --allow-dirty --manifest-path ../crate/Cargo.toml
else
  skip 'the crate, because there is no cargo'
fi

if there_is go; then
  cp -r "$packages/go" "$scratch/go"
  mkdir "$scratch/go-project"
  cd "$scratch/go-project"
  export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local GOCACHE=$scratch/go-cache GOPATH=$scratch/go-path
  module=$(sed -n 's/^module //p' ../go/go.mod)
  printf 'module outside\n\ngo 1.17\n\nrequire %s v0.0.0\n\nreplace %s => ../go\n' "$module" "$module" >go.mod
  for set in "${sets[@]}"; do
    program ../go/README.md go "$set" >utf8_test.go
    quietly go test
  done
  (cd ../go && quietly go vet)
  if there_is gofmt; then [[ -z $(gofmt -l ../go utf8_test.go) ]] || fail 'gofmt lays the module out otherwise'; fi
  program ../go/README.md go core >utf8_test.go
  alter ../go/core.go '", false, ' '", true, '
  notices go test
  mv ../go/core.go.before ../go/core.go
  alter ../go/core.go '\[\]rune{0x[0-9A-F]*, ' '[]rune{'
  notices go test
else
  skip 'the Go module, because there is no go'
fi

# use_headers INCLUDE: the program in C, and as C++.
use_headers() {
  cd "$scratch"
  for set in "${sets[@]}"; do
    program "$packages/vcpkg/README.md" c "$set" >headers.c
    for compiler in "$(cached CMAKE_C_COMPILER) -std=c99" "$(cached CMAKE_CXX_COMPILER) -std=c++11 -x c++"; do
      # shellcheck disable=SC2086
      quietly $compiler -Wall -Wextra -Wpedantic -Wconversion -Werror -I "$1" -o headers headers.c
      quietly ./headers
    done
  done
  program "$packages/vcpkg/README.md" c core >headers.c
  cp -r "$1" altered
  alter altered/placemat_vectors/core.h '^    {[0-9]*, 1}' '    {1, 1}'
  quietly "$(cached CMAKE_C_COMPILER)" -I altered -o headers headers.c
  notices ./headers
  rm -r altered
}

if there_is vcpkg; then
  quietly vcpkg install placemat-vectors --overlay-ports="$packages/vcpkg" --x-install-root="$scratch/vcpkg"
  use_headers "$(dirname "$(find "$scratch/vcpkg" -type d -name placemat_vectors -path '*/include/*')")"
else
  skip 'vcpkg, because it is not here; the port file runs in CMake, with a function of vcpkg replaced'
  cat >"$scratch/port.cmake" <<'END'
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(INSTALL ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()
include(${PORT_DIR}/portfile.cmake)
END
  quietly cmake -DPORT=placemat-vectors -DPORT_DIR="$packages/vcpkg/placemat-vectors" \
    -DCURRENT_PACKAGES_DIR="$scratch/vcpkg" -P "$scratch/port.cmake"
  for file in copyright usage; do
    [[ -s $scratch/vcpkg/share/placemat-vectors/$file ]] || fail "the port installs no $file"
  done
  use_headers "$scratch/vcpkg/include"
fi

if there_is conan; then
  export CONAN_HOME=$scratch/conan-home
  quietly conan profile detect
  quietly conan create "$packages/conan"
elif there_is python3; then
  skip 'Conan, because it is not here; Python runs the recipe, with two functions of Conan replaced'
  mkdir -p "$scratch/stubs/conan/tools"
  echo 'class ConanFile: pass' >"$scratch/stubs/conan/__init__.py"
  cat >"$scratch/stubs/conan/tools/files.py" <<'END'
import os, pathlib, shutil
def copy(recipe, pattern, source, target):
    for file in pathlib.Path(source).rglob(pattern):
        to = os.path.join(target, file.relative_to(source))
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copy(file, to)
END
  cat >"$scratch/create.py" <<'END'
import sys, types
sys.path.insert(0, sys.argv[1])
from conanfile import PlacematVectors as Recipe
recipe = Recipe()
recipe.source_folder, recipe.package_folder = sys.argv[1:]
recipe.cpp_info = types.SimpleNamespace()
recipe.package()
recipe.package_info()
assert (recipe.name, recipe.license) == ("placemat-vectors", "CC0-1.0")
END
  quietly env PYTHONPATH="$scratch/stubs" PYTHONDONTWRITEBYTECODE=1 \
    python3 "$scratch/create.py" "$packages/conan" "$scratch/conan"
  [[ -s $scratch/conan/licenses/LICENSE ]] || fail 'the recipe packages no licence'
  use_headers "$scratch/conan/include"
  # What the generator CMakeDeps of Conan would write.
  mkdir "$scratch/deps"
  printf 'add_library(placemat-vectors::placemat-vectors INTERFACE IMPORTED)
target_include_directories(placemat-vectors::placemat-vectors INTERFACE "%s")\n' "$scratch/conan/include" \
    >"$scratch/deps/placemat-vectors-config.cmake"
  quietly cmake -G "$(cached CMAKE_GENERATOR)" -S "$packages/conan/test_package" -B "$scratch/example" \
    -DCMAKE_C_COMPILER="$(cached CMAKE_C_COMPILER)" -DCMAKE_PREFIX_PATH="$scratch/deps"
  quietly cmake --build "$scratch/example"
  quietly "$scratch/example/example"
else
  skip 'Conan, because there is no conan and no python3'
fi
