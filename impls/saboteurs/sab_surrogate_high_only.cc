// sab_surrogate_high_only.cc: A surrogate test that knows the high half only.
// A corpus whose single surrogate vector is ED A0 80 finds this decoder in
// order.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED && end - at >= 2 && at[1] >= 0xB0) return by_pattern(at, end, 3);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_surrogate_high_only",
    .origin =
        "accepts-surrogate; Jackson core before 2.21, 2017; Dart SDK before 2.9, 2017 (both halves "
        "there)",
    .planted = "only the high half D800..DBFF is refused, so ED B0..BF xx decode to DC00..DFFF",
    .kind = "accepts-surrogate",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_surrogate_high_only;
constinit const placemat_decoder placemat_decoder_sab_surrogate_high_only = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
