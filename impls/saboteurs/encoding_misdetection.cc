// encoding_misdetection.cc: Validators built on encoding detection. A detector guesses
// from bit patterns, a sample or typical words, and a validator must not guess.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// A detector by bit pattern takes GBK text for UTF-8: C1 AA CD A8 fits 110xxxxx 10xxxxxx twice.
// The decoder behind it refuses C1.
struct PatternOnly {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (UnitRange{0xC0, 0xDF}.contains(*at)) return by_pattern(at, end, 2);
    return Honest::decode_one(at, end);
  }
};

// A detector stops after a sample, and validate relies on it.
constexpr std::size_t kSample = 128;

int validate_detector_sample(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length && at < kSample;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) return 0;
    at += d.length;
  }
  return 1;
}

// A heuristic for words in Latin-1 is part of the check.
constexpr bool is_letter(std::uint8_t unit) { return UnitRange{'a', 'z'}.contains(unit); }

int validate_detector_latin1_letter(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    const bool in_a_word = in[at] == 0xE9 && at > 0 && at + 1 < length && is_letter(in[at - 1]) &&
                           is_letter(in[at + 1]);
    if (!is_value(d) && !in_a_word) return 0;
    at += d.length;
  }
  return 1;
}

constexpr Row kRows[] = {
    {
        .name = "sab_detector_two_unit_pattern",
        .relatives = "Windows Notepad, year not stated",
        .planted =
            "validate tests two-unit sequences by bit pattern only, so C0 and C1 pass as leads",
        .kind = "accepts-overlong",
        .probes = {{"validate", "C1 AA CD A8", "no", "yes"},
                   {"strict32", "C1 AA", "ill 0 1"},
                   {"validate", "E0 81 AA", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = PerCharacter<PatternOnly>::validate; },
    },
    {
        .name = "sab_detector_sample",
        .relatives = "none known; detectors that read the head of a file",
        .planted = "validate checks the first 128 units only",
        .kind = "depends-on-position",
        .probes = {{"validate", "61*128 FF", "no", "yes"}, {"validate", "61*127 FF", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_detector_sample; },
    },
    {
        .name = "sab_detector_latin1_letter",
        .relatives = "futures-rs AsyncBufReadExt::lines, 2023 (Latin-1 text in a reader of UTF-8)",
        .planted = "validate accepts E9 between two ASCII letters, where Latin-1 has a letter",
        .kind = "accepts-bad-continuation",
        .probes = {{"validate", "72 E9 6C", "no", "yes"}, {"validate", "72 E8 6C", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_detector_latin1_letter; },
    },
};
constinit const Decoders kDecoders("encoding-misdetection", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_encoding_misdetection;
constinit const Class placemat_saboteurs_encoding_misdetection{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
