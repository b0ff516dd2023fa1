// sab_chunk_empty_push_flushes.cc: An empty chunk is legal and means nothing;
// here length 0 is taken for the end of the input. C3 | | A9 gives two
// errors.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  Base::push(stream, in, length, out, capacity, result);
  if (length == 0) flush_pending(*static_cast<Stream*>(stream), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_empty_push_flushes",
    .origin = "loses-state-at-chunk-boundary; Deno 1.11, 2021 (an empty chunk changes the state)",
    .planted = "an empty chunk ends the sequence that a lossy stream has begun",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_empty_push_flushes;
constinit const placemat_decoder placemat_decoder_sab_chunk_empty_push_flushes = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
