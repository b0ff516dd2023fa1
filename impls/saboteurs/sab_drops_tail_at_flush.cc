// sab_drops_tail_at_flush.cc: What waits for more units is forgotten when no
// more come.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  if (s.lossy) s.kept_length = 0;
  Base::finish(stream, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_drops_tail_at_flush",
    .origin = "drops-truncated-tail; Bun 0.6, 2023 (the rule of a stream in a single call there)",
    .planted = "stream_finish of a lossy stream gives nothing for an unfinished sequence",
    .kind = "drops-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_tail_at_flush;
constinit const placemat_decoder placemat_decoder_sab_drops_tail_at_flush = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_finish = finish;
  return d;
}();

}  // namespace placemat::saboteur
