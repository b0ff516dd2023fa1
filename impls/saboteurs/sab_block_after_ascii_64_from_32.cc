// sab_block_after_ascii_64_from_32.cc: The fast path for a block of ASCII leaves
// without looking at what the block before it carried over: a lead in the last
// place of a block, then ASCII, passes.
#include "impls/saboteurs/block.h"

namespace placemat::saboteur {
namespace {

constexpr Plant kPlant{
    .name = "sab_block_after_ascii_64_from_32",
    .origin = "simd-block-boundary; Haskell text 2.0.1, 2023 (there blocks of 16 units)",
    .planted =
        "validate forgets an unfinished sequence at the end of a block when 64 ASCII units "
        "follow, where blocks of 64 units begin behind one of 32",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_after_ascii_64_from_32;
constinit const placemat_decoder placemat_decoder_sab_block_after_ascii_64_from_32 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate_without_carry<64, 32>;
  return d;
}();

}  // namespace placemat::saboteur
