// sab_continuation_c0_last.cc: An altered copy of a branchless decoder: the
// last continuation unit is compared with 80 by one bit and not by two, so a
// lead passes for a continuation unit and is lost.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool last_refused = announced(*at) == 4 && is_ill_formed(d) && d.length == 3;
    if (!last_refused || (at[3] & 0x80) == 0) return d;
    return Decoded::of(
        (*at & 0x07u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu), 4);
  }
};

constexpr Plant kPlant{
    .name = "sab_continuation_c0_last",
    .origin = "accepts-bad-continuation; {fmt} 9, 2022",
    .planted = "the last of four units is tested for its top bit only, so F4 8F BF C0..FF decode",
    .kind = "accepts-bad-continuation",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_continuation_c0_last;
constinit const placemat_decoder placemat_decoder_sab_continuation_c0_last = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
