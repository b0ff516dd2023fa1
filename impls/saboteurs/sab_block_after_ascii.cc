// sab_block_after_ascii.cc: The fast path for a block of ASCII leaves without
// looking at what the block before it carried over: a lead in the last place
// of a block, then ASCII, passes.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 16;

bool ascii_block(const std::uint8_t* in, std::size_t at, std::size_t length) {
  if (at % kBlock != 0 || length - at < kBlock) return false;
  for (std::size_t i = 0; i < kBlock; ++i)
    if (in[at + i] > 0x7F) return false;
  return true;
}

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool unfinished = is_ill_formed(d) && announced(in[at]) > 1;
    const bool carry_forgotten = unfinished && ascii_block(in, at + d.length, length);
    if (!is_value(d) && !carry_forgotten) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_block_after_ascii",
    .origin = "simd-block-boundary; Haskell text 2.0.1, 2023",
    .planted =
        "validate forgets an unfinished sequence at the end of a block when 16 ASCII units follow",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_after_ascii;
constinit const placemat_decoder placemat_decoder_sab_block_after_ascii = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
