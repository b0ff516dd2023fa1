#!/usr/bin/env bash
# release_test BUILD: a release is written, its sums are right, the program of its package runs
# where the tree is not, the static one where no library is, and the list of parts has what they link.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/outside_lib.sh" "$1"
for tool in cpack dpkg-deb dpkg-query dpkg-shlibdeps file objdump; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool" && exit 77; }
done
release=$(cd "$here/../../scripts" && pwd)/release

"$release" "$1" "$scratch/out" >"$scratch/log" 2>&1 || fail 'no release' "$scratch/log"
(cd "$scratch/out" && sha256sum --check --strict SHA256SUMS) >"$scratch/log" 2>&1 ||
  fail 'a sum is wrong' "$scratch/log"
files=6
grep -q '^PLACEMAT_ARCHIVE_.*NOTFOUND' "$build/CMakeCache.txt" && files=5
(($(grep -c ': OK$' "$scratch/log") == files)) || fail "$files files are wanted" "$scratch/log"
if "$release" "$1" "$scratch/out" >"$scratch/log" 2>&1; then
  fail 'a directory that is there was written to' "$scratch/log"
fi

# The package, unpacked: its data lies beside its program.
dpkg-deb --field "$scratch"/out/*.deb Depends >"$scratch/log"
for name in libicu libc6; do
  grep -q "$name" "$scratch/log" || fail "the package does not need $name" "$scratch/log"
done
dpkg-deb --extract "$scratch"/out/*.deb "$scratch/root"
"$scratch/root/usr/bin/placemat" list flags >"$scratch/log" 2>&1 ||
  fail 'the program does not run' "$scratch/log"
[[ -s $scratch/root/usr/share/placemat/corpus/flags.json ]] || fail 'the package has no corpus'
[[ -s $scratch/root/usr/share/man/man1/placemat.1 ]] || fail 'the package has no manual page'

# The static program: it needs no library, judges, and says that it loads no plug-in.
if ((files == 6)); then
  mkdir "$scratch/static"
  tar -C "$scratch/static" --strip-components=1 -xzf "$(ls "$scratch"/out/placemat-*-static-*.tar.gz)"
  static=$scratch/static/bin/placemat
  ! objdump -p "$static" | grep NEEDED || fail 'the static program needs a library'
  has <("$static" --version) 'static: it loads no plug-in'
  "$static" run branchy --budget quick --out "$scratch/static/out" >"$scratch/log" 2>&1 ||
    fail 'the static program does not judge' "$scratch/log"
  has "$scratch/log" 'branchy conforms to the profile it claims'
  code=0
  "$static" audit "$static" >"$scratch/log" 2>&1 || code=$?
  ((code == 2)) || fail "the static program ends with $code for a plug-in" "$scratch/log"
  has "$scratch/log" 'static and loads no plug-in'
  if command -v iconv >"$scratch/log"; then
    "$static" audit --check --filter --mode lossy -- iconv -f utf-8 -t utf-32le \
      >"$scratch/log" 2>&1 || fail 'the static program starts no filter' "$scratch/log"
  fi
else
  has "$scratch/out/PLATFORMS.txt" 'Not made'
fi

# The archive has the same files.
tar -tzf "$(find "$scratch/out" -name 'placemat-*-linux-*.tar.gz' ! -name '*-static-*')" \
  >"$scratch/log"
grep -q '/bin/placemat$' "$scratch/log" || fail 'the archive has no program' "$scratch/log"
tar -tzf "$(ls "$scratch"/out/placemat-vectors-*.tar.gz)" >"$scratch/log"
grep -q '/npm/package.json$' "$scratch/log" || fail 'the archive has no vectors' "$scratch/log"

# Every part is related to a program, and ICU is one of them.
parts=$(ls "$scratch"/out/*.spdx.json)
if command -v jq >/dev/null; then
  jq -e '
    (.packages | map(.SPDXID) | length == (unique | length)) and
    ([.packages[].name | select(test("^libicu[0-9]"))] | length == 1) and
    ([.relationships[].relatedSpdxElement] | unique) == ([.packages[].SPDXID] | unique) and
    all(.packages[]; .versionInfo != "")' "$parts" >/dev/null || fail 'wrong parts' "$parts"
else
  grep -q '"name": "libicu' "$parts" || fail 'wrong parts' "$parts"
fi
grep -Eq '^Linux, .*, glibc 2\.[0-9]+ or newer\.$' "$scratch/out/PLATFORMS.txt" ||
  fail 'the platform is not stated' "$scratch/out/PLATFORMS.txt"
echo 'the release is complete'
