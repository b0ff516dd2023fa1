// sab_detector_two_unit_pattern.cc: A detector that looks at bit patterns
// says UTF-8 to GBK text: C1 AA CD A8 fits 110xxxxx 10xxxxxx twice. Only
// validate is wrong; the decoder behind it would have refused C1.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct PatternOnly {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (Units{0xC0, 0xDF}.contains(*at)) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_detector_two_unit_pattern",
    .origin = "encoding-misdetection; Windows Notepad, year not stated",
    .planted =
        "validate tests two-unit sequences by bit pattern only, so C0 and C1 pass there as leads",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_detector_two_unit_pattern;
constinit const placemat_decoder placemat_decoder_sab_detector_two_unit_pattern = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = PerCharacter<PatternOnly>::validate;
  return d;
}();

}  // namespace placemat::saboteur
