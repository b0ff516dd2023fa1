// sab_hoehrmann_arithmetic.cc: Branchless stepping chooses between "first
// unit" and "one more unit" with a mask made from the state number. state |
// -state is all ones only for odd numbers; after E0, F1..F3 it lacks one bit
// and after ED two, so 395,776 of 1,112,064 scalar values come out wrong,
// U+0840 first.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

// The state numbers after each kind of lead.
std::uint32_t state_after(std::uint8_t lead) {
  if (lead == 0xE0) return 2;
  if (lead == 0xED) return 4;
  if (Units{0xF1, 0xF3}.contains(lead)) return 6;
  return 1;  // odd here stands for the odd numbers of all other leads
}

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    Decoded d = Honest::decode_one(at, end);
    if (!is_value(d) || d.length == 1) return d;
    const std::uint32_t state = state_after(*at);
    const std::uint32_t mask = state | (0u - state);
    const std::uint32_t lost = at[1] & 0x3Fu & ~mask;
    d.value &= ~(std::uint64_t{lost} << 6 * (d.length - 2));
    return d;
  }
};

constexpr Plant kPlant{
    .name = "sab_hoehrmann_arithmetic",
    .origin = "wrong-code-point; hoehrmann/utf-8-misc arithmetic stepping, 2018",
    .planted =
        "the mask that should be all ones inside a sequence is the state number or-ed with its "
        "negative, so low bits of the second unit are lost after E0, ED, F1..F3",
    .kind = "wrong-value",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_hoehrmann_arithmetic;
constinit const placemat_decoder placemat_decoder_sab_hoehrmann_arithmetic = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
