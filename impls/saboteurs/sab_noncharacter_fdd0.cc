// sab_noncharacter_fdd0.cc: The other half of the noncharacters, 32 of them
// in the middle of a block; a test that knows only FFFE and FFFF misses it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool noncharacter = 0xFDD0 <= d.value && d.value <= 0xFDEF;
    return is_value(d) && noncharacter ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_noncharacter_fdd0",
    .origin =
        "rejects-noncharacter; utf8proc before 1.3, 2015; Elixir before 1.5, 2017 (plane ends "
        "there)",
    .planted = "U+FDD0..U+FDEF are refused",
    .kind = "rejects-noncharacter",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_noncharacter_fdd0;
constinit const placemat_decoder placemat_decoder_sab_noncharacter_fdd0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
