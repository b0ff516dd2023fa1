// sab_swallow_next_unit.cc: An unfinished sequence of two eats the quote, the
// bracket or the letter behind it. That unit begins something new (WHATWG
// Encoding, UTF-8 decoder: the unit is given back).
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool interrupted = is_ill_formed(d) && announced(*at) == 2;
    return interrupted ? Decoded::ill_formed(2) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_swallow_next_unit",
    .origin = "swallows-next-unit; Haskell text, 2017; PHP before 5.3.4, 2010 (CVE-2010-3870)",
    .planted = "a two-unit lead takes the next unit with it whatever it is, so C2 41 loses the 41",
    .kind = "swallows-next-unit",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_swallow_next_unit;
constinit const placemat_decoder placemat_decoder_sab_swallow_next_unit = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
