// sab_rejects_last_two_unit.cc: A bound check copied from the branch below
// it. The sequence is fine anywhere but at the very end, where it becomes two
// errors.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (is_value(d) && d.length == 2 && end - at < 3) return Decoded::ill_formed(1);
    return d;
  }
};

constexpr Plant kPlant{
    .name = "sab_rejects_last_two_unit",
    .origin = "rejects-valid; RAD Debugger, 2024",
    .planted =
        "the two-unit branch asks for three available units, so C3 B1 at the end of the input is "
        "refused",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_last_two_unit;
constinit const placemat_decoder placemat_decoder_sab_rejects_last_two_unit =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
