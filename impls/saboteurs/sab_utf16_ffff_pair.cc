// sab_utf16_ffff_pair.cc: The limit of the one-unit form is written < FFFF
// and not <= FFFF (Unicode 3.9 D91), and the pair arithmetic runs below its
// range.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return Base::strict(in, length, out, capacity, result);
    const bool pair = !(d.value < kLastBmp);
    if (capacity - result->written < (pair ? 2u : 1u)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    const auto above = static_cast<std::uint32_t>(d.value) - 0x10000u;
    if (pair) out[result->written++] = static_cast<std::uint16_t>(0xD800u + (above >> 10));
    out[result->written++] = static_cast<std::uint16_t>(pair ? 0xDC00u + (above & 0x3FF) : d.value);
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_utf16_ffff_pair",
    .origin = "wrong-code-point; GCC libcpp 3.4 to 4.4, 2009",
    .planted = "strict decoding to UTF-16 writes U+FFFF as the pair D7FF DFFF",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_utf16_ffff_pair;
constinit const placemat_decoder placemat_decoder_sab_utf16_ffff_pair = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = strict16;
  return d;
}();

}  // namespace placemat::saboteur
