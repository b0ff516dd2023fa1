// sab_rejects_continuation_80.cc: The helper that gives the payload of a
// continuation unit gives 0 for "none", and 80 has the payload 0: C3 80 and
// E2 80 80 are refused.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

std::uint64_t payload_or_zero(std::uint8_t unit) {
  return is_continuation(unit) ? unit & 0x3Fu : 0;
}

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_value(d) || d.length == 1) return d;
    return payload_or_zero(at[d.length - 1]) == 0 ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_rejects_continuation_80",
    .origin = "rejects-valid; AMP HTML validator, 2020",
    .planted =
        "a last continuation unit of 80 is refused, because its payload 0 is taken for failure",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_continuation_80;
constinit const placemat_decoder placemat_decoder_sab_rejects_continuation_80 =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
