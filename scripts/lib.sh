# lib.sh: the functions that the scripts share. It is sourced, never run. It knows
# the path of the tree and the form of messages, and must not know any script.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

if [[ -t 2 && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'
else
  bold='' red='' plain=''
fi

# say TEXT: one line of progress. Standard output belongs to results.
say() { printf '%s%s:%s %s\n' "$bold" "${0##*/}" "$plain" "$*" >&2; }

# die CODE TEXT: 2 misuse or bad input, 3 something is absent.
die() {
  local code=$1
  shift
  printf '%s%s: %s%s\n' "$red" "${0##*/}" "$*" "$plain" >&2
  exit "$code"
}

# usage FILE: prints the opening comment of a script, which is its help.
usage() { sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$1"; }

# A missing or read-only home directory must not stop ccache and the build.
if [[ -z ${CCACHE_DIR:-} && ! (-d ${HOME:-} && -w ${HOME:-}) ]]; then
  export CCACHE_DIR="$root/build/ccache"
fi

# build DIRECTORY [OPTION]...: builds with as many jobs as this process may use,
# and shows all errors at once.
build() {
  local directory=$1
  shift
  cmake --build "$directory" --parallel "$(nproc)" "$@" -- -k 0 >&2
}
