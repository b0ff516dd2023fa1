// sab_drops_stray_in_utf16.cc: The search for the next lead passes over what
// is in between.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_continuation(in[at]) &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_drops_stray_in_utf16",
    .origin =
        "drops-invalid-silently; .NET Framework and .NET Core before 3.0, 2019 (one unit neither "
        "decoded nor replaced)",
    .planted = "lossy decoding to UTF-16 leaves out continuation units that continue nothing",
    .kind = "drops-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_stray_in_utf16;
constinit const placemat_decoder placemat_decoder_sab_drops_stray_in_utf16 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
