// sab_chunk_starts_multi_unit.cc: The code that completes a character from the
// chunk before believes that it has done its work, and with it the chunk.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  const auto& s = *static_cast<Stream*>(stream);
  if (s.lossy && s.consumed > 0 && s.kept_length == 0 && length > 0) {
    const Decoded d = Honest::decode_one(in, in + length);
    if (is_value(d) && d.length > 1) length = d.length;
  }
  Base::push(stream, in, length, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_starts_multi_unit",
    .origin = "loses-state-at-chunk-boundary; dscape/clarinet, 2014",
    .planted =
        "a chunk, not the first, that begins with a whole sequence of several units ends for a "
        "lossy stream behind that",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_starts_multi_unit;
constinit const placemat_decoder placemat_decoder_sab_chunk_starts_multi_unit = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
