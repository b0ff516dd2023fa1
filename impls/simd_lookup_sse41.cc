// simd_lookup_sse41: the SSE4.1 kernel of simd_lookup by itself, so that it is
// judged on every machine that has the instructions, not only where it is the
// best. Without them every function answers "unsupported" (a length function
// cannot, and counts with scalar code). Provenance and deviations: see
// simd_lookup.cc. Bound: reads 0 units past the end.
#include "impls/simd_lookup.h"
#include "impls/simd_lookup_x86.h"

namespace placemat::simd_lookup {
namespace {

#if defined(__x86_64__)
using Kernel = Sse41Kernel;
#else
struct Kernel : ScalarKernel {
  static bool available() { return false; }
};
#endif

}  // namespace
}  // namespace placemat::simd_lookup

extern "C" {
extern const placemat_decoder placemat_decoder_simd_lookup_sse41;
constinit const placemat_decoder placemat_decoder_simd_lookup_sse41 =
    placemat::simd_lookup::Functions<placemat::simd_lookup::Kernel>::decoder(
        "simd_lookup_sse41",
        "table lookup on vectors of 16 units (Keiser and Lemire 2020), SSE4.1 only");
}
