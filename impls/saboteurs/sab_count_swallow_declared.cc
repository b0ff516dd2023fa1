// sab_count_swallow_declared.cc: F0 80 80 80 and ED A0 80 become one U+FFFD:
// after a lead of Table 3-7 all continuation units that it announces are
// taken, as its bit pattern says, and judged afterwards.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 2) return d;
    const Decoded pattern = by_pattern(at, end, announced(*at));
    return Decoded::ill_formed(pattern.length);
  }
};

constexpr Plant kPlant{
    .name = "sab_count_swallow_declared",
    .origin = "wrong-replacement-count; ICU before 60, 2017; Node.js TextDecoder over it, 2017",
    .planted =
        "one replacement for the whole of a sequence refused at its second unit, continuation "
        "units included",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_swallow_declared;
constinit const placemat_decoder placemat_decoder_sab_count_swallow_declared =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
