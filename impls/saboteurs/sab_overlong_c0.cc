// sab_overlong_c0.cc: The non-shortest form that traversed directories: C0 AF
// read as a slash. Table 3-7 has no C0; here it is a lead like C2..DF.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xC0) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_overlong_c0",
    .origin =
        "accepts-overlong; Microsoft IIS 4/5, 2000 (CVE-2000-0884); Sun JRE under Tomcat, 2008 "
        "(CVE-2008-2938)",
    .planted =
        "C0 is taken for the lead of a two-unit sequence, so C0 80..BF decode to U+0000..U+003F",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overlong_c0;
constinit const placemat_decoder placemat_decoder_sab_overlong_c0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
