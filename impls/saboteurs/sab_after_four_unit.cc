// sab_after_four_unit.cc: Wrong only after something: alone, and after any
// shorter sequence, the same unit is refused.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool one_more = end - at > 4 && is_continuation(at[4]);
    return is_value(d) && d.length == 4 && one_more ? Decoded::of(d.value, 5) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_after_four_unit",
    .origin =
        "accepts-bad-continuation; simdutf (AVX-512 kernel), 2024; Node.js 6.2 StringDecoder, 2016 "
        "(extra continuation units)",
    .planted =
        "one continuation unit too many directly after a four-unit sequence is taken into it",
    .kind = "accepts-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_after_four_unit;
constinit const placemat_decoder placemat_decoder_sab_after_four_unit = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
