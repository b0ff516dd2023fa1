// sab_noncharacter_last_two.cc: The last assigned value is taken for the last
// scalar value.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value > 0x10FFFD ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_noncharacter_last_two",
    .origin = "rejects-noncharacter; utf8proc before 1.3, 2015 (F4 8F BF BF among others)",
    .planted = "the limit is compared with 10FFFD, so U+10FFFE and U+10FFFF are refused",
    .kind = "rejects-noncharacter",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_noncharacter_last_two;
constinit const placemat_decoder placemat_decoder_sab_noncharacter_last_two =
    filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
