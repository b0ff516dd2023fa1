// sab_offset_length_twice.cc: The length is taken off where the position is
// kept, and again where it is told.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset -= result->error_length;
}

constexpr Plant kPlant{
    .name = "sab_offset_length_twice",
    .origin = "wrong-error-offset; .NET Framework and .NET Core before 3.0, 2018",
    .planted = "strict decoding to UTF-32 takes the length of the error off its offset",
    .kind = "wrong-error-offset",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_offset_length_twice;
constinit const placemat_decoder placemat_decoder_sab_offset_length_twice = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
