// sab_overlong_e0.cc: Three-unit non-shortest forms pass because the unit
// after E0 is held to 80..BF and not to A0..BF (Table 3-7).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xE0) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overlong_e0",
    .origin = "accepts-overlong; Qt 3 and 4.2, 2007 (CVE-2007-0242); Dolphin Smalltalk, 2018",
    .planted =
        "the lower bound A0 of the unit after E0 is missing, so E0 80..9F xx decode to "
        "U+0000..U+07FF",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overlong_e0;
constinit const placemat_decoder placemat_decoder_sab_overlong_e0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
