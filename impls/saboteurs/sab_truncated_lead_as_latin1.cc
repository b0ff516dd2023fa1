// sab_truncated_lead_as_latin1.cc: With nothing behind it a lead cannot be
// decoded, and is passed on as it is.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool alone = at + 1 == end && *at >= 0xC0;
    return alone ? Decoded::of(*at, 1) : Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_truncated_lead_as_latin1",
    .origin =
        "accepts-truncated-tail; V standard library, 2026; RapidJSON Writer, 2015 (a last unit "
        "passed on as it is)",
    .planted = "strict decoding to UTF-32 takes a last unit C0..FF for the character of Latin-1",
    .kind = "accepts-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_truncated_lead_as_latin1;
constinit const placemat_decoder placemat_decoder_sab_truncated_lead_as_latin1 = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = PerCharacter<Faulty>::strict<std::uint32_t>;
  return d;
}();

}  // namespace placemat::saboteur
