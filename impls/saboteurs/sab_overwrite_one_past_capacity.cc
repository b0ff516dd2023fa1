// sab_overwrite_one_past_capacity.cc: Off by one: when the output is full,
// one value is written behind it before the shortage is reported.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (capacity > 0)
      out[result->written] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    ++result->written;
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_overwrite_one_past_capacity",
    .origin = "over-write; Qt 3, 2007 (CVE-2007-4137)",
    .planted = "lossy decoding to UTF-32 stores a value and only then compares with the capacity",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_one_past_capacity;
constinit const placemat_decoder placemat_decoder_sab_overwrite_one_past_capacity = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
