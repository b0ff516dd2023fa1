// sab_wrong_value_ed81.cc: One lead of fifty-one gives wrong values, and only
// for odd second units; the state, and with it the verdict, is right.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (is_value(d) && *at == 0xED) d.value &= ~std::uint64_t{0x40};
    return d;
  }
};

constexpr Plant kPlant{
    .name = "sab_wrong_value_ed81",
    .origin = "wrong-code-point; hoehrmann/utf-8-misc arithmetic stepping, 2018 (one of its leads)",
    .planted =
        "the lowest bit of the unit after ED is lost, so ED 81 80 (U+D040) decodes to U+D000",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_wrong_value_ed81;
constinit const placemat_decoder placemat_decoder_sab_wrong_value_ed81 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
