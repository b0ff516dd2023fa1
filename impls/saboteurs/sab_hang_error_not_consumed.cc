// sab_hang_error_not_consumed.cc: The length of an error is -1, and the
// position never grows.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile: a loop without a side effect is one that a compiler may drop.
    volatile bool is_stuck = is_ill_formed(d) && d.length == 1 && in[at] >= 0xE0;
    if (is_stuck) continue;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_hang_error_not_consumed",
    .origin = "infinite-loop; Joni, 2013; cuBERT, 2020; futures-rs, 2023; Poison, 2015",
    .planted = "lossy decoding to UTF-16 does not get past an ill-formed unit E0..FF",
    .kind = "hang",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hang_error_not_consumed;
constinit const placemat_decoder placemat_decoder_sab_hang_error_not_consumed = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
