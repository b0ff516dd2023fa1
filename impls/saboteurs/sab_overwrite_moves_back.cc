// sab_overwrite_moves_back.cc: A helper returns the number of values written,
// or -1, and the caller adds what it returns.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::ptrdiff_t written = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool is_error = is_ill_formed(d) && Units{0xC2, 0xDF}.contains(in[at]);
    // One step is enough for the fault; more would leave what is guarded.
    if (is_error && written >= 0) {
      --written;
    } else {
      if (written >= static_cast<std::ptrdiff_t>(capacity)) {
        result->status = PLACEMAT_NO_CAPACITY;
        break;
      }
      out[written++] = static_cast<std::uint32_t>(is_value(d) ? d.value : kReplacement);
    }
    at += d.length;
  }
  result->written = static_cast<std::size_t>(written < 0 ? 0 : written);
}

constexpr Plant kPlant{
    .name = "sab_overwrite_moves_back",
    .origin = "over-write; musl libc iconv, 2025",
    .planted =
        "lossy decoding to UTF-32 adds the -1 that means an error to its output position at a "
        "two-unit lead that is interrupted",
    .kind = "over-write",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_overwrite_moves_back;
constinit const placemat_decoder placemat_decoder_sab_overwrite_moves_back = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
