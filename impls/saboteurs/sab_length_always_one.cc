// sab_length_always_one.cc: The offset is right and the length is a constant.
// E2 82 41 has a maximal subpart of two units; a caller that skips one starts
// again inside it.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status == PLACEMAT_ILL_FORMED) result->error_length = 1;
}

constexpr Plant kPlant{
    .name = "sab_length_always_one",
    .origin = "wrong-error-offset; .NET Framework and .NET Core before 3.0, 2018",
    .planted = "strict decoding to UTF-32 reports every ill-formed subsequence with length 1",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_length_always_one;
constinit const placemat_decoder placemat_decoder_sab_length_always_one = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
