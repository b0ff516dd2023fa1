// sab_lead_f8_alias.cc: A four-unit branch that is reached by every lead from
// F0 up and keeps three bits of it: F8 BF BF BF is read as U+3FFFF.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at < 0xF8) return Honest::decode_one(at, end);
    const auto masked = static_cast<std::uint8_t>(0xF0 | (*at & 0x07));
    if (announced(masked) == 0) return Decoded::ill_formed(1);
    return by_pattern(at, end, 4, second_unit(masked));
  }
};

constexpr Plant kPlant{
    .name = "sab_lead_f8_alias",
    .origin = "accepts-5-6-unit; Apache log4cxx, 2026",
    .planted =
        "the lead is masked with 07 before its top bits are tested, so F8..FC stand for F0..F4",
    .kind = "accepts-5-6-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_lead_f8_alias;
constinit const placemat_decoder placemat_decoder_sab_lead_f8_alias = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
