// sab_length_by_lead.cc: Twenty units C0 count as ten characters, and a limit
// on the length of a text is passed by twice as much.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t announced_by_pattern(std::uint8_t lead) {
  if (lead >= 0xF0) return 4;
  if (lead >= 0xE0) return 3;
  return lead >= 0xC0 ? 2 : 1;
}

std::size_t length32(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length; at += announced_by_pattern(in[at])) ++count;
  return count;
}

constexpr Plant kPlant{
    .name = "sab_length_by_lead",
    .origin = "wrong-length-count; bufbuild/protoc-gen-validate, 2026",
    .planted = "length32 steps over as many units as the bit pattern of the lead announces",
    .kind = "wrong-length-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_length_by_lead;
constinit const placemat_decoder placemat_decoder_sab_length_by_lead = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.length32 = length32;
  return d;
}();

}  // namespace placemat::saboteur
