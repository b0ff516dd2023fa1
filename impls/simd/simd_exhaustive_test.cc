// Every string of three code units, at places where the vector kernels' blocks
// of 16, 32 and 64 units begin, cut it, and end (and by itself, for the scalar
// code). Validation is compared with a predicate that reads Table 3-7 of
// Unicode 3.9. The unit test has fewer strings at more places and checks all
// results of the decoders.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "harness/decoder/placemat_decoder.h"

extern "C" {
extern const placemat_decoder placemat_decoder_simd_scalar;
#if defined(__x86_64__)
extern const placemat_decoder placemat_decoder_simd_avx2;
extern const placemat_decoder placemat_decoder_simd_avx512;
extern const placemat_decoder placemat_decoder_simd_sse41;
#elif defined(__aarch64__)
extern const placemat_decoder placemat_decoder_simd_neon;
#endif
}

namespace {

bool in(unsigned unit, unsigned first, unsigned last) { return first <= unit && unit <= last; }
bool is_ascii(unsigned unit) { return in(unit, 0x00, 0x7F); }

// Table 3-7 for what fits in two, and in three, units.
bool is_pair(unsigned a, unsigned b) { return in(a, 0xC2, 0xDF) && in(b, 0x80, 0xBF); }
bool is_triple(unsigned a, unsigned b, unsigned c) {
  if (!in(c, 0x80, 0xBF)) return false;
  if (a == 0xE0) return in(b, 0xA0, 0xBF);
  if (a == 0xED) return in(b, 0x80, 0x9F);
  return in(a, 0xE1, 0xEF) && in(b, 0x80, 0xBF);
}
bool is_well_formed(unsigned a, unsigned b, unsigned c) {
  return (is_ascii(a) && is_ascii(b) && is_ascii(c)) || (is_ascii(a) && is_pair(b, c)) ||
         (is_pair(a, b) && is_ascii(c)) || is_triple(a, b, c);
}

TEST(SimdExhaustive, ValidatesEveryStringOfThreeUnitsAtTheEdgesOfBlocks) {
  std::uint8_t text[160];
  const std::vector<const placemat_decoder*> decoders{
#if defined(__x86_64__)
      &placemat_decoder_simd_avx512, &placemat_decoder_simd_avx2, &placemat_decoder_simd_sse41,
#elif defined(__aarch64__)
      &placemat_decoder_simd_neon,
#endif
      &placemat_decoder_simd_scalar};
  for (const placemat_decoder* decoder : decoders) {
    if (decoder->validate(nullptr, 0) < 0) continue;
    for (const std::size_t before : {0u, 62u, 78u, 127u}) {
      for (const std::size_t after : {0u, 1u}) {
        std::memset(text, 'a', sizeof text);
        for (unsigned string = 0; string <= 0xFFFFFF; ++string) {
          const unsigned a = string >> 16, b = string >> 8 & 0xFF, c = string & 0xFF;
          text[before] = static_cast<std::uint8_t>(a);
          text[before + 1] = static_cast<std::uint8_t>(b);
          text[before + 2] = static_cast<std::uint8_t>(c);
          const int seen = decoder->validate(text, before + 3 + after);
          if (seen != (is_well_formed(a, b, c) ? 1 : 0))
            FAIL() << decoder->name << std::hex << ' ' << string << std::dec << " after " << before;
        }
      }
    }
  }
}

}  // namespace
