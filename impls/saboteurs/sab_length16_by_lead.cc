// sab_length16_by_lead.cc: Right for well-formed input, and output is
// allocated by it for any.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::size_t length16(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (!is_continuation(in[i])) count += in[i] >= 0xF0 ? 2 : 1;
  }
  return count;
}

constexpr Plant kPlant{
    .name = "sab_length16_by_lead",
    .origin = "wrong-length-count; simdutf, 2024",
    .planted =
        "length16 counts two for F0..FF, one for other units that are not continuation units, and "
        "nothing for those",
    .kind = "wrong-length-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_length16_by_lead;
constinit const placemat_decoder placemat_decoder_sab_length16_by_lead = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.length16 = length16;
  return d;
}();

}  // namespace placemat::saboteur
