// sab_rejects_masked_continuation.cc: One bit too many in the mask of a
// continuation unit.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    if (d.length == 3 && (in[at + 2] & 0xE0) != 0x80) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_rejects_masked_continuation",
    .origin = "rejects-valid; GmSSL, 2026 (every continuation unit there)",
    .planted =
        "validate tests the last of three units under the mask E0 and not C0, so A0..BF are "
        "refused there",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_masked_continuation;
constinit const placemat_decoder placemat_decoder_sab_rejects_masked_continuation = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
