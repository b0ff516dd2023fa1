// sab_overlong_c1.cc: The half-fixed check: a lead whose payload is all zero
// is refused, which catches C0 and leaves C1. Table 3-7 has neither.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool two_unit_lead = Units{0xC0, 0xDF}.contains(*at);
    const bool payload_is_zero = (*at & 0x1F) == 0;
    if (two_unit_lead && !payload_is_zero) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overlong_c1",
    .origin = "accepts-overlong; Ghostscript 10.04 and earlier, 2024 (CVE-2024-46954)",
    .planted =
        "C1 is taken for the lead of a two-unit sequence, so C1 80..BF decode to U+0040..U+007F",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overlong_c1;
constinit const placemat_decoder placemat_decoder_sab_overlong_c1 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
