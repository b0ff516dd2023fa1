// simd: UTF-8 (Unicode 3.9, Table 3-7; RFC 3629) by the best kernel that this
// processor can run: AVX-512, AVX2, SSE4.1, NEON, else scalar code. This file
// only chooses; the method, written for this suite, is told in
// simd_avx512_kernel.cc, and what every kernel ends with in simd_functions.h.
//
// Deviations from its source: 1. none, it is the source.
//
// Bound: reads 0 units past the end.
#include "impls/simd_choices.h"
#include "impls/simd_functions.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd;
constinit const placemat_decoder placemat_decoder_simd =
    placemat::simd::Functions<placemat::simd::Best>::decoder(
        "simd", "masks and planes on vectors, best kernel of this processor");
}
