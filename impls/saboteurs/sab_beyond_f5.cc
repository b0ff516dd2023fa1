// sab_beyond_f5.cc: The lead is tested by its bit pattern 11110xxx alone,
// which leaves F5..F7 (no leads in Table 3-7); the second unit after F4 is
// tested.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct Faulty {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (Units{0xF5, 0xF7}.contains(*at)) return by_pattern(at, end, 4);
    return Honest::decode_one(at, end);
  }
};

constexpr Plant kPlant{
    .name = "sab_beyond_f5",
    .origin = "accepts-beyond-10ffff; PuppetDB, 2012; OpenSSL, 2025",
    .planted = "F5..F7 are leads of four units and decode to 140000..1FFFFF",
    .kind = "accepts-beyond-10ffff",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_beyond_f5;
constinit const placemat_decoder placemat_decoder_sab_beyond_f5 = filled<Faulty>(kPlant);

}  // namespace placemat::saboteur
