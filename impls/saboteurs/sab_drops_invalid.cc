// sab_drops_invalid.cc: DC 05 comes out as 05: the lead vanishes without a
// mark, and text on both sides of it grows together (Unicode TR 36 on
// deletion of ill-formed units).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool dropped = is_ill_formed(d) && d.length == 1 && announced(in[at]) > 1;
    if (!dropped &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_drops_invalid",
    .origin = "drops-invalid-silently; nlohmann/json, 2024",
    .planted = "lossy decoding to UTF-32 leaves out a lead that is interrupted by its next unit",
    .kind = "drops-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_invalid;
constinit const placemat_decoder placemat_decoder_sab_drops_invalid = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
