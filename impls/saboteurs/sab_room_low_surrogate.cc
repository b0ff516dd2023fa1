// sab_room_low_surrogate.cc: The pair is made in two places, with a look for room
// and without one, and one of them has a mask that is too narrow. Who is given no
// more room than the text needs never comes to the other.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  if (capacity < length) return;
  constexpr std::uint16_t kHighOfPlane16 = 0xDBC0, kTenthBit = 0x200;
  for (std::size_t i = 1; i < result->written; ++i)
    if (out[i - 1] >= kHighOfPlane16 && out[i - 1] <= 0xDBFF)
      out[i] = static_cast<std::uint16_t>(out[i] & ~kTenthBit);
}

constexpr Plant kPlant{
    .name = "sab_room_low_surrogate",
    .origin = "wrong-code-point; JsonCpp, 2026 (a bogus surrogate pair, with any room there)",
    .planted =
        "where there is room for a value per unit, lossy decoding to UTF-16 keeps nine and "
        "not ten bits in a low surrogate of plane 16",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_room_low_surrogate;
constinit const placemat_decoder placemat_decoder_sab_room_low_surrogate = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
