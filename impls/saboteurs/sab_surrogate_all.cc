// sab_surrogate_all.cc: Surrogates are code points and no scalar values
// (Unicode 3.9 D76), so they have no well-formed form. Here the unit after ED
// is held to 80..BF and not to 80..9F.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_surrogate_all",
    .origin =
        "accepts-surrogate; Rust std::str before 1.0, 2013; CPython 2, 2010; SerenityOS "
        "AK::Utf8View, 2024",
    .planted =
        "the upper bound 9F of the unit after ED is missing, so ED A0..BF xx decode to D800..DFFF",
    .kind = "accepts-surrogate",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_surrogate_all;
constinit const placemat_decoder placemat_decoder_sab_surrogate_all = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
