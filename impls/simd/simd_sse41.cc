// simd_sse41: the SSE4.1 kernel of `simd` by itself, so that it is judged on every
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
extern const placemat_decoder placemat_decoder_simd_sse41;
constinit const placemat_decoder placemat_decoder_simd_sse41 =
    placemat::simd::Functions<placemat::simd::Sse41>::decoder(
        "simd_sse41", "masks and planes of 16 units, runs of one length, SSE4.1 only");
}
