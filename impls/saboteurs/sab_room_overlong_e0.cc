// sab_room_overlong_e0.cc: The faster way, which need not look for room, was
// written from the bit patterns alone. Who is given no more room than the text
// needs never takes it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct ByPattern {
  static constexpr Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    return *at == 0xE0 ? by_pattern(at, end, 3) : Honest::decode_one(at, end);
  }
};

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  if (capacity < length) return Base::strict(in, length, out, capacity, result);
  PerCharacter<ByPattern>::strict(in, length, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_room_overlong_e0",
    .origin = "accepts-overlong; Qt 3 and 4.2, 2007 (CVE-2007-0242) (with any room there)",
    .planted =
        "where there is room for a value per unit, strict decoding to UTF-32 does not test "
        "the lower bound A0 of the unit after E0",
    .kind = "accepts-overlong",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_room_overlong_e0;
constinit const placemat_decoder placemat_decoder_sab_room_overlong_e0 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
