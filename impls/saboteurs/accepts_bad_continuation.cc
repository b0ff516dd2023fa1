// accepts_bad_continuation.cc: Decoders that take a unit into a sequence although it is
// no continuation unit, or one too many. The unit is lost, or changes the value.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

struct ContinuationUncheckedThird {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool third_refused = announced(*at) == 3 && is_ill_formed(d) && d.length == 2;
    if (!third_refused) return d;
    return Decoded::of((*at & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu), 3);
  }
};

// A typing error in a decimal range, 123..191 for 128..191, makes continuation units of five
// ASCII units.
struct ContinuationRangeTypo7b {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    if (announced(*at) == 2) return by_pattern(at, end, 2, {123, 191});
    return Honest::decode_one(at, end);
  }
};

// Modelled on a modified copy of a branchless decoder: the last continuation unit is compared by
// one bit instead of two, so that a lead passes and is lost.
struct ContinuationC0Last {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool last_refused = announced(*at) == 4 && is_ill_formed(d) && d.length == 3;
    if (!last_refused || (at[3] & 0x80) == 0) return d;
    return Decoded::of(
        (*at & 0x07u) << 18 | (at[1] & 0x3Fu) << 12 | (at[2] & 0x3Fu) << 6 | (at[3] & 0x3Fu), 4);
  }
};

// The same unit is refused alone and after any shorter sequence.
struct AfterFourUnit {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const Decoded d = Honest::decode_one(at, end);
    const bool one_more = end - at > 4 && is_continuation(at[4]);
    return is_value(d) && d.length == 4 && one_more ? Decoded::of(d.value, 5) : d;
  }
};

// Only an ordered triple of items shows the fault. Every pair of items is decoded correctly.
void strict32_after_two_items(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                              std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  std::size_t before_last = 0;
  std::size_t last = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!is_value(d)) {
      const bool passed_over = before_last == 4 && last == 3 && is_continuation(in[at]);
      if (!passed_over) return Base::strict(in, length, out, capacity, result);
    } else if (!Base::put(out, capacity, result->written, d.value)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    before_last = last;
    last = d.length;
    at += d.length;
  }
}

// The lost quotation mark makes the fault an injection.
struct ContinuationTakesQuotes {
  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const bool quoted = announced(*at) == 2 && at + 1 < end && (at[1] == 0x22 || at[1] == 0x27);
    if (!quoted) return Honest::decode_one(at, end);
    return Decoded::of(std::uint64_t{*at & 0x1Fu} << 6 | (at[1] & 0x3Fu), 2);
  }
};

constexpr Row kRows[] = {
    {
        .name = "sab_continuation_unchecked_third",
        .relatives = "rust-lang/regex, 2017; PHP mbstring, 2015",
        .planted = "the third unit of a three-unit sequence is masked without a test, so E2 80 41 "
                   "decodes to U+2001",
        .kind = "accepts-bad-continuation",
        .probes = {{"strict32", "E2 80 41", "ill 0 2", "ok 2001"},
                   {"strict32", "E2 41 80", "ill 0 1"}},
        .base = filled<ContinuationUncheckedThird>,
    },
    {
        .name = "sab_continuation_range_typo_7b",
        .relatives = "kikito/utf8_validator.lua, 2018",
        .planted = "the range of the second of two units begins at decimal 123 instead of 128, so "
                   "C2 7B..7F pass",
        .kind = "accepts-bad-continuation",
        .probes = {{"strict32", "C2 7B", "ill 0 1", "ok BB"}, {"strict32", "C2 7A", "ill 0 1"}},
        .base = filled<ContinuationRangeTypo7b>,
    },
    {
        .name = "sab_continuation_c0_last",
        .relatives = "{fmt} 9, 2022",
        .planted =
            "the last of four units is tested for its top bit only, so F4 8F BF C0..FF decode",
        .kind = "accepts-bad-continuation",
        .probes = {{"strict32", "F4 8F BF C0", "ill 0 3", "ok 10FFC0"},
                   {"strict32", "F4 8F BF 41", "ill 0 3"}},
        .base = filled<ContinuationC0Last>,
    },
    {
        .name = "sab_after_four_unit",
        .relatives = "simdutf (AVX-512 kernel), 2024; Node.js 6.2 StringDecoder, 2016 (extra "
                     "continuation units)",
        .planted =
            "one extra continuation unit directly after a four-unit sequence is included in it",
        .kind = "accepts-ill-formed",
        .probes = {{"strict32", "F0 9F 98 80 80", "ill 4 1: 1F600", "ok 1F600"},
                   {"strict32", "E2 82 AC 80", "ill 3 1: 20AC"}},
        .base = filled<AfterFourUnit>,
    },
    {
        .name = "sab_after_two_items",
        .relatives = "simdutf (AVX-512 kernel), 2024",
        .planted = "strict decoding to UTF-32 skips a stray continuation unit that follows a "
                   "four-unit and then a three-unit sequence",
        .kind = "accepts-ill-formed",
        .probes = {{"strict32", "F0 9F 98 80 E2 82 AC 80", "ill 7 1: 1F600 20AC", "ok 1F600 20AC"},
                   {"strict32", "E2 82 AC 80", "ill 3 1: 20AC"},
                   {"strict32", "F0 9F 98 80 80", "ill 4 1: 1F600"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_after_two_items; },
    },
    {
        .name = "sab_continuation_takes_quotes",
        .relatives = "PHP mbstring, 2015",
        .planted =
            "strict decoding to UTF-32 accepts a quotation mark (22, 27) as the second unit of two",
        .kind = "accepts-bad-continuation",
        .probes = {{"strict32", "C2 22 3C", "ill 0 1", "ok A2 3C"},
                   {"strict32", "C2 23", "ill 0 1"}},
        .patch =
            [](placemat_decoder& d) {
              d.strict32 = PerCharacter<ContinuationTakesQuotes>::strict<std::uint32_t>;
            },
    },
};
constinit const Decoders kDecoders("accepts-bad-continuation", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_accepts_bad_continuation;
constinit const Class placemat_saboteurs_accepts_bad_continuation{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
