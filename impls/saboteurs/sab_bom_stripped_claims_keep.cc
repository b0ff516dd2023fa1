// sab_bom_stripped_claims_keep.cc: A decoder without BOM handling gives
// U+FEFF for EF BB BF. Both rules are in use; what is wrong is to claim one
// and follow the other.
#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::uint8_t kMark[] = {0xEF, 0xBB, 0xBF};

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  const bool marked = length >= sizeof kMark && std::memcmp(in, kMark, sizeof kMark) == 0;
  const std::size_t skipped = marked ? sizeof kMark : 0;
  Base::lossy(in + skipped, length - skipped, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_bom_stripped_claims_keep",
    .origin = "bom-handling; JDK 6 beta 59d, 2006",
    .planted = "lossy decoding to UTF-32 removes a leading EF BB BF, where keeping it is claimed",
    .kind = "bom-handling",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_stripped_claims_keep;
constinit const placemat_decoder placemat_decoder_sab_bom_stripped_claims_keep = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
