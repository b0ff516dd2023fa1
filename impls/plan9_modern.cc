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

using Rune = std::uint32_t;

constexpr unsigned kBitx = 6;   // payload bits of a continuation unit
constexpr unsigned kTx = 0x80;  // 10xxxxxx
constexpr unsigned kT2 = 0xC0;  // 110xxxxx
constexpr unsigned kT3 = 0xE0;  // 1110xxxx
constexpr unsigned kT4 = 0xF0;  // 11110xxx
constexpr unsigned kT5 = 0xF8;  // 111110xx and above
constexpr unsigned kRune1 = 0x7F;
constexpr unsigned kRune2 = 0x7FF;
constexpr unsigned kRune3 = 0xFFFF;
constexpr unsigned kRune4 = 0x1FFFFF;
constexpr unsigned kRunemax = 0x10FFFF;
constexpr unsigned kMaskx = 0x3F;
constexpr unsigned kTestx = 0xC0;
constexpr unsigned kRuneerror = 0xFFFD;

template <class Words>
struct Plan9 {
  using U32 = typename Words::U32;
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;
  static constexpr std::uint64_t kReplacement = kRuneerror;
  static constexpr bool kPerUnit = true;
  static constexpr bool kTellsIncomplete = false;

  static bool fullrune(Text s) {
    if (s[0] < kTx) return true;
    if (s[0] < kT3) return bool(s.size() >= 2);
    if (s[0] < kT4) return bool(s.size() >= 3);
    return bool(s.size() >= 4);
  }

  // The number of units taken is 1, with Runeerror, for a bad sequence.
  struct Taken {
    U32 rune, units;
  };
  static Taken chartorune(Text s) {
    const U32 c = s[0];
    if (c < kTx) return {c, 1};
    const U32 c1 = s[1] ^ kTx;
    if ((c1 & kTestx) != 0) return {kRuneerror, 1};
    if (c < kT3) {
      const U32 wide = (c << kBitx | c1) & kRune2;
      if (c < kT2 || wide <= kRune1) return {kRuneerror, 1};  // continuation, or overlong
      return {wide, 2};
    }
    const U32 c2 = s[2] ^ kTx;
    if ((c2 & kTestx) != 0) return {kRuneerror, 1};
    if (c < kT4) {
      const U32 wide = ((c << kBitx | c1) << kBitx | c2) & kRune3;
      if (wide <= kRune2) return {kRuneerror, 1};
      return {wide, 3};
    }
    const U32 c3 = s[3] ^ kTx;
    if ((c3 & kTestx) != 0 || c >= kT5) return {kRuneerror, 1};
    const U32 wide = (((c << kBitx | c1) << kBitx | c2) << kBitx | c3) & kRune4;
    if (wide <= kRune3 || wide > kRunemax) return {kRuneerror, 1};
    return {wide, 4};
  }

  static Decoded decode_one(Text s) {
    if (!fullrune(s)) {
      for (Size i = 1; i < s.size(); ++i) {
        if (((s[i] ^ kTx) & kTestx) != 0) return Decoded::ill_formed(1);
      }
      return Decoded::incomplete(s.size());
    }
    const Taken taken = chartorune(s);
    // U+FFFD itself takes three units: Runeerror out of one unit is the error.
    if (taken.rune == kRuneerror && taken.units == 1) return Decoded::ill_formed(1);
    return Decoded::of(taken.rune, taken.units);
  }

  // runetochar.
  template <class Out>
  static Size encode(U64 rune, const Out& out) {
    if (rune > kRunemax) return 0;
    if (rune <= kRune1) {
      out(0, rune);
      return 1;
    }
    const std::size_t length = rune <= kRune2 ? 2 : rune <= kRune3 ? 3 : 4;
    const unsigned mark = length == 2 ? kT2 : length == 3 ? kT3 : kT4;
    for (std::size_t i = length - 1; i > 0; --i) {
      out(i, kTx | (rune & kMaskx));
      rune = rune >> kBitx;
    }
    out(0, mark | rune);
    return length;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_plan9_modern =
    placemat::adapted<Plan9<placemat::MachineWords>, placemat::OutputWidth::k32>({
        .name = "plan9_modern",
        .origin = "chartorune and runetochar with a 21-bit Rune (9front, Plan 9 from User Space)",
        .dialect = "plan9-modern",
        .policy = "per-byte",
        .claims = PLACEMAT_CLAIM_OFFSET,
        .encode = placemat::encode_by<Plan9<placemat::MachineWords>>,
    });
