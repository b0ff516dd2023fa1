// sab_hang_truncated_tail.cc: Only the function that counts is caught: it
// steps by the units of complete characters, and at the end there is none.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t length32(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile: a loop without a side effect is one that a compiler may drop.
    volatile std::size_t consumed = is_incomplete(d) ? 0 : d.length;
    if (consumed > 0) ++count;
    at += consumed;
  }
  return count;
}

constexpr Plant kPlant{
    .name = "sab_hang_truncated_tail",
    .origin = "infinite-loop; Dear ImGui, 2015; Joni, 2013",
    .planted = "length32 never passes a truncated last sequence",
    .kind = "hang",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hang_truncated_tail;
constinit const placemat_decoder placemat_decoder_sab_hang_truncated_tail = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.length32 = length32;
  return d;
}();

}  // namespace placemat::saboteur
