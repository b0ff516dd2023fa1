// sab_capacity_short_is_ok.cc: Nothing is written out of bounds and nothing
// is said: the caller takes a part of the text for the whole.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  if (result->status == PLACEMAT_NO_CAPACITY) result->status = PLACEMAT_OK;
}

constexpr Plant kPlant{
    .name = "sab_capacity_short_is_ok",
    .origin = "over-write; none in the list; the silent sibling of nlohmann/json 3.5.0, 2019",
    .planted =
        "lossy decoding to UTF-32 reports success when the output was cut off for want of room",
    .kind = "wrong-capacity",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_capacity_short_is_ok;
constinit const placemat_decoder placemat_decoder_sab_capacity_short_is_ok = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
