// sab_overlong_f0.cc: Four-unit non-shortest forms pass because the unit
// after F0 is held to 80..BF and not to 90..BF (Table 3-7). The value is not
// looked at again, so encoded surrogates come through here too.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xF0) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overlong_f0",
    .origin = "accepts-overlong; Julia 0.7-dev, 2018; rsyslog mmutf8fix, year not stated",
    .planted =
        "the lower bound 90 of the unit after F0 is missing, so F0 80..8F xx xx decode to "
        "U+0000..U+FFFF",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overlong_f0;
constinit const placemat_decoder placemat_decoder_sab_overlong_f0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
