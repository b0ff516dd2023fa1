// sab_chunk_carry_not_shifted.cc: The carry is filled to four units from the
// next chunk. When a sequence ends inside it, the rest must be moved up; here
// only the count is lowered, so old units are decoded again and new ones are
// lost.
#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::size_t kCarry = 4;

// Decodes what is in the carry; an unfinished rest stays there.
void drain(Stream& s, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  while (s.kept_length > 0) {
    const Decoded d = Honest::decode_one(s.kept, s.kept + s.kept_length);
    if (is_incomplete(d)) return;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    s.consumed += d.length;
    s.kept_length -= d.length;
    if (is_ill_formed(d)) std::memmove(s.kept, s.kept + d.length, s.kept_length);
  }
}

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  if (!s.lossy || s.kept_length == 0) return Base::push(stream, in, length, out, capacity, result);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  while (s.kept_length > 0 && length > 0 && result->status == PLACEMAT_OK) {
    while (s.kept_length < kCarry && length > 0) {
      s.kept[s.kept_length++] = *in++;
      --length;
    }
    drain(s, out, capacity, result);
  }
  if (result->status != PLACEMAT_OK || length == 0) return;
  push_behind(stream, in, length, out, capacity, result->written, result);
}

constexpr Plant kPlant{
    .name = "sab_chunk_carry_not_shifted",
    .origin = "loses-state-at-chunk-boundary; WebKit TextCodecUTF8, 2025",
    .planted =
        "units behind a sequence taken from the carry of a lossy stream are not moved to its front",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_chunk_carry_not_shifted;
constinit const placemat_decoder placemat_decoder_sab_chunk_carry_not_shifted = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
