// sab_chunk_fifth_dropped.cc: The buffer of pending units has four places;
// when all of them are bad, the unit that finds it full is thrown away.
#include <new>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct State : Stream {
  int bad;  // chunks in a row that were one ill-formed unit each
};

void* open(int lossy) { return new (std::nothrow) State{{lossy != 0, false, 0, 0, 0, 0, {}}, 0}; }
void close(void* stream) { delete static_cast<State*>(stream); }

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  if (s.lossy && s.bad == 4 && length > 0) {
    ++in, --length;
    s.bad = 0;
  }
  const bool is_bad =
      s.lossy && length == 1 && s.kept_length == 0 && is_ill_formed(Honest::decode_one(in, in + 1));
  if (length > 0) s.bad = is_bad ? s.bad + 1 : 0;
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void reset(void* stream) {
  auto& s = *static_cast<State*>(stream);
  s.bad = 0;
  Base::reset(static_cast<Stream*>(&s));
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  s.bad = 0;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_fifth_dropped",
    .origin = "loses-state-at-chunk-boundary; Haskell text, 2023",
    .planted =
        "a lossy stream loses the first unit of a chunk after four chunks of one ill-formed unit "
        "each",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_fifth_dropped;
constinit const placemat_decoder placemat_decoder_sab_chunk_fifth_dropped = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}();

}  // namespace placemat::saboteur
