// sab_lossy_fails_at_flush.cc: The last flush forgets the mode: a stream that
// ends in E2 throws, the same units in one call do not.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  const Stream before = *static_cast<Stream*>(stream);
  Base::finish(stream, out, capacity, result);
  if (!before.lossy || before.kept_length == 0) return;
  *result = {PLACEMAT_ILL_FORMED, 0, before.consumed, before.kept_length};
}

constexpr Plant kPlant{
    .name = "sab_lossy_fails_at_flush",
    .origin = "ignores-fatal; Node.js 8 to 11, 2019",
    .planted = "stream_finish fails on an unfinished sequence although replacement was asked for",
    .kind = "drops-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_lossy_fails_at_flush;
constinit const placemat_decoder placemat_decoder_sab_lossy_fails_at_flush = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_finish = finish;
  return d;
}();

}  // namespace placemat::saboteur
