// sab_swallow_announced.cc: F0 "SUFFIX" becomes U+FFFD "FIX": the lead is
// believed about the length of a sequence that is not there.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 3) return d;
    const auto left = static_cast<std::size_t>(end - at);
    return Decoded::ill_formed(announced(*at) < left ? announced(*at) : left);
  }
};

constexpr Plant kPlant{
    .name = "sab_swallow_announced",
    .origin = "swallows-next-unit; CPython 2.x and 3.1, 2010; JsonCpp, 2026",
    .planted =
        "after an error in a sequence of three or four, as many units are skipped as its lead "
        "announces",
    .kind = "swallows-next-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_swallow_announced;
constinit const placemat_decoder placemat_decoder_sab_swallow_announced = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
