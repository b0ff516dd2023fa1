// sab_nul_error_is_end.cc: An error is told by a value that is also a legal
// value, and here by one that means the end.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (Units{0xFE, 0xFF}.contains(in[at])) return;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Plant kPlant{
    .name = "sab_nul_error_is_end",
    .origin = "nul-handling; Slang shader compiler, 2026",
    .planted =
        "lossy decoding to UTF-32 ends at FE and FF, because the value of an error is 0 and 0 is "
        "the end",
    .kind = "drops-ill-formed",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_nul_error_is_end;
constinit const placemat_decoder placemat_decoder_sab_nul_error_is_end = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
