// simd_lookup_avx2: the AVX2 kernel of simd_lookup by itself, so that it is
// judged on every machine that has the instructions, not only where it is the
// best. Without them every function answers "unsupported" (a length function
// cannot, and counts with scalar code). Provenance and deviations: see
// simd_lookup.cc. Bound: reads 0 units past the end.
#include "impls/simd_lookup.h"
#include "impls/simd_lookup_x86.h"

namespace placemat::simd_lookup {
namespace {

#if defined(__x86_64__)
using Kernel = Avx2Kernel;
#else
struct Kernel : ScalarKernel {
  static bool available() { return false; }
};
#endif

}  // namespace
}  // namespace placemat::simd_lookup

extern "C" {
extern const placemat_decoder placemat_decoder_simd_lookup_avx2;
constinit const placemat_decoder placemat_decoder_simd_lookup_avx2 =
    placemat::simd_lookup::Functions<placemat::simd_lookup::Kernel>::decoder(
        "simd_lookup_avx2",
        "table lookup on vectors of 32 units (Keiser and Lemire 2020), AVX2 only");
}
