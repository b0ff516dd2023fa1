// sab_rejects_masked_continuation.cc: The unit is masked with FF where C0 was
// meant.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    for (std::size_t i = 1; i < d.length; ++i) {
      if ((in[at + i] & 0xFF) != 0x80) return 0;
    }
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_rejects_masked_continuation",
    .origin = "rejects-valid; GmSSL, 2026",
    .planted =
        "validate compares a continuation unit with 80 under a mask that keeps too many bits, so "
        "nothing but 80 continues",
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
