#!/usr/bin/env bash
# readme_test PLACEMAT: impls/README.md shows the decoders as the program lists
# them. A decoder that is absent here is not printed, and so not compared.
set -euo pipefail
placemat=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rows=$("$placemat" list decoders --format markdown)
if missing=$(grep -vxFf impls/README.md <<<"$rows"); then
  printf 'impls/README.md does not have these rows; put them in:\n%s\n' "$missing"
  exit 1
fi
