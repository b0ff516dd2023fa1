#!/bin/bash -eu
# build.sh: builds the fuzz targets of this tree for OSS-Fuzz and ClusterFuzzLite, whose images set
# CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SANITIZER, OUT, SRC and WORK.
# harness/fuzz/README.md describes the targets, and harness/fuzz/oss_fuzz_test.sh runs this file.

tree=$SRC/placemat
build=$WORK/placemat
# corpus_fuzz reads a file of the tree, and plugin_fuzz wants a plug-in: neither is in $OUT.
decoders=(differential stream capacity round_trip)
readers=(answers expected journal report subjects vectors)

# The memory sanitizer would have to watch what ICU writes, so it goes without.
with_icu=ON
where=()
if [[ $SANITIZER == memory ]]; then
  with_icu=OFF
elif [[ -d $SRC/icu ]]; then
  # For the C++ library of the image, and not instrumented: what ICU covers is nothing new.
  library=$(grep -o -- '-stdlib=[^ ]*' <<<"$CXXFLAGS" || true)
  mkdir -p "$WORK/icu-build"
  cd "$WORK/icu-build"
  CFLAGS=-O2 CXXFLAGS="-O2 $library" "$SRC/icu/icu4c/source/configure" --prefix="$WORK/icu" \
    --enable-static --disable-shared --with-data-packaging=static --disable-tests \
    --disable-samples --disable-extras --disable-icuio
  make -j"$(nproc)"
  make install
  where=(-DICU_ROOT="$WORK/icu")
fi

cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DPLACEMAT_UNITY=8 \
  -DPLACEMAT_FUZZ=ON -DPLACEMAT_TESTS=OFF -DPLACEMAT_INSTALL=OFF \
  -DPLACEMAT_ENGINE="$LIB_FUZZING_ENGINE" -DPLACEMAT_ICU=$with_icu "${where[@]}"
cmake --build "$build" --target "${decoders[@]/%/_fuzz}" "${readers[@]/%/_fuzz}"

# seeds TARGET FILE...: what the engine begins with.
seeds() {
  python3 -m zipfile -c "$OUT/$1_fuzz_seed_corpus.zip" "${@:2}"
}
for target in "${decoders[@]}"; do
  cp "$build/harness/fuzz/${target}_fuzz" "$OUT/"
  cp "$tree/corpus/fuzz/utf-8.dict" "$OUT/${target}_fuzz.dict"
  seeds "$target" "$tree"/corpus/seeds/*
done
made=$WORK/seeds
python3 "$tree/harness/fuzz/readers/seeds.py" "$made"
for target in "${readers[@]}"; do
  cp "$build/harness/fuzz/${target}_fuzz" "$OUT/"
  [[ -d $made/$target ]] || continue  # the journal has none: its frames have a digest
  cp "$made/$target.dict" "$OUT/${target}_fuzz.dict"
  seeds "$target" "$made/$target"/*
done
