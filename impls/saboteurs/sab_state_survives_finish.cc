// sab_state_survives_finish.cc: After the end of E2 82 a new text that begins
// with AC still completes a euro sign: the flush answers for the pending
// units and does not forget them.
#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::finish(stream, out, capacity, result);
  if (!before.lossy) return;
  std::memcpy(s.kept, before.kept, before.kept_length);
  s.kept_length = before.kept_length;
}

constexpr Plant kPlant{
    .name = "sab_state_survives_finish",
    .origin = "leaks-state-across-streams; Node.js 8.6 StringDecoder, 2017",
    .planted = "stream_finish replaces the pending units of a lossy stream and keeps them",
    .kind = "keeps-state",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_state_survives_finish;
constinit const placemat_decoder placemat_decoder_sab_state_survives_finish = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_finish = finish;
  return d;
}();

}  // namespace placemat::saboteur
