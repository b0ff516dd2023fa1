// simd_neon: the NEON kernel of `simd` as a decoder of its own, so that every
// machine with the instructions judges it, not only those where it is the best
// kernel. Elsewhere every function answers "unsupported". simd_avx512_kernel.cc
// and simd_planes.h describe the method, which was written for this suite.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd/simd_choices.h"
#include "impls/simd/simd_functions.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd_neon;
constinit const placemat_decoder placemat_decoder_simd_neon =
    placemat::simd::Functions<placemat::simd::Neon>::decoder(
        "simd_neon", "masks and planes of 16 units, runs of one length, NEON only");
}
