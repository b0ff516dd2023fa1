// sab_overwrite_half_pair.cc: The bound is tested once for a value that takes
// two places.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    if (result->written >= capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    const Decoded d = Honest::decode_one(in + at, in + length);
    Base::put(out, capacity + 1, result->written, is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_overwrite_half_pair",
    .origin = "over-write; V8 in Node.js 0.12 and io.js, 2015 (CVE-2015-5380)",
    .planted = "lossy decoding to UTF-16 writes both halves of a pair when there is room for one",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_half_pair;
constinit const placemat_decoder placemat_decoder_sab_overwrite_half_pair = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
