// sab_nondeterministic.cc: A static that outlives the call. The same
// arguments must give the same answer; the first answer is the right one.
#include <atomic>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

bool every_second_call() {
  static std::atomic<unsigned> calls{0};
  return calls.fetch_add(1) % 2 == 1;
}

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool tail = length >= 2 && in[length - 2] == 0xE2 && in[length - 1] == 0x82;
  if (!tail || !every_second_call() || result->status != PLACEMAT_OK) return;
  if (!Base::put(out, capacity, result->written, kReplacement))
    result->status = PLACEMAT_NO_CAPACITY;
}

constexpr Plant kPlant{
    .name = "sab_nondeterministic",
    .origin =
        "leaks-state-across-streams; Firefox TextDecoder, 2025 (the answer depends on an earlier "
        "call)",
    .planted =
        "every second lossy decoding to UTF-32 of a text that ends in E2 82 gives one replacement "
        "more",
    .kind = "nondeterministic",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_nondeterministic;
constinit const placemat_decoder placemat_decoder_sab_nondeterministic = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
