// sab_capacity_exact_refused.cc: An off-by-one repaired by an off-by-one: the
// decoder now asks for one place more than it needs, and a caller that
// measured first is refused.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool fits_exactly = result->status == PLACEMAT_OK && result->written == capacity;
  if (!fits_exactly || capacity == 0) return;
  --result->written;
  result->status = PLACEMAT_NO_CAPACITY;
}

constexpr Plant kPlant{
    .name = "sab_capacity_exact_refused",
    .origin =
        "over-write; none in the list; the remedy that overshoots after Qt 3, 2007 (CVE-2007-4137)",
    .planted = "lossy decoding to UTF-32 reports a shortage when the output fits exactly",
    .kind = "wrong-capacity",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_capacity_exact_refused;
constinit const placemat_decoder placemat_decoder_sab_capacity_exact_refused = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
