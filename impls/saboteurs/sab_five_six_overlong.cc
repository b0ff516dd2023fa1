// sab_five_six_overlong.cc: Number of units by leading ones, and no look at
// the value.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const std::size_t length = Units{0xF8, 0xFB}.contains(*at)   ? 5
                               : Units{0xFC, 0xFD}.contains(*at) ? 6
                                                                 : 0;
    if (length == 0) return Honest::decode_one(at, end);
    const Decoded d = by_pattern(at, end, length);
    return is_value(d) ? d : Decoded::ill_formed(1);
  }
};

constexpr Plant kPlant{
    .name = "sab_five_six_overlong",
    .origin = "accepts-5-6-unit; json-voorhees, 2026; Ruby 1.6.7, 2002",
    .planted =
        "F8..FB and FC..FD are leads of five and six units by bit pattern alone, overlong forms "
        "included",
    .kind = "accepts-5-6-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_five_six_overlong;
constinit const placemat_decoder placemat_decoder_sab_five_six_overlong = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  d.validate = PerCharacter<Faulty>::validate;
  return d;
}();

}  // namespace placemat::saboteur
