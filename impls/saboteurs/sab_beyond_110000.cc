// sab_beyond_110000.cc: One value beyond the code space: the number of code
// points is used as if it were the last of them.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at != 0xF4) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, 4);
    const bool refused = d.value > 0x110000;
    return is_value(d) && !refused ? d : Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_beyond_110000",
    .origin = "accepts-beyond-10ffff; skeeto/branchless-utf8, 2017",
    .planted =
        "the limit is compared with 110000 and not with 10FFFF, so F4 90 80 80 decodes to 110000",
    .kind = "accepts-beyond-10ffff",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_beyond_110000;
constinit const placemat_decoder placemat_decoder_sab_beyond_110000 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
