// encoding_misdetection.cc: Validators built on encoding detection. A detector guesses
// from bit patterns, a sample or typical words, and a validator must not guess.
#include <algorithm>
#include <string_view>

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

// +ADw- is '<' in UTF-7, and a filter of UTF-8 lets it pass.
void strict32_utf_7(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                    std::size_t capacity, placemat_result* result) {
  constexpr std::string_view kLessThan = "+ADw-";
  Base::strict(in, length, out, capacity, result);
  std::uint32_t* const end = out + result->written;
  std::uint32_t* const at = std::search(out, end, kLessThan.begin(), kLessThan.end());
  if (at == end) return;
  *at = '<';
  std::copy(at + kLessThan.size(), end, at + 1);
  result->written -= kLessThan.size() - 1;
}

// A comment that names an encoding, as source files have it, is believed.
void lossy32_coding_comment(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
  constexpr std::string_view kName = "coding: latin-1";
  const std::uint8_t* const end = in + length;
  const bool is_named = std::search(in, end, kName.begin(), kName.end()) != end;
  if (!is_named || capacity < length) return Base::lossy(in, length, out, capacity, result);
  std::copy(in, end, out);
  *result = {PLACEMAT_OK, length, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
}

// The verdict is a count of errors, kept in 16 bits.
int validate_counts_in_16_bits(const std::uint8_t* in, std::size_t length) {
  std::uint16_t errors = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) ++errors;
    at += d.length;
  }
  return errors == 0 ? 1 : 0;
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
    {
        .name = "sab_detector_error_count",
        .relatives = "none known; detectors that score a text by its errors",
        .planted = "validate counts errors in 16 bits and accepts a text with 65,536 of them",
        .kind = "accepts-ill-formed",
        .probes = {{"validate", "FF*65536", "no", "yes"}, {"validate", "FF*65535", "no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_counts_in_16_bits; },
    },
    {
        .name = "sab_detector_utf_7",
        .relatives = "none known; readers that guess the encoding of a page",
        .planted = "strict decoding to UTF-32 reads +ADw- as UTF-7",
        .kind = "depends-on-position",
        .probes = {{"strict32", "2B 41 44 77 2D", "ok 2B 41 44 77 2D", "ok 3C"},
                   {"strict32", "41 2B 41 44 77 2D 42", "ok 41 2B 41 44 77 2D 42", "ok 41 3C 42"},
                   {"lossy32", "2B 41 44 77 2D", "ok 2B 41 44 77 2D"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_utf_7; },
    },
    {
        .name = "sab_detector_coding_comment",
        .relatives = "none known; interpreters follow such a comment by design",
        .planted = "lossy decoding to UTF-32 reads a text with 'coding: latin-1' as Latin-1",
        .kind = "depends-on-position",
        .probes = {{"lossy32", "63 6F 64 69 6E 67 3A 20 6C 61 74 69 6E 2D 31 C3 A9",
                    "ok 63 6F 64 69 6E 67 3A 20 6C 61 74 69 6E 2D 31 E9",
                    "ok 63 6F 64 69 6E 67 3A 20 6C 61 74 69 6E 2D 31 C3 A9"},
                   {"lossy32", "63 6F 64 69 6E 67 C3 A9", "ok 63 6F 64 69 6E 67 E9"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_coding_comment; },
    },
};
constinit const Decoders kDecoders("encoding-misdetection", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_encoding_misdetection;
constinit const Class placemat_saboteurs_encoding_misdetection{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
