// sab_rejects_pair_in_utf16.cc: One conversion cannot store a pair and fails;
// the conversion to UTF-32 beside it is right. A suite that looks at one
// output width misses it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct BmpOnly {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value > kLastBmp ? Decoded::ill_formed(d.length) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_rejects_pair_in_utf16",
    .origin = "rejects-valid; Microsoft STL codecvt, 2022",
    .planted = "strict decoding to UTF-16 refuses every value that needs a surrogate pair",
    .kind = "rejects-well-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_rejects_pair_in_utf16;
constinit const placemat_decoder placemat_decoder_sab_rejects_pair_in_utf16 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = PerCharacter<BmpOnly>::strict<std::uint16_t>;
  return d;
}();

}  // namespace placemat::saboteur
