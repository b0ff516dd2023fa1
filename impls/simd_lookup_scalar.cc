// simd_lookup_scalar: what simd_lookup does on a processor without a vector
// kernel, by itself, so that this way is judged too. It is also the code that
// locates errors for the other kernels. Bound: reads 0 units past the end.
#include "impls/simd_lookup.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd_lookup_scalar;
constinit const placemat_decoder placemat_decoder_simd_lookup_scalar =
    placemat::simd_lookup::Functions<placemat::simd_lookup::ScalarKernel>::decoder(
        "simd_lookup_scalar", "the scalar fallback of simd_lookup");
}
