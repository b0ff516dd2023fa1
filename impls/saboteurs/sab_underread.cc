// sab_underread.cc: Rewinding to the start of a sequence has a lower bound
// too. An input that begins with a continuation unit is read from before its
// first unit; the answer is right.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (is_continuation(*at)) {
      for (std::ptrdiff_t back = 1; back <= 3; ++back)
        if (!is_continuation(touch(at - back))) break;
    }
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_underread",
    .origin = "over-read; simdutf, 2023 and 2024; Bun 0.6.13, 2023",
    .planted =
        "before a lone continuation unit up to three units are looked back for its lead, without "
        "regard to the start",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_underread;
constinit const placemat_decoder placemat_decoder_sab_underread = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  d.lossy32 = PerCharacter<Faulty>::lossy<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
