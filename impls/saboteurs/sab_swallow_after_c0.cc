// sab_swallow_after_c0.cc: The length of an ill-formed sequence is taken from
// a lead that Table 3-7 does not have. Two programs that disagree on it
// disagree on where a string ends.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool never_a_lead = Units{0xC0, 0xC1}.contains(*at);
    if (never_a_lead && end - at >= 2 && at[1] <= 0x7F) return Decoded::ill_formed(2);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_swallow_after_c0",
    .origin = "swallows-next-unit; PostgreSQL libpq and psql, 2025 (CVE-2025-1094)",
    .planted = "C0 and C1 own the following ASCII unit, so C0 27 loses the quote",
    .kind = "swallows-next-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_swallow_after_c0;
constinit const placemat_decoder placemat_decoder_sab_swallow_after_c0 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
