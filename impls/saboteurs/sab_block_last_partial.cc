// sab_block_last_partial.cc: The mask of non-ASCII units is compared with
// 7FFF and not with FFFF, so the last unit of a block is never seen when the
// other fifteen are ASCII: FF passes there, and a sequence that begins there
// is torn.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 16;

bool looks_ascii(const std::uint8_t* block) {
  for (std::size_t i = 0; i < kBlock - 1; ++i)
    if (block[i] > 0x7F) return false;
  return true;
}

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    if (at % kBlock == 0 && length - at >= kBlock && looks_ascii(in + at)) {
      at += kBlock;
      continue;
    }
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

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
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
