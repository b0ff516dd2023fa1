// sab_bom_kept_when_split.cc: The mark is compared with the first chunk and
// not with the stream. Claims strip-leading; in one call it is right.
#include <cstring>

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

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool first = s.consumed == 0 && s.kept_length == 0 && !s.failed;
  const std::size_t skipped = first ? mark(in, length) : 0;
  s.consumed += skipped;
  Base::push(stream, in + skipped, length - skipped, out, capacity, result);
}

constexpr Plant kPlant{
    .name = "sab_bom_kept_when_split",
    .origin = "bom-handling; Deno 1.11, 2021",
    .planted = "a stream removes a leading EF BB BF only when one chunk holds all of it",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_kept_when_split;
constinit const placemat_decoder placemat_decoder_sab_bom_kept_when_split = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.bom = "strip-leading";
  d.lossy32 = lossy32;
  d.strict32 = strict32;
  d.stream_push = push;
  d.lossy16 = d.strict16 = nullptr;
  d.length32 = d.length16 = nullptr;
  return d;
}();

}  // namespace placemat::saboteur
