// sab_encode_off_by_one.cc: The bound of the two-unit form is written <= 800
// and not <= 7FF, and the lead overflows into that of three units. Only the
// encoder is wrong.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t encode_off_by_one(std::uint64_t value, std::uint8_t* out) {
  const bool two_units = 0x80 <= value && value <= 0x800;
  if (!two_units) return encode(value, out);
  out[0] = static_cast<std::uint8_t>(0xC0 | value >> 6);
  out[1] = static_cast<std::uint8_t>(0x80 | (value & 0x3F));
  return 2;
}

constexpr Plant kPlant{
    .name = "sab_encode_off_by_one",
    .origin =
        "wrong-code-point; GCC libcpp 3.4 to 4.4, 2009; Apache log4cxx, 2026 (an exclusive bound "
        "for an inclusive one)",
    .planted = "the encoder takes U+0800 for a two-unit value and writes E0 80",
    .kind = "wrong-encoding",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_encode_off_by_one;
constinit const placemat_decoder placemat_decoder_sab_encode_off_by_one = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.encode = encode_off_by_one;
  return d;
}();

}  // namespace placemat::saboteur
