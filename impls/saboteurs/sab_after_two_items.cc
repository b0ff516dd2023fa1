// sab_after_two_items.cc: The fault needs two given items before the ill-
// formed one; every pair of items is right. Only ordered triples show it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::size_t before_last = 0;
  std::size_t last = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) {
      const bool passed_over = before_last == 4 && last == 3 && is_continuation(in[at]);
      if (!passed_over) return Base::strict(in, length, out, capacity, result);
    } else if (!Base::put(out, capacity, result->written, d.value)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    before_last = last;
    last = d.length;
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_after_two_items",
    .origin = "accepts-bad-continuation; simdutf (AVX-512 kernel), 2024",
    .planted =
        "strict decoding to UTF-32 passes over a stray continuation unit that follows a four-unit "
        "and then a three-unit sequence",
    .kind = "accepts-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_after_two_items;
constinit const placemat_decoder placemat_decoder_sab_after_two_items = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
