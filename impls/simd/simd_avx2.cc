// simd_avx2: the AVX2 kernel of `simd` by itself, so that it is judged on every
// machine that has the instructions, not only where it is the best. Elsewhere
// every function answers "unsupported". The method, written for this suite, is
// told in simd_avx512_kernel.cc and simd_planes.h.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd/simd_choices.h"
#include "impls/simd/simd_functions.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd_avx2;
constinit const placemat_decoder placemat_decoder_simd_avx2 =
    placemat::simd::Functions<placemat::simd::Avx2>::decoder(
        "simd_avx2", "masks and planes of 32 units, runs of one length, AVX2 only");
}
