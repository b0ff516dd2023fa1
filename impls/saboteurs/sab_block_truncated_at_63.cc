// sab_block_truncated_at_63.cc: A vector kernel that closes with a partial
// block checks for an unfinished sequence there; without a partial block
// nobody checks. 63 ASCII units and C2 pass.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 64;

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_ill_formed(d)) return 0;
    if (is_incomplete(d)) return length % kBlock == 0 ? 1 : 0;
    at += d.length;
  }
  return 1;
}

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
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
