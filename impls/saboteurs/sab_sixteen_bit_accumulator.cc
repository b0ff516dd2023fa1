// sab_sixteen_bit_accumulator.cc: A supplementary character loses its top
// bits and comes out as a BMP one, ASCII metacharacters included. The verdict
// stays right.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    d.value = static_cast<std::uint16_t>(d.value);
    return d;
  }
};

constexpr Plant kPlant{
    .name = "sab_sixteen_bit_accumulator",
    .origin = "wrong-code-point; PHP before 5.2.11, 2009 (CVE-2009-5016)",
    .planted = "the value is collected in 16 bits, so F0 90 80 BC (U+1003C) decodes to U+003C",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_sixteen_bit_accumulator;
constinit const placemat_decoder placemat_decoder_sab_sixteen_bit_accumulator =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
