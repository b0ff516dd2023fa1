# shellcheck shell=bash
# outside_lib.sh BUILD: what the tests of projects outside share. BUILD is the build tree whose
# generator and compilers they use; $here is this folder, and $scratch is removed at the end.
build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# fail TEXT [LOG]
fail() {
  printf 'FAILED: %s\n' "$1" >&2
  [[ $# -lt 2 ]] || sed 's/^/    /' "$2" >&2
  exit 1
}
has() { grep -qF -- "$2" "$1" || fail "'$2' is not in what was printed" "$1"; }
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
