// sab_chunk_swallows_offender.cc: C2 | 61 62 63 gives U+FFFD "bc", unsplit it
// gives U+FFFD "abc": the repair at a chunk boundary consumes the unit that
// it should give back.
#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool carried = s.lossy && s.kept_length > 0 && length > 0;
  std::uint8_t window[PLACEMAT_MAX_SEQUENCE + 1];
  std::memcpy(window, s.kept, s.kept_length);
  if (carried) window[s.kept_length] = in[0];
  if (!carried || !is_ill_formed(Honest::decode_one(window, window + s.kept_length + 1)))
    return Base::push(stream, in, length, out, capacity, result);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  flush_pending(s, out, capacity, result);
  s.consumed += 1;
  push_behind(stream, in + 1, length - 1, out, capacity, result->written, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_swallows_offender",
    .origin = "loses-state-at-chunk-boundary; Haskell text before 1.2.5, 2021",
    .planted =
        "a lossy stream loses the unit that interrupts a sequence carried over from the chunk "
        "before",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_swallows_offender;
constinit const placemat_decoder placemat_decoder_sab_chunk_swallows_offender = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
