// sab_fffd_scanned_for.cc: Whether there was an error is asked of the output.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_OK) return;
  for (std::size_t i = 0; i < result->written; ++i) {
    if (out[i] == kReplacement) *result = {PLACEMAT_ILL_FORMED, i, 0, 1};
  }
}

constexpr Plant kPlant{
    .name = "sab_fffd_scanned_for",
    .origin = "conflates-real-fffd; Flutter tools, 2026",
    .planted = "strict decoding to UTF-16 succeeds only when there is no U+FFFD in its output",
    .kind = "conflates-real-fffd",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_fffd_scanned_for;
constinit const placemat_decoder placemat_decoder_sab_fffd_scanned_for = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = strict16;
  return d;
}();

}  // namespace placemat::saboteur
