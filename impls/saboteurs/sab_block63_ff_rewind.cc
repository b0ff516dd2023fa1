// sab_block63_ff_rewind.cc: To find the place of an error in a block, the
// decoder begins again at the start of the block: one unit before it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kBlock = 64;

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_ILL_FORMED) return;
  const std::size_t at = result->error_offset;
  if (in[at] == 0xFF && at % kBlock == kBlock - 1) touch(in + at - kBlock);
}

constexpr Plant kPlant{
    .name = "sab_block63_ff_rewind",
    .origin = "over-read; simdutf (rewind_and_convert_with_errors), 2024",
    .planted =
        "for FF in the last place of a 64-unit block strict decoding to UTF-32 goes back 64 units "
        "and not 63",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_block63_ff_rewind;
constinit const placemat_decoder placemat_decoder_sab_block63_ff_rewind = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
