// sab_offset_points_at_offender.cc: E2 82 41 fails at 0, where the maximal
// subpart begins (D93b); here it fails at 2, at the letter, which is not ill-
// formed.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_ILL_FORMED) return;
  const bool interrupted = announced(in[result->error_offset]) > 1;
  if (interrupted) result->error_offset += result->error_length;
}

constexpr Plant kPlant{
    .name = "sab_offset_points_at_offender",
    .origin = "wrong-error-offset; .NET Core 3.0 preview 5, 2019",
    .planted =
        "strict decoding to UTF-32 reports the unit that interrupts a sequence, not the start of "
        "the sequence",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_offset_points_at_offender;
constinit const placemat_decoder placemat_decoder_sab_offset_points_at_offender = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
