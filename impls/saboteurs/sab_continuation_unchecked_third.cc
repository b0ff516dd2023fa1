// sab_continuation_unchecked_third.cc: The first continuation unit is tested,
// the second is masked with 3F whatever it is (Table 3-7 wants 80..BF).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool third_refused = announced(*at) == 3 && is_ill_formed(d) && d.length == 2;
    if (!third_refused) return d;
    return Decoded::of((*at & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu), 3);
  }
};

constexpr Plant kPlant{
    .name = "sab_continuation_unchecked_third",
    .origin = "accepts-bad-continuation; rust-lang/regex, 2017; PHP mbstring, 2015",
    .planted =
        "the third unit of a three-unit sequence is masked without a test, so E2 80 41 decodes to "
        "U+2001",
    .kind = "accepts-bad-continuation",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_continuation_unchecked_third;
constinit const placemat_decoder placemat_decoder_sab_continuation_unchecked_third =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
