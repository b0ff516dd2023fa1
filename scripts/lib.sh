# lib.sh: what the scripts share. Sourced, never run. It knows where the tree
# is and how to speak; it must not know what any one script does.
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

# usage FILE: the comment that opens a script is its help.
usage() { sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$1"; }

# A home that is missing or read-only must not stop ccache, and so the build.
if [[ -z ${CCACHE_DIR:-} && ! (-d ${HOME:-} && -w ${HOME:-}) ]]; then
  export CCACHE_DIR="$root/build/ccache"
fi

# build DIRECTORY [OPTION]...: as many jobs as this process may use, and all
# errors at once.
build() {
  local directory=$1
  shift
  cmake --build "$directory" --parallel "$(nproc)" "$@" -- -k 0 >&2
}
