// sab_block63_ff.cc: The error of a block's last unit is folded into the
// verdict when the next block is read, and the call that does so at the end
// of the input was left out: 63 spaces and FF pass.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 64;

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool pending_at_the_end = length % kBlock == 0 && at + 1 == length;
    if (is_ill_formed(d) && pending_at_the_end) return 1;
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_block63_ff",
    .origin = "simd-block-boundary; simdjson (haswell, westmere kernels), 2020",
    .planted =
        "validate misses an ill-formed unit in the last place of an input of whole 64-unit blocks",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block63_ff;
constinit const placemat_decoder placemat_decoder_sab_block63_ff = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
