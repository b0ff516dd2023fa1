// sab_beyond_f4_90.cc: RFC 3629 section 3 ends at U+10FFFF. The leads F5 and
// above are refused here, the second unit after F4 is held to 80..BF and not
// to 80..8F.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xF4) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_beyond_f4_90",
    .origin =
        "accepts-beyond-10ffff; Perl :utf8 layer, 2011; Zinc HTTP components, 2022; OpenSSL, 2025",
    .planted =
        "the upper bound 8F of the unit after F4 is missing, so F4 90..BF xx xx decode to "
        "110000..13FFFF",
    .kind = "accepts-beyond-10ffff",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_beyond_f4_90;
constinit const placemat_decoder placemat_decoder_sab_beyond_f4_90 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
