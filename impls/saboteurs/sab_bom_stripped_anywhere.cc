// sab_bom_stripped_anywhere.cc: U+FEFF is a byte order mark in first place
// only; elsewhere it is a character of the text. This decoder claims to keep
// all and keeps none on the way to UTF-16.
#include <algorithm>

#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void remove_marks(std::uint16_t* out, placemat_result* result) {
  if (result->written == 0) return;
  const auto* end = std::remove(out, out + result->written, std::uint16_t{0xFEFF});
  result->written = static_cast<std::size_t>(end - out);
}

void strict16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
              placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  remove_marks(out, result);
}

void lossy16(const std::uint8_t* in, std::size_t length, std::uint16_t* out, std::size_t capacity,
             placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  remove_marks(out, result);
}

constexpr Plant kPlant{
    .name = "sab_bom_stripped_anywhere",
    .origin = "bom-handling; libdispatch data transform, 2026",
    .planted = "decoding to UTF-16 removes U+FEFF wherever it stands",
    .kind = "bom-handling",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_bom_stripped_anywhere;
constinit const placemat_decoder placemat_decoder_sab_bom_stripped_anywhere = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.strict16 = strict16;
  d.lossy16 = lossy16;
  return d;
}();

}  // namespace placemat::saboteur
