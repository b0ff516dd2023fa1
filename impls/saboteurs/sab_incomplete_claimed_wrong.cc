// sab_incomplete_claimed_wrong.cc: The test "may more units help?" works by
// bit pattern and knows more leads than the decoder. Strict decoding says
// INCOMPLETE where it must say ILL_FORMED at that unit.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool lead_by_pattern = *at >= 0xC0;
    if (lead_by_pattern && end - at == 1) return Decoded::incomplete(1);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_incomplete_claimed_wrong",
    .origin = "late-error-detection; Go unicode/utf8, 2015",
    .planted =
        "C0, C1 and F5..FF at the end of the input count as sequences that more units could "
        "complete",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_incomplete_claimed_wrong;
constinit const placemat_decoder placemat_decoder_sab_incomplete_claimed_wrong =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
