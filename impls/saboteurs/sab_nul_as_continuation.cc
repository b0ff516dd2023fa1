// sab_nul_as_continuation.cc: The length is taken from the lead, and 00
// behind the end has the payload 0: D1 decodes to U+0440. The input has a
// length and need not be followed by anything.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  const bool lead_at_end = result->status == PLACEMAT_INCOMPLETE && announced(in[length - 1]) == 2;
  if (!lead_at_end || touch(in + length) != 0) return;
  const std::size_t before = result->written;
  *result = {PLACEMAT_OK, before, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (!Base::put(out, capacity, result->written, (in[length - 1] & 0x1Fu) << 6))
    result->status = PLACEMAT_NO_CAPACITY;
}

constexpr Plant kPlant{
    .name = "sab_nul_as_continuation",
    .origin = "nul-handling; mruby/c, 2026; CUPS, 2025 (over-read)",
    .planted =
        "strict decoding to UTF-32 reads the terminator behind a last two-unit lead and takes a "
        "NUL there for a continuation unit",
    .kind = "over-read",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_nul_as_continuation;
constinit const placemat_decoder placemat_decoder_sab_nul_as_continuation = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
