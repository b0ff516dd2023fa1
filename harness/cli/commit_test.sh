#!/usr/bin/env bash
# commit_test: the commit in a build is that of this tree, not that of a project around it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CEILING_DIRECTORIES=$scratch

fail() {
  printf 'FAILED: %s\n' "$1" >&2
  exit 1
}
# written TREE: the commit that is written for that tree.
written() {
  cmake -DTREE="$1" -DOUT="$scratch/commit.cc" -P "$here/commit.cmake"
  sed -n 's/.*kCommit = "\(.*\)";/\1/p' "$scratch/commit.cc"
}
commit() { git -C "$1" -c user.name=x -c user.email=x@example.org commit -qm "$2"; }

mkdir -p "$scratch/tree/inside"
[[ $(written "$scratch/tree") == unknown ]] || fail 'a directory outside of git has a commit'
git init -q "$scratch/tree"
printf 'a' >"$scratch/tree/inside/file"
git -C "$scratch/tree" add .
commit "$scratch/tree" one
hash=$(git -C "$scratch/tree" rev-parse --short=12 HEAD)
[[ $(written "$scratch/tree") == "$hash" ]] || fail 'it is not the commit of the tree'
[[ $(written "$scratch/tree/inside") == unknown ]] || fail 'it is the commit of the project around'
# Without a change the file is not touched, so that nothing is compiled again.
written "$scratch/tree" >"$scratch/log"
before=$(stat -c %y "$scratch/commit.cc")
sleep 0.1
written "$scratch/tree" >"$scratch/log"
[[ $(stat -c %y "$scratch/commit.cc") == "$before" ]] || fail 'it is written again'
printf 'b' >"$scratch/tree/inside/file"
[[ $(written "$scratch/tree") == "$hash-dirty" ]] || fail 'a change is not told'
