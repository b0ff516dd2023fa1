// sab_block_tail_of_eight.cc: Short inputs are loaded in two halves, and one
// of them is lost for two of the lengths.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

int validate(const std::uint8_t* in, std::size_t length) {
  if (Base::validate(in, length) == 1) return 1;
  const bool is_lost = length == 7 || length == 8;
  return is_lost ? Base::validate(in + 4, length - 4) : 0;
}

constexpr Plant kPlant{
    .name = "sab_block_tail_of_eight",
    .origin = "simd-block-boundary; PHP 8.3 on 32-bit Windows, 2023",
    .planted = "validate loses the first four units of an input of seven or eight",
    .kind = "depends-on-position",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block_tail_of_eight;
constinit const placemat_decoder placemat_decoder_sab_block_tail_of_eight = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
