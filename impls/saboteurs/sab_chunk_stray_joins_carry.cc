// sab_chunk_stray_joins_carry.cc: F5..F7 announce four units to the code that
// counts what is still to come, and are refused by the code that decodes.
#include <new>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

struct State : Stream {
  bool after_lead;  // the last chunk ended in F5..F7
};

void* open(int lossy) {
  return new (std::nothrow) State{{lossy != 0, false, 0, 0, 0, 0, {}}, false};
}
void close(void* stream) { delete static_cast<State*>(stream); }

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  if (s.lossy && s.after_lead && length > 0 && is_continuation(*in)) ++in, --length;
  if (length > 0) s.after_lead = Units{0xF5, 0xF7}.contains(in[length - 1]);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void reset(void* stream) {
  auto& s = *static_cast<State*>(stream);
  s.after_lead = false;
  Base::reset(static_cast<Stream*>(&s));
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  s.after_lead = false;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_stray_joins_carry",
    .origin = "loses-state-at-chunk-boundary; Node.js 8 and later StringDecoder, 2018",
    .planted =
        "a continuation unit at the start of a chunk goes with the F5..F7 at the end of the chunk "
        "before, and no replacement stands for it",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_stray_joins_carry;
constinit const placemat_decoder placemat_decoder_sab_chunk_stray_joins_carry = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}();

}  // namespace placemat::saboteur
