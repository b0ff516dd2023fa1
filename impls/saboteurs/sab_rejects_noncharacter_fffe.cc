// sab_rejects_noncharacter_fffe.cc: Noncharacters are scalar values and well-
// formed (Unicode 3.9 D76, D92; Corrigendum 9): a decoder has no business to
// refuse them.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool noncharacter = (d.value & 0xFFFE) == 0xFFFE;
    return is_value(d) && noncharacter ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_rejects_noncharacter_fffe",
    .origin =
        "rejects-noncharacter; davisp/jiffy, 2014; utf8proc before 1.3, 2015; Elixir before 1.5, "
        "2017",
    .planted = "every code point that ends in FFFE or FFFF is refused",
    .kind = "rejects-noncharacter",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_noncharacter_fffe;
constinit const placemat_decoder placemat_decoder_sab_rejects_noncharacter_fffe =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
