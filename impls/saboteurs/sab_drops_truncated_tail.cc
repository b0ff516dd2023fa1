// sab_drops_truncated_tail.cc: What is right for a chunk (wait for more) is
// done at the end of the input, where no more comes and U+FFFD is due.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  std::size_t end = length;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_incomplete(d)) end = at;
    at += d.length;
  }
  Base::lossy(in, end, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_drops_truncated_tail",
    .origin = "drops-truncated-tail; Bun 0.6, 2023",
    .planted = "lossy decoding to UTF-32 trims an unfinished last sequence and says nothing",
    .kind = "drops-truncated-tail",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_drops_truncated_tail;
constinit const placemat_decoder placemat_decoder_sab_drops_truncated_tail = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.lossy32 = lossy32;
  return d;
}();

}  // namespace placemat::saboteur
