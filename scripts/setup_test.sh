#!/usr/bin/env bash
# setup_test: what scripts/setup does when packages are present, missing, unknown
# or not installable. Fake package tools record their calls, so that nothing is
# installed and no network is needed.
# shellcheck disable=SC2016  # the fake tools expand their own arguments
set -euo pipefail
setup="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)/setup"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

failures=0
# stand_in NAME SCRIPT: creates a program of that name, first in PATH.
stand_in() {
  printf '#!%s\necho "%s $*" >>"%s/calls"\n%s\n' "$BASH" "$1" "$scratch" "$2" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
# machine: root on Debian, every package but Ninja and fmt is there.
machine() {
  rm -rf "${scratch:?}/bin" "$scratch/calls"
  mkdir "$scratch/bin"
  local tool
  for tool in bash dirname env sed true; do ln -s "$(type -P $tool)" "$scratch/bin/$tool"; done
  stand_in id 'echo 0'
  stand_in apt-get ''
  stand_in apt-cache ''
  stand_in dpkg-query 'for p in "${@:3}"; do
      case $p in
        ninja-build) ;;  # unknown
        libfmt-dev) printf "config-files=%s " $p ;;
        *) printf "installed=%s " $p ;;
      esac
    done; exit 1'
}
# expect CODE TEXT ARGUMENT...: exit code, and a text of the output or calls.
expect() {
  local expected=$1 text=$2 code=0 output
  shift 2
  output=$(PATH="$scratch/bin" "$BASH" "$setup" "$@" 2>&1 </dev/null) || code=$?
  output+=$'\n'$(cat "$scratch/calls" 2>/dev/null || true)
  [[ $code == "$expected" && $output == *"$text"* ]] && return
  printf 'FAILED: setup %s: expected exit %s and "%s", was exit %s and:\n%s\n\n' \
    "$*" "$expected" "$text" "$code" "$output"
  failures=$((failures + 1))
}
# never TEXT: no tool was called like that since `machine`.
never() {
  grep -sqF "$1" "$scratch/calls" || return 0
  printf 'FAILED: "%s" was called\n' "$1"
  failures=$((failures + 1))
}

machine && expect 0 "install --no-install-recommends ninja-build libfmt-dev" run
machine && expect 0 "apt-get -q -y" test
machine && expect 0 "missing for 'run': ninja-build libfmt-dev" run --dry-run && never apt
machine && ln -s "$(type -P tr)" "$(type -P sort)" "$scratch/bin/" &&
  stand_in dpkg-query 'for p in "${@:3}"; do [[ $p == ghc || $p == libglib2.0-dev ]] || printf "installed=%s " $p; done' &&
  expect 0 "missing for 'audit': libglib2.0-dev " --audit --dry-run && never "apt-get" &&
  expect 0 "missing for 'audit-full': libglib2.0-dev " --audit-full --dry-run &&
  expect 0 "missing for 'audit-all': ghc libglib2.0-dev " --audit-all --dry-run
machine && stand_in dpkg-query 'printf "installed=%s " "${@:3}"' && expect 0 '' && never apt
machine && stand_in apt-get '[[ $* != *update* ]]' && expect 0 'with those that are there' run
machine && stand_in apt-get '[[ $* != *" install "* ]]' && expect 1 'could not install: ninja-build libfmt-dev' run
machine && stand_in apt-cache '[[ $2 != libfmt-dev ]]' && expect 3 'do not have: libfmt-dev.' run
machine && rm "$scratch/bin/apt-get" && expect 3 'not a Debian or Ubuntu system' run
machine && stand_in id 'echo 1000' && expect 3 'as root, run: apt-get install' run && never apt-get
machine && stand_in id 'echo 1000' && stand_in sudo '[[ $* != "-n true" ]]' &&
  expect 3 'as root, run: apt-get install' run && never apt-get
machine && stand_in id 'echo 1000' && stand_in sudo 'exec "${@:2}"' &&
  expect 0 'sudo -n env DEBIAN_FRONTEND=noninteractive' run
machine && expect 2 "unknown argument 'everything'" everything && never apt
machine && expect 0 'Example: scripts/setup' --help && never apt

((failures == 0)) && echo 'set-up does what it says'
