// sab_nul_ends_input.cc: U+0000 is a character and its form is 00 (Table
// 3-7). An interface that ends at NUL, called with a length that it does not
// use, loses the rest.
#include <algorithm>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t up_to_nul(const std::uint8_t* in, std::size_t length) {
  return static_cast<std::size_t>(std::find(in, in + length, std::uint8_t{0}) - in);
}

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, up_to_nul(in, length), out, capacity, result);
}

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, up_to_nul(in, length), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_nul_ends_input",
    .origin = "nul-handling; Slang shader compiler, 2026",
    .planted = "decoding to UTF-32 ends at the first 00",
    .kind = "nul-handling",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_nul_ends_input;
constinit const placemat_decoder placemat_decoder_sab_nul_ends_input = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
