// plan9_1992: chartorune, runetochar and fullrune as Plan 9 had them from 4
// September 1992: a Rune has 16 bits and 1 to 3 units, and a bad sequence is
// Runeerror (80, not FFFD), with one unit consumed. It must not know
// surrogates: D800..DFFF are Runes like any other.
//
// Provenance: the method of Plan 9's rune.c of 1992; written from scratch.
//
// Deviations from its source:
//   1. chartorune reads by pointer and trusts that a NUL or enough units
//      follow. Here it is called only after fullrune has found all units, so it
//      is bounded.
//   2. fullrune only counts. At the end of the input, a sequence for which
//      fullrune asks for more units is bad at once when one of its units cannot
//      continue it; Plan 9's readers read more and came to the same result one
//      read later.
//   3. A value that no 16-bit Rune can hold encodes to 0 units; the source has
//      no way to receive it.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_plan9_1992;

namespace {

using placemat::Decoded;

using Rune = std::uint16_t;

enum : unsigned {
  kBitx = 6,   // payload bits of a continuation unit
  kTx = 0x80,  // 10xxxxxx
  kT2 = 0xC0,  // 110xxxxx
  kT3 = 0xE0,  // 1110xxxx
  kT4 = 0xF0,  // 11110xxx and above
  kRune1 = 0x7F,
  kRune2 = 0x7FF,
  kRune3 = 0xFFFF,
  kMaskx = 0x3F,
  kTestx = 0xC0,
  kRuneerror = 0x80,
};

bool fullrune(const std::uint8_t* s, std::size_t n) {
  if (n == 0) return false;
  if (s[0] < kTx) return true;
  if (s[0] < kT3) return n >= 2;
  return n >= 3;
}

// Returns the number of units taken: 1, with Runeerror, for a bad sequence.
std::size_t chartorune(Rune* rune, const std::uint8_t* s) {
  const unsigned c = s[0];
  if (c < kTx) {
    *rune = static_cast<Rune>(c);
    return 1;
  }
  *rune = kRuneerror;
  const unsigned c1 = s[1] ^ kTx;
  if (c1 & kTestx) return 1;
  if (c < kT3) {
    if (c < kT2) return 1;
    const unsigned wide = (c << kBitx | c1) & kRune2;
    if (wide <= kRune1) return 1;  // overlong
    *rune = static_cast<Rune>(wide);
    return 2;
  }
  const unsigned c2 = s[2] ^ kTx;
  if ((c2 & kTestx) || c >= kT4) return 1;
  const unsigned wide = ((c << kBitx | c1) << kBitx | c2) & kRune3;
  if (wide <= kRune2) return 1;
  *rune = static_cast<Rune>(wide);
  return 3;
}

std::size_t runetochar(std::uint8_t* s, Rune rune) {
  const unsigned c = rune;
  if (c <= kRune1) {
    s[0] = static_cast<std::uint8_t>(c);
    return 1;
  }
  if (c <= kRune2) {
    s[0] = static_cast<std::uint8_t>(kT2 | c >> kBitx);
    s[1] = static_cast<std::uint8_t>(kTx | (c & kMaskx));
    return 2;
  }
  s[0] = static_cast<std::uint8_t>(kT3 | c >> 2 * kBitx);
  s[1] = static_cast<std::uint8_t>(kTx | (c >> kBitx & kMaskx));
  s[2] = static_cast<std::uint8_t>(kTx | (c & kMaskx));
  return 3;
}

struct Plan9 {
  static constexpr std::uint64_t kReplacement = kRuneerror;
  static constexpr bool kPerUnit = true;
  static constexpr bool kTellsIncomplete = false;

  static Decoded decode_one(const std::uint8_t* at, const std::uint8_t* end) {
    const auto n = static_cast<std::size_t>(end - at);
    if (!fullrune(at, n)) {
      for (std::size_t i = 1; i < n; ++i)
        if ((at[i] ^ kTx) & kTestx) return Decoded::ill_formed(1);
      return Decoded::incomplete(n);
    }
    Rune rune = 0;
    const std::size_t taken = chartorune(&rune, at);
    // U+0080 takes two units: Runeerror out of one unit is the error.
    if (rune == kRuneerror && taken == 1) return Decoded::ill_formed(1);
    return Decoded::of(rune, taken);
  }
};

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  return value > kRune3 ? 0 : runetochar(out, static_cast<Rune>(value));
}

}  // namespace

constinit const placemat_decoder placemat_decoder_plan9_1992 = placemat::adapted<Plan9>({
    .name = "plan9_1992",
    .origin = "chartorune and runetochar of Plan 9, September 1992: 16-bit Rune, Runeerror 80",
    .dialect = "plan9-1992",
    .policy = "runeerror-80",
    .claims = PLACEMAT_CLAIM_OFFSET,
    .encode = encode,
});
