// sab_chunk_trailing_stray_dropped.cc: Looking back from the end of the chunk
// for a lead, the decoder takes a unit too many for one that is still to be
// completed.
#include <new>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct State : Stream {
  std::uint8_t held;  // 0 for none
};

void* open(int lossy) { return new (std::nothrow) State{{lossy != 0, false, 0, 0, 0, 0, {}}, 0}; }
void close(void* stream) { delete static_cast<State*>(stream); }

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  if (length > 0) s.held = 0;
  if (s.lossy && length >= 3 && is_continuation(in[length - 1]) &&
      is_continuation(in[length - 2]) && Units{0xC2, 0xDF}.contains(in[length - 3])) {
    s.held = in[--length];
  }
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void reset(void* stream) {
  auto& s = *static_cast<State*>(stream);
  s.held = 0;
  Base::reset(static_cast<Stream*>(&s));
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  if (s.held == 0) return Base::finish(static_cast<Stream*>(&s), out, capacity, result);
  Base::push(static_cast<Stream*>(&s), &s.held, 1, out, capacity, result);
  reset(stream);
}

constexpr Plant kPlant{
    .name = "sab_chunk_trailing_stray_dropped",
    .origin = "loses-state-at-chunk-boundary; Node.js 6.2 StringDecoder, 2016",
    .planted =
        "a lossy stream holds a stray continuation unit back that ends a chunk behind a two-unit "
        "sequence, and forgets it when another chunk comes",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_trailing_stray_dropped;
constinit const placemat_decoder placemat_decoder_sab_chunk_trailing_stray_dropped = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}();

}  // namespace placemat::saboteur
