// sab_overwrite_by_length.cc: The output was sized by counting units that are
// not continuation units, and the slow path trusts that.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  bool strays = false;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (result->written >= capacity && !strays) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    strays = strays || is_continuation(in[at]);
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_overwrite_by_length",
    .origin = "over-write; simdutf (several kernels), 2024",
    .planted =
        "lossy decoding to UTF-32 does not look at the capacity once it has replaced a stray "
        "continuation unit",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_by_length;
constinit const placemat_decoder placemat_decoder_sab_overwrite_by_length = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
