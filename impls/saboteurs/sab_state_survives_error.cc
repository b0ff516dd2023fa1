// sab_state_survives_error.cc: State set on the way to an error is cleared on
// the way to success only, so that the answer for the next text depends on an
// earlier one.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

// What the failure left behind is put back after the stream was cleared.
void keep_failure(Stream& s, const Stream& before) {
  if (!before.failed) return;
  s.failed = true;
  s.error_offset = before.error_offset;
  s.error_length = before.error_length;
}

void reset(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::reset(stream);
  keep_failure(s, before);
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::finish(stream, out, capacity, result);
  keep_failure(s, before);
}

constexpr Plant kPlant{
    .name = "sab_state_survives_error",
    .origin = "leaks-state-across-streams; Firefox TextDecoder, 2025",
    .planted = "a strict stream that has failed stays failed after stream_reset and stream_finish",
    .kind = "keeps-state",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_state_survives_error;
constinit const placemat_decoder placemat_decoder_sab_state_survives_error = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_reset = reset;
  d.stream_finish = finish;
  return d;
}();

}  // namespace placemat::saboteur
