// wrong_replacement_count.cc: Decoders whose number of U+FFFD for an error differs from
// the policy that they claim (Unicode 3.9, "U+FFFD substitution of maximal subparts").
#include <bit>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// One U+FFFD per unit is a policy in use, but not the one that is claimed.
struct CountPerByteClaimsMaximal : Honest {
  static constexpr bool kPerUnit = true;
};

// The decoder collects all continuation units that the lead announces by bit pattern, and judges
// the sequence afterwards: F0 80 80 80 and ED A0 80 become one U+FFFD.
struct CountSwallowDeclared {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 2) return d;
    const Decoded pattern = by_pattern(at, end, announced(*at));
    return Decoded::ill_formed(pattern.length);
  }
};

// Everything that is left when the input ends inside a sequence counts as one error, as in F0 C2.
struct CountTruncatedPair {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    if (!is_ill_formed(d) || announced(*at) < 2) return d;
    const Decoded next = Honest::decode_one(at + d.length, end);
    return is_incomplete(next) ? Decoded::ill_formed(d.length + next.length) : d;
  }
};

// The end of the input is handled by code of its own, which counts otherwise: E2 98 before a
// letter is one error, and two at the end.
void lossy32_count_eof_per_unit(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    Decoded d = Honest::decode_one(in + at, in + length);
    if (is_incomplete(d)) d.length = 1;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

// A maximal subpart that starts with ED and cannot go on ends after ED (Unicode 3.9 D93b). Here
// it includes the unit that makes it ill-formed.
struct CountSurrogateTwo {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (*at == 0xED && end - at >= 2 && UnitRange{0xA0, 0xBF}.contains(at[1]))
      return Decoded::ill_formed(2);
    return Honest::decode_one(at, end);
  }
};

// Errors are grouped by the leads of RFC 2279.
struct CountLegacyGroups {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool is_legacy = *at == 0xC0 || *at == 0xC1 || UnitRange{0xF5, 0xFD}.contains(*at);
    if (!is_legacy) return d;
    const auto ones = static_cast<std::size_t>(std::countl_one(*at));
    std::size_t length = 1;
    while (length < ones && at + length < end && is_continuation(at[length])) ++length;
    return Decoded::ill_formed(length);
  }
};

// The number of errors is kept in 16 bits, and a text with more than fit is given up.
constexpr std::size_t kMostErrors = 0xFFFF;

void lossy32_count_65535_at_most(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                 std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::size_t errors = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    at += d.length;
    if (!is_value(d) && ++errors > kMostErrors) continue;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
  }
}

// Text with many errors in a row is taken for another encoding, and then replaced unit by unit.
constexpr std::size_t kDense = 40;

void lossy16_count_dense_errors(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::size_t errors = 0;
  for (std::size_t at = 0; at < length;) {
    Decoded d = Honest::decode_one(in + at, in + length);
    errors = is_value(d) ? 0 : errors + 1;
    if (errors > kDense) d.length = 1;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

constexpr Row kRows[] = {
    {
        .name = "sab_count_per_byte_claims_maximal",
        .relatives = "Chromium TextDecoder, 2020; Hermes TextDecoder proposal, 2025",
        .planted = "one replacement for each code unit of a maximal subpart, where one for the "
                   "whole is claimed",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "E2 82 41", "ok FFFD 41", "ok FFFD FFFD 41"}},
        .base = filled<CountPerByteClaimsMaximal>,
    },
    {
        .name = "sab_count_swallow_declared",
        .relatives = "ICU before 60, 2017; Node.js TextDecoder over it, 2017",
        .planted = "one replacement for the whole of a sequence refused at its second unit, "
                   "continuation units included",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "ED A0 80", "ok FFFD FFFD FFFD", "ok FFFD"},
                   {"lossy32", "F0 80 80", "ok FFFD FFFD FFFD", "ok FFFD"},
                   {"lossy32", "E2 82 41", "ok FFFD 41"}},
        .base = filled<CountSwallowDeclared>,
    },
    {
        .name = "sab_count_truncated_pair",
        .relatives = "Perl Encode before 2.89, 2016",
        .planted = "two truncated sequences, one directly after the other at the end, become one "
                   "replacement",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "F0 C2", "ok FFFD FFFD", "ok FFFD"},
                   {"lossy32", "F0 C2 41", "ok FFFD FFFD 41"}},
        .base = filled<CountTruncatedPair>,
    },
    {
        .name = "sab_count_eof_per_unit",
        .relatives = "Chromium TextDecoder, 2020",
        .planted = "lossy decoding to UTF-32 gives one replacement per code unit of a truncated "
                   "last sequence",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "E2 98", "ok FFFD", "ok FFFD FFFD"},
                   {"lossy32", "E2 98 41", "ok FFFD 41"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_count_eof_per_unit; },
    },
    {
        .name = "sab_count_surrogate_two",
        .relatives = ".NET Framework and .NET Core before 3.0, 2019",
        .planted =
            "ED A0..BF is one error of two units, so ED A0 90 gives two replacements and not three",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "ED A0 90", "ok FFFD FFFD FFFD", "ok FFFD FFFD"}},
        .base = filled<CountSurrogateTwo>,
    },
    {
        .name = "sab_count_legacy_groups",
        .relatives = "ICU before 60, 2017",
        .planted = "lossy decoding to UTF-32 counts the continuation units that C0, C1 and F5..FD "
                   "announce by bit pattern as one error with their lead",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "F8 80 80 80 80", "ok FFFD*5", "ok FFFD"},
                   {"lossy32", "F0 80 80", "ok FFFD FFFD FFFD"}},
        .patch =
            [](placemat_decoder& d) {
              d.lossy32 = PerCharacter<CountLegacyGroups>::lossy<std::uint32_t>;
            },
    },
    {
        .name = "sab_count_65535_at_most",
        .relatives = "none known",
        .planted = "lossy decoding to UTF-32 replaces the first 65,535 errors only",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy32", "FF*65536", "ok FFFD*65536", "ok FFFD*65535"},
                   {"lossy32", "FF*65535", "ok FFFD*65535"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_count_65535_at_most; },
    },
    {
        .name = "sab_count_dense_errors",
        .relatives = "none known",
        .planted = "lossy decoding to UTF-16 replaces each unit behind 40 errors in a row",
        .kind = "wrong-replacement-count",
        .probes = {{"lossy16", "80*40 E2 82 41", "ok FFFD*41 41", "ok FFFD*42 41"},
                   {"lossy16", "80*39 E2 82 41", "ok FFFD*40 41"},
                   {"lossy16", "80*40 41 E2 82", "ok FFFD*40 41 FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_count_dense_errors; },
    },
};
constinit const Decoders kDecoders("wrong-replacement-count", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_wrong_replacement_count;
constinit const Class placemat_saboteurs_wrong_replacement_count{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
