// sab_offset_counts_values.cc: The output index is reported for the input
// index. As long as all before the error is ASCII they are the same.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status == PLACEMAT_ILL_FORMED) result->error_offset = result->written;
}

constexpr Plant kPlant{
    .name = "sab_offset_counts_values",
    .origin =
        "wrong-error-offset; .NET Framework and .NET Core before 3.0, 2018 (an index off by what "
        "was already consumed)",
    .planted = "strict decoding to UTF-32 reports the error offset in values and not in code units",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_offset_counts_values;
constinit const placemat_decoder placemat_decoder_sab_offset_counts_values = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
