// sab_fffd_per_unit.cc: An inner function answers U+FFFD for an error, and the
// outer one believes it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    return is_value(d) && d.value == kReplacement ? Decoded::ill_formed(1) : d;
  }
};

constexpr Plant kPlant{
    .name = "sab_fffd_per_unit",
    .origin = "conflates-real-fffd; feross/buffer, 2015",
    .planted =
        "lossy decoding to UTF-32 treats a U+FFFD that stands in the text as an error, one for "
        "each of its units",
    .kind = "conflates-real-fffd",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_fffd_per_unit;
constinit const placemat_decoder placemat_decoder_sab_fffd_per_unit = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = PerCharacter<Faulty>::lossy<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
