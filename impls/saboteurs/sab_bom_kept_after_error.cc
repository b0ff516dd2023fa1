// sab_bom_kept_after_error.cc: "A mark has been looked for" is cleared at the
// end of a text that succeeded, and only there.
#include <cstring>
#include <new>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::uint8_t kMark[] = {0xEF, 0xBB, 0xBF};

std::size_t mark(const std::uint8_t* in, std::size_t length) {
  const bool marked = length >= sizeof kMark && std::memcmp(in, kMark, sizeof kMark) == 0;
  return marked ? sizeof kMark : 0;
}

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  const std::size_t skipped = mark(in, length);
  Base::lossy(in + skipped, length - skipped, out, capacity, result);
}

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  const std::size_t skipped = mark(in, length);
  Base::strict(in + skipped, length - skipped, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset += skipped;
}

struct State : Stream {
  bool begun;  // U+FEFF is no mark any more
};

void* open(int lossy) {
  return new (std::nothrow) State{{lossy != 0, false, 0, 0, 0, 0, {}}, false};
}
void close(void* stream) { delete static_cast<State*>(stream); }

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
  if (!s.begun && result->written > 0 && out[0] == 0xFEFF) {
    --result->written;
    std::memmove(out, out + 1, result->written * sizeof *out);
    s.begun = true;
  }
  if (result->written > 0) s.begun = true;
}

void reset(void* stream) {
  auto& s = *static_cast<State*>(stream);
  s.begun = s.failed;
  Base::reset(static_cast<Stream*>(&s));
}

void finish(void* stream, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<State*>(stream);
  s.begun = s.failed;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_bom_kept_after_error",
    .origin = "leaks-state-across-streams; Firefox TextDecoder, 2025",
    .planted =
        "a strict stream that has failed keeps the leading EF BB BF of the next text, where "
        "removing it is claimed",
    .kind = "keeps-state",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_kept_after_error;
constinit const placemat_decoder placemat_decoder_sab_bom_kept_after_error = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.bom = "strip-leading";
  d.lossy32 = lossy32;
  d.strict32 = strict32;
  d.lossy16 = d.strict16 = nullptr;
  d.length32 = d.length16 = nullptr;
  d.stream_open = open;
  d.stream_push = push;
  d.stream_finish = finish;
  d.stream_reset = reset;
  d.stream_close = close;
  return d;
}();

}  // namespace placemat::saboteur
