// sab_block31_ff.cc: The error of a block's last unit is folded into the
// verdict when the next block is read, and the call that does so at the end of
// the input was left out: 31 spaces and FF pass.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block31_ff",
    .origin = "simd-block-boundary; simdjson (haswell, westmere kernels), 2020 (there 64 units)",
    .planted =
        "validate misses an ill-formed unit in the last place of an input of whole 32-unit blocks",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block31_ff;
constinit const placemat_decoder placemat_decoder_sab_block31_ff = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate_without_last_error<32>;
  return d;
}();

}  // namespace placemat::saboteur
