// sab_drops_rest_after_short_lead.cc: F0 41 becomes one U+FFFD and the letter
// is gone: "too few units left" is tested before the units are looked at.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    if (length - at < announced(in[at])) return;
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_drops_rest_after_short_lead",
    .origin = "drops-truncated-tail; WebKit TextDecoder, 2020",
    .planted =
        "lossy decoding to UTF-32 stops after one replacement when fewer units are left than a "
        "lead announces",
    .kind = "swallows-next-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_rest_after_short_lead;
constinit const placemat_decoder placemat_decoder_sab_drops_rest_after_short_lead = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
