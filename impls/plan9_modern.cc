// plan9_modern: chartorune, runetochar and fullrune with the Rune of 21 bits:
// 1 to 4 units up to 10FFFF, the shortest form only, Runeerror FFFD, one unit
// consumed by each error. It must not know surrogates: D800..DFFF are Runes.
//
// Provenance: the method of rune.c in 9front and in Plan 9 from User Space, as
// both had it in the 2020s; written from scratch. The last rune.c of Bell Labs
// and its descendants (Harvey, Go's C library of 2012) refuse surrogates in
// both directions and are therefore not this dialect.
//
// Deviations from its source:
//   1. chartorune reads by pointer and trusts that a NUL or enough units
//      follow. Here it is called only after fullrune has found all units, so it
//      is bounded.
//   2. At the end of the input, a sequence for which fullrune asks for more
//      units is bad at once when one of its units cannot continue it.
//   3. A value above 10FFFF encodes to 0 units; the source writes Runeerror.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_plan9_modern;

namespace {

using placemat::Decoded;

using Rune = std::uint32_t;

enum : unsigned {
  kBitx = 6,   // payload bits of a continuation unit
  kTx = 0x80,  // 10xxxxxx
  kT2 = 0xC0,  // 110xxxxx
  kT3 = 0xE0,  // 1110xxxx
  kT4 = 0xF0,  // 11110xxx
  kT5 = 0xF8,  // 111110xx and above
  kRune1 = 0x7F,
  kRune2 = 0x7FF,
  kRune3 = 0xFFFF,
  kRune4 = 0x1FFFFF,
  kRunemax = 0x10FFFF,
  kMaskx = 0x3F,
  kTestx = 0xC0,
  kRuneerror = 0xFFFD,
};

bool fullrune(const std::uint8_t* s, std::size_t n) {
  if (n == 0) return false;
  if (s[0] < kTx) return true;
  if (s[0] < kT3) return n >= 2;
  if (s[0] < kT4) return n >= 3;
  return n >= 4;
}

// Returns the number of units taken: 1, with Runeerror, for a bad sequence.
std::size_t chartorune(Rune* rune, const std::uint8_t* s) {
  const Rune c = s[0];
  if (c < kTx) {
    *rune = c;
    return 1;
  }
  *rune = kRuneerror;
  const Rune c1 = s[1] ^ kTx;
  if (c1 & kTestx) return 1;
  if (c < kT3) {
    const Rune wide = (c << kBitx | c1) & kRune2;
    if (c < kT2 || wide <= kRune1) return 1;  // continuation, or overlong
    *rune = wide;
    return 2;
  }
  const Rune c2 = s[2] ^ kTx;
  if (c2 & kTestx) return 1;
  if (c < kT4) {
    const Rune wide = ((c << kBitx | c1) << kBitx | c2) & kRune3;
    if (wide <= kRune2) return 1;
    *rune = wide;
    return 3;
  }
  const Rune c3 = s[3] ^ kTx;
  if ((c3 & kTestx) || c >= kT5) return 1;
  const Rune wide = (((c << kBitx | c1) << kBitx | c2) << kBitx | c3) & kRune4;
  if (wide <= kRune3 || wide > kRunemax) return 1;
  *rune = wide;
  return 4;
}

std::size_t runetochar(std::uint8_t* s, Rune rune) {
  if (rune <= kRune1) {
    s[0] = static_cast<std::uint8_t>(rune);
    return 1;
  }
  const std::size_t length = rune <= kRune2 ? 2 : rune <= kRune3 ? 3 : 4;
  const unsigned mark = length == 2 ? kT2 : length == 3 ? kT3 : kT4;
  for (std::size_t i = length - 1; i > 0; --i) {
    s[i] = static_cast<std::uint8_t>(kTx | (rune & kMaskx));
    rune >>= kBitx;
  }
  s[0] = static_cast<std::uint8_t>(mark | rune);
  return length;
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
    // U+FFFD itself takes three units: Runeerror out of one unit is the error.
    if (rune == kRuneerror && taken == 1) return Decoded::ill_formed(1);
    return Decoded::of(rune, taken);
  }
};

std::size_t encode(std::uint64_t value, std::uint8_t* out) {
  return value > kRunemax ? 0 : runetochar(out, static_cast<Rune>(value));
}

}  // namespace

constinit const placemat_decoder placemat_decoder_plan9_modern =
    placemat::adapted<Plan9, placemat::OutputWidth::k32>({
        .name = "plan9_modern",
        .origin = "chartorune and runetochar with a 21-bit Rune (9front, Plan 9 from User Space)",
        .dialect = "plan9-modern",
        .policy = "per-byte",
        .claims = PLACEMAT_CLAIM_OFFSET,
        .encode = encode,
    });
