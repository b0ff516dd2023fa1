// sab_one_scalar_wrong.cc: One scalar value of 1,112,064, away from every
// boundary: the measure of whether a suite really looks at all of them.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::uint64_t kWrong = 0x7B2C;

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (d.value == kWrong) ++d.value;
    return d;
  }
};

constexpr Plant kPlant{
    .name = "sab_one_scalar_wrong",
    .origin = "wrong-code-point; GCC libcpp 3.4 to 4.4, 2009 (a single code point, U+FFFF)",
    .planted = "U+7B2C, and nothing else, decodes to U+7B2D",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_one_scalar_wrong;
constinit const placemat_decoder placemat_decoder_sab_one_scalar_wrong = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
