// sab_detector_latin1_letter.cc: A heuristic that forgives what looks like a
// word has found its way into the check.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

constexpr bool is_letter(std::uint8_t unit) { return Units{'a', 'z'}.contains(unit); }

int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool in_a_word = in[at] == 0xE9 && at > 0 && at + 1 < length && is_letter(in[at - 1]) &&
                           is_letter(in[at + 1]);
    if (!is_value(d) && !in_a_word) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Plant kPlant{
    .name = "sab_detector_latin1_letter",
    .origin =
        "encoding-misdetection; futures-rs AsyncBufReadExt::lines, 2023 (the same text: Latin-1 in "
        "a reader of UTF-8)",
    .planted = "validate passes E9 between two ASCII letters, where Latin-1 has a letter",
    .kind = "accepts-bad-continuation",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_detector_latin1_letter;
constinit const placemat_decoder placemat_decoder_sab_detector_latin1_letter = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.validate = validate;
  return d;
}();

}  // namespace placemat::saboteur
