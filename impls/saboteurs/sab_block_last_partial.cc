// sab_block_last_partial.cc: The mask of non-ASCII units is compared with 7FFF
// and not with FFFF, so the last unit of a block is never seen when the other
// 15 are ASCII: FF passes there, and a sequence that begins there is torn.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block_last_partial",
    .origin =
        "simd-block-boundary; PHP 8.3 AVX2 validator, 2023 (verdict wrong on one kernel only)",
    .planted = "validate takes a 16-unit block for ASCII when its first 15 units are",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_last_partial;
constinit const placemat_decoder placemat_decoder_sab_block_last_partial = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate_by_partial_mask<16>;
  return d;
}();

}  // namespace placemat::saboteur
