// sab_utf16_pair_swapped.cc: The two halves of a pair (Unicode 3.9 D91) are
// stored in the wrong order; UTF-32 output is right.
#include <utility>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void swap_pairs(std::uint16_t* out, std::size_t written) {
  for (std::size_t i = 0; i + 1 < written; ++i) {
    const bool high = (out[i] & 0xFC00) == 0xD800;
    if (!high) continue;
    std::swap(out[i], out[i + 1]);
    ++i;
  }
}

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  swap_pairs(out, result->written);
}

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  swap_pairs(out, result->written);
}

constexpr Plant kPlant{
    .name = "sab_utf16_pair_swapped",
    .origin = "wrong-code-point; JsonCpp, 2026 (a bogus surrogate pair)",
    .planted = "UTF-16 output has the low half of a surrogate pair before the high half",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_utf16_pair_swapped;
constinit const placemat_decoder placemat_decoder_sab_utf16_pair_swapped = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = strict16;
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
