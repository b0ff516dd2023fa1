// sab_count_eof_per_unit.cc: The tail is handled by other code than the
// middle, and counts otherwise: E2 98 before a letter is one error, E2 98 at
// the end is two.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    Decoded d = Honest::decode_one(in + at, in + length);
    if (is_incomplete(d)) d.length = 1;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_count_eof_per_unit",
    .origin = "wrong-replacement-count; Chromium TextDecoder, 2020",
    .planted =
        "lossy decoding to UTF-32 gives one replacement per code unit of a sequence that the end "
        "cuts off",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_eof_per_unit;
constinit const placemat_decoder placemat_decoder_sab_count_eof_per_unit = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
