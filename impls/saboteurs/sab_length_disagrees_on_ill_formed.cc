// sab_length_disagrees_on_ill_formed.cc: A caller sizes a buffer with the
// length function and the decoder writes more: 64 ASCII units and A9 are 65
// values, and 64 by this count.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t length32(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length; ++at)
    if (!is_continuation(in[at])) ++count;
  return count;
}

constexpr Plant kPlant{
    .name = "sab_length_disagrees_on_ill_formed",
    .origin = "wrong-length-count; simdutf, 2024",
    .planted =
        "length32 counts the units that are not continuation units, which is right for well-formed "
        "input only",
    .kind = "wrong-length-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_length_disagrees_on_ill_formed;
constinit const placemat_decoder placemat_decoder_sab_length_disagrees_on_ill_formed = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.length32 = length32;
  return d;
}();

}  // namespace placemat::saboteur
