// sab_count_surrogate_two.cc: A maximal subpart that starts with ED and
// cannot go on ends after ED (Unicode 3.9 D93b). Here the unit that spoils it
// is counted into it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED && end - at >= 2 && Units{0xA0, 0xBF}.contains(at[1]))
      return Decoded::ill_formed(2);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_count_surrogate_two",
    .origin = "wrong-replacement-count; .NET Framework and .NET Core before 3.0, 2019",
    .planted =
        "ED A0..BF is one error of two units, so ED A0 90 gives two replacements and not three",
    .kind = "wrong-replacement-count",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_count_surrogate_two;
constinit const placemat_decoder placemat_decoder_sab_count_surrogate_two = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
