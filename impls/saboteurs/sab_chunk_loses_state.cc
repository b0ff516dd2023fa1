// sab_chunk_loses_state.cc: E2 99 | A5 gives two errors and not one heart:
// nothing is carried from a chunk to the next.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  Base::push(stream, in, length, out, capacity, result);
  flush_pending(*static_cast<Stream*>(stream), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_loses_state",
    .origin = "loses-state-at-chunk-boundary; Bun 1.0.2, 2023; denoland/fastwebsockets, 2025",
    .planted =
        "a lossy stream decodes each chunk alone: what is unfinished at its end becomes U+FFFD",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_loses_state;
constinit const placemat_decoder placemat_decoder_sab_chunk_loses_state = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
