// wrong_length_count.cc: Length functions that disagree with the decoder on ill-formed
// input. A caller allocates output by that length.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// 64 ASCII units and A9 are 65 values, and 64 by this count.
std::size_t length32_length_disagrees_on_ill_formed(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length; ++at)
    if (!is_continuation(in[at])) ++count;
  return count;
}

// Twenty units C0 count as ten characters, so that twice as much text passes a limit on the
// length.
std::size_t announced_by_pattern(std::uint8_t lead) {
  if (lead >= 0xF0) return 4;
  if (lead >= 0xE0) return 3;
  return lead >= 0xC0 ? 2 : 1;
}

std::size_t length32_length_by_lead(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length; at += announced_by_pattern(in[at])) ++count;
  return count;
}

std::size_t length16_length16_by_lead(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (!is_continuation(in[i])) count += in[i] >= 0xF0 ? 2 : 1;
  }
  return count;
}

constexpr Row kRows[] = {
    {
        .name = "sab_length_disagrees_on_ill_formed",
        .relatives = "simdutf, 2024",
        .planted = "length32 counts the units that are not continuation units, which is right for "
                   "well-formed input only",
        .kind = "wrong-length-count",
        .probes = {{"length32", "20*64 A9", "65", "64"}, {"length32", "C3 A9 E2 82 AC", "2"}},
        .patch = [](placemat_decoder& d) { d.length32 = length32_length_disagrees_on_ill_formed; },
    },
    {
        .name = "sab_length_by_lead",
        .relatives = "bufbuild/protoc-gen-validate, 2026",
        .planted = "length32 advances by as many units as the bit pattern of the lead announces",
        .kind = "wrong-length-count",
        .probes = {{"length32", "C0*20", "20", "10"},
                   {"length32", "C3 A9 E2 82 AC F0 9F 98 80", "3"}},
        .patch = [](placemat_decoder& d) { d.length32 = length32_length_by_lead; },
    },
    {
        .name = "sab_length16_by_lead",
        .relatives = "simdutf, 2024",
        .planted = "length16 counts two for F0..FF, nothing for continuation units, and one for "
                   "all other units",
        .kind = "wrong-length-count",
        .probes = {{"length16", "20*64 A9", "65", "64"}, {"length16", "C3 A9 F0 9F 98 80", "3"}},
        .patch = [](placemat_decoder& d) { d.length16 = length16_length16_by_lead; },
    },
};
constinit const Decoders kDecoders("wrong-length-count", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_wrong_length_count;
constinit const Class placemat_saboteurs_wrong_length_count{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
