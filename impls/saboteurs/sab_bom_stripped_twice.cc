// sab_bom_stripped_twice.cc: A doubled mark is a mark and a character. Claims
// strip-leading (WHATWG Encoding, "UTF-8 decode") and offers UTF-32 in one
// call only, so that nothing but the loop is at fault.
#include <cstring>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr std::uint8_t kMark[] = {0xEF, 0xBB, 0xBF};

std::size_t marks(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (length - at >= sizeof kMark && std::memcmp(in + at, kMark, sizeof kMark) == 0)
    at += sizeof kMark;
  return at;
}

void lossy32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
             placemat_result* result) {
  const std::size_t skipped = marks(in, length);
  Base::lossy(in + skipped, length - skipped, out, capacity, result);
}

void strict32(const std::uint8_t* in, std::size_t length, std::uint32_t* out, std::size_t capacity,
              placemat_result* result) {
  const std::size_t skipped = marks(in, length);
  Base::strict(in + skipped, length - skipped, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset += skipped;
}

constexpr Plant kPlant{
    .name = "sab_bom_stripped_twice",
    .origin =
        "bom-handling; none in the list by name; taxonomy seed \"strip repeatedly\", opposite of "
        "Servo, 2016",
    .planted = "every EF BB BF at the start is removed, where one is claimed",
    .kind = "bom-handling",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_stripped_twice;
constinit const placemat_decoder placemat_decoder_sab_bom_stripped_twice = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.bom = "strip-leading";
  d.lossy32 = lossy32;
  d.strict32 = strict32;
  d.lossy16 = d.strict16 = nullptr;
  d.length32 = d.length16 = nullptr;
  d.stream_open = nullptr;
  d.stream_push = nullptr;
  d.stream_finish = nullptr;
  d.stream_reset = d.stream_close = nullptr;
  return d;
}();

}  // namespace placemat::saboteur
