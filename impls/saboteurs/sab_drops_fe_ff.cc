// sab_drops_fe_ff.cc: Units that never occur are passed over as if they were
// padding.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool left_out = Units{0xFE, 0xFF}.contains(in[at]);
    if (!left_out &&
        !Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_drops_fe_ff",
    .origin =
        "drops-invalid-silently; none in the list by name; nlohmann/json, 2024 (a lead there)",
    .planted = "lossy decoding to UTF-32 leaves out FE and FF",
    .kind = "drops-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_fe_ff;
constinit const placemat_decoder placemat_decoder_sab_drops_fe_ff = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
