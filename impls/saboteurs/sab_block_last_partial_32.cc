// sab_block_last_partial_32.cc: The mask of non-ASCII units lacks its highest
// bit, so the last unit of a block is never seen when the other 31 are ASCII:
// FF passes there, and a sequence that begins there is torn.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block_last_partial_32",
    .origin =
        "simd-block-boundary; PHP 8.3 AVX2 validator, 2023 (verdict wrong on one kernel only) "
        "(there 16 units)",
    .planted = "validate takes a 32-unit block for ASCII when its first 31 units are",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_last_partial_32;
constinit const placemat_decoder placemat_decoder_sab_block_last_partial_32 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate_by_partial_mask<32>;
  return d;
}();

}  // namespace placemat::saboteur
