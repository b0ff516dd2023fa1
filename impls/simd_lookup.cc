// simd_lookup: UTF-8 (Unicode 3.9, Table 3-7; RFC 3629) by table lookup on
// whole vectors, after Keiser and Lemire 2020. This file only chooses: AVX2,
// else SSE4.1, else scalar code, by what the processor has at run time. The
// method is in simd_lookup.h, the instructions are in simd_lookup_x86.h.
//
// Deviations from the paper:
//   1. tables are computed from the forbidden pairs, not written out;
//   2. conversion is our own: vector paths for runs of 1-, 2- and 3-unit
//      sequences, one sequence at a time elsewhere;
//   3. an error is located by scalar code from the start of its block.
// Bound: reads 0 units past the end.
#include "impls/simd_lookup.h"

#include "impls/simd_lookup_x86.h"

namespace placemat::simd_lookup {
namespace {

struct BestKernel {
  enum class Level : std::uint8_t { kScalar, kSse41, kAvx2 };

  static Level level() {
#if defined(__x86_64__)
    static const Level chosen = Avx2Kernel::available()    ? Level::kAvx2
                                : Sse41Kernel::available() ? Level::kSse41
                                                           : Level::kScalar;
    return chosen;
#else
    return Level::kScalar;
#endif
  }

  static bool available() { return true; }

  static std::size_t valid_prefix(const std::uint8_t* in, std::size_t length) {
#if defined(__x86_64__)
    if (level() == Level::kAvx2) return Avx2Kernel::valid_prefix(in, length);
    if (level() == Level::kSse41) return Sse41Kernel::valid_prefix(in, length);
#endif
    return ScalarKernel::valid_prefix(in, length);
  }

  template <class Out>
  static Converted convert(const std::uint8_t* in, std::size_t length, Out* out,
                           std::size_t capacity) {
#if defined(__x86_64__)
    if (level() == Level::kAvx2) return Avx2Kernel::convert(in, length, out, capacity);
    if (level() == Level::kSse41) return Sse41Kernel::convert(in, length, out, capacity);
#endif
    return ScalarKernel::convert(in, length, out, capacity);
  }
};

}  // namespace
}  // namespace placemat::simd_lookup

extern "C" {
extern const placemat_decoder placemat_decoder_simd_lookup;
constinit const placemat_decoder placemat_decoder_simd_lookup =
    placemat::simd_lookup::Functions<placemat::simd_lookup::BestKernel>::decoder(
        "simd_lookup",
        "table lookup on vectors (Keiser and Lemire 2020), best kernel of this processor");
}
