// simd_avx512: the AVX-512 kernel of `simd` as a decoder of its own, so that
// every machine with the instructions judges it (VBMI, VBMI2; Ice Lake, Zen 4
// and later). Elsewhere every function answers "unsupported".
// simd_avx512_kernel.cc describes the method, which was written for this suite.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd/simd_choices.h"
#include "impls/simd/simd_functions.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd_avx512;
constinit const placemat_decoder placemat_decoder_simd_avx512 =
    placemat::simd::Functions<placemat::simd::Avx512>::decoder(
        "simd_avx512", "masks and planes of 64 units, no branch on errors, AVX-512 VBMI2 only");
}
