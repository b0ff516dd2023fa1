// sab_continuation_takes_quotes.cc: A lead owns the unit behind it, and this
// is where it hurts.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool quoted = announced(*at) == 2 && at + 1 < end && (at[1] == 0x22 || at[1] == 0x27);
    if (!quoted) return Honest::decode_one(at, end);
    return Decoded::of(std::uint64_t{*at & 0x1Fu} << 6 | (at[1] & 0x3Fu), 2);
  }
};

constexpr Plant kPlant{
    .name = "sab_continuation_takes_quotes",
    .origin = "accepts-bad-continuation; PHP mbstring, 2015",
    .planted =
        "strict decoding to UTF-32 takes a quotation mark (22, 27) for the second unit of two",
    .kind = "accepts-bad-continuation",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_continuation_takes_quotes;
constinit const placemat_decoder placemat_decoder_sab_continuation_takes_quotes = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
