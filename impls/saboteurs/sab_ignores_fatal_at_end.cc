// sab_ignores_fatal_at_end.cc: The loop honours the strict mode, the flush
// behind the loop does not: C3 gives U+FFFD and no error.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_INCOMPLETE) return;
  const std::size_t before = result->written;
  *result = {PLACEMAT_OK, before, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (!Base::put(out, capacity, result->written, kReplacement))
    result->status = PLACEMAT_NO_CAPACITY;
}

constexpr Plant kPlant{
    .name = "sab_ignores_fatal_at_end",
    .origin = "ignores-fatal; Bun 0.6.14, 2023",
    .planted = "strict decoding to UTF-32 replaces an unfinished last sequence and reports success",
    .kind = "accepts-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_ignores_fatal_at_end;
constinit const placemat_decoder placemat_decoder_sab_ignores_fatal_at_end = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict32 = strict32;
  return d;
}();

}  // namespace placemat::saboteur
