// sab_block_truncated_at_63.cc: A vector kernel that closes with a partial
// block checks for an unfinished sequence there; without a partial block nobody
// checks. 63 ASCII units and C2 pass.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block_truncated_at_63",
    .origin = "simd-block-boundary; simdutf (AVX-512 kernel), 2024",
    .planted = "validate leaves out the end-of-input check when the length is a multiple of 64",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_truncated_at_63;
constinit const placemat_decoder placemat_decoder_sab_block_truncated_at_63 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate_without_last_check<64>;
  return d;
}();

}  // namespace placemat::saboteur
