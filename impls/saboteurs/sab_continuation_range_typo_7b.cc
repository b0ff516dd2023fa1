// sab_continuation_range_typo_7b.cc: A digit slipped in a range written in
// decimal: 123..191 for 128..191. Five ASCII units become continuation units.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (announced(*at) == 2) return by_pattern(at, end, 2, {123, 191});
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_continuation_range_typo_7b",
    .origin = "accepts-bad-continuation; kikito/utf8_validator.lua, 2018",
    .planted =
        "the range of the second of two units begins at decimal 123 and not at 128, so C2 7B..7F "
        "pass",
    .kind = "accepts-bad-continuation",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_continuation_range_typo_7b;
constinit const placemat_decoder placemat_decoder_sab_continuation_range_typo_7b =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
