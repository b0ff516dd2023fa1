// sab_block_overshift.cc: The lead's payload is shifted by the number of units
// left in the block, which is the width of a register once.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 64;

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  std::size_t at = 0;
  for (std::size_t i = 0; i < result->written; ++i) {
    const std::size_t units = announced(in[at]);
    if (units == 2 && at % kBlock == kBlock - 1) out[i] &= 0x3F;
    at += units;
  }
}

constexpr Plant kPlant{
    .name = "sab_block_overshift",
    .origin = "simd-block-boundary; simdutf (AVX-512 kernel), 2024",
    .planted =
        "in strict decoding to UTF-32 a two-unit sequence that begins on the last unit of a "
        "64-unit block loses the payload of its lead",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_overshift;
constinit const placemat_decoder placemat_decoder_sab_block_overshift = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
