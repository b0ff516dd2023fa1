// sab_five_six_unit.cc: A length table of RFC 2279 kept after RFC 3629 took
// five and six units away. Non-shortest forms are refused, so that only the
// length itself is at fault.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (Units{0xF8, 0xFB}.contains(*at))
      return by_pattern(at, end, 5, *at == 0xF8 ? Units{0x88, 0xBF} : kContinuation);
    if (Units{0xFC, 0xFD}.contains(*at))
      return by_pattern(at, end, 6, *at == 0xFC ? Units{0x84, 0xBF} : kContinuation);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_five_six_unit",
    .origin = "accepts-5-6-unit; Ultimate++, 2022; json-voorhees, 2026",
    .planted = "F8..FB and FC..FD are leads of five and six units (RFC 2279), shortest forms only",
    .kind = "accepts-5-6-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_five_six_unit;
constinit const placemat_decoder placemat_decoder_sab_five_six_unit = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
