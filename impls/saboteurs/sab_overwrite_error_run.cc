// sab_overwrite_error_run.cc: Room is made for some errors in a row, and
// nobody counts them.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  constexpr std::size_t kReckoned = 128;
  std::size_t run = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    run = is_value(d) ? 0 : run + 1;
    if (result->written >= capacity && run <= kReckoned) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_overwrite_error_run",
    .origin = "over-write; nlohmann/json 3.5.0, 2019",
    .planted =
        "lossy decoding to UTF-32 does not look at the capacity from the 129th replacement in a "
        "row on",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_error_run;
constinit const placemat_decoder placemat_decoder_sab_overwrite_error_run = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
