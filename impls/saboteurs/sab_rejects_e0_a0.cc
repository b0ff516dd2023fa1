// sab_rejects_e0_a0.cc: The first scalar value of three units is refused as
// overlong: E0 A0 80 is the lower corner of its row of Table 3-7.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool overlong = is_value(d) && d.length == 3 && d.value <= 0x800;
    return overlong ? Decoded::ill_formed(3) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_rejects_e0_a0",
    .origin = "rejects-valid; Apache log4cxx, 2026",
    .planted =
        "the shortest-form test of three units is <= 800 and not < 800, so U+0800 is refused",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_e0_a0;
constinit const placemat_decoder placemat_decoder_sab_rejects_e0_a0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
