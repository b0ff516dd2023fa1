// sab_surrogate_dfff.cc: One code point of 2048 gets through, because
// D800..DFFF (D71 to D73) is tested as a half-open range.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at != 0xED) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, 3);
    const bool refused = 0xD800 <= d.value && d.value < 0xDFFF;
    return is_value(d) && !refused ? d : Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_surrogate_dfff",
    .origin =
        "accepts-surrogate; GCC libcpp 3.4 to 4.4, 2009 (a bound written exclusive that is "
        "inclusive)",
    .planted = "the range test excludes its own upper bound, so ED BF BF decodes to DFFF",
    .kind = "accepts-surrogate",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_surrogate_dfff;
constinit const placemat_decoder placemat_decoder_sab_surrogate_dfff = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
