// sab_overwrite_tail_pair.cc: The slow path writes a pair, since the lead
// announces one.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool is_lead = length > 0 && Units{0xF0, 0xF4}.contains(in[length - 1]);
  if (is_lead && result->status == PLACEMAT_OK) out[result->written] = 0xDC00;
}

constexpr Plant kPlant{
    .name = "sab_overwrite_tail_pair",
    .origin = "over-write; V8 in Node.js 0.12 and io.js, 2015 (CVE-2015-5380)",
    .planted =
        "lossy decoding to UTF-16 stores two units for a last lead of four that has nothing behind "
        "it, and counts one",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_tail_pair;
constinit const placemat_decoder placemat_decoder_sab_overwrite_tail_pair = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
