// sab_overwrite_after_block.cc: 64 ASCII units and A9: the room is reckoned
// for each block from the units that begin a character, and the replacement
// for a continuation unit in front is not among them.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 64;

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool unreckoned = at > 0 && at % kBlock == 0 && is_continuation(in[at]);
    if (result->written >= capacity && !unreckoned) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_overwrite_after_block",
    .origin = "over-write; simdutf (AVX-512 kernel), 2024",
    .planted =
        "lossy decoding to UTF-32 does not compare with the capacity for a stray continuation unit "
        "that opens a 64-unit block",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_after_block;
constinit const placemat_decoder placemat_decoder_sab_overwrite_after_block = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
