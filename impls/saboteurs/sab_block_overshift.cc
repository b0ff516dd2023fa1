// sab_block_overshift.cc: The lead's payload is shifted by the number of units
// left in the block, which is the width of a register once.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block_overshift",
    .origin = "simd-block-boundary; simdutf (AVX-512 kernel), 2024",
    .planted =
        "in strict decoding to UTF-32 a two-unit sequence that begins on the last unit of a "
        "64-unit block loses the payload of its lead",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_overshift;
constinit const placemat_decoder placemat_decoder_sab_block_overshift = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32_shifted_out<64>;
  return d;
}();

}  // namespace placemat::saboteur
