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

using Rune = std::uint16_t;

constexpr unsigned kBitx = 6;   // payload bits of a continuation unit
constexpr unsigned kTx = 0x80;  // 10xxxxxx
constexpr unsigned kT2 = 0xC0;  // 110xxxxx
constexpr unsigned kT3 = 0xE0;  // 1110xxxx
constexpr unsigned kT4 = 0xF0;  // 11110xxx and above
constexpr unsigned kRune1 = 0x7F;
constexpr unsigned kRune2 = 0x7FF;
constexpr unsigned kRune3 = 0xFFFF;
constexpr unsigned kMaskx = 0x3F;
constexpr unsigned kTestx = 0xC0;
constexpr unsigned kRuneerror = 0x80;

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
    return bool(s.size() >= 3);
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
      if (c < kT2) return {kRuneerror, 1};
      const U32 wide = (c << kBitx | c1) & kRune2;
      if (wide <= kRune1) return {kRuneerror, 1};  // overlong
      return {wide, 2};
    }
    const U32 c2 = s[2] ^ kTx;
    if ((c2 & kTestx) != 0 || c >= kT4) return {kRuneerror, 1};
    const U32 wide = ((c << kBitx | c1) << kBitx | c2) & kRune3;
    if (wide <= kRune2) return {kRuneerror, 1};
    return {wide, 3};
  }

  static Decoded decode_one(Text s) {
    if (!fullrune(s)) {
      for (Size i = 1; i < s.size(); ++i) {
        if (((s[i] ^ kTx) & kTestx) != 0) return Decoded::ill_formed(1);
      }
      return Decoded::incomplete(s.size());
    }
    const Taken taken = chartorune(s);
    // U+0080 takes two units: Runeerror out of one unit is the error.
    if (taken.rune == kRuneerror && taken.units == 1) return Decoded::ill_formed(1);
    return Decoded::of(taken.rune, taken.units);
  }

  // runetochar.
  template <class Out>
  static Size encode(U64 c, const Out& out) {
    if (c > kRune3) return 0;
    if (c <= kRune1) {
      out(0, c);
      return 1;
    }
    if (c <= kRune2) {
      out(0, kT2 | c >> kBitx);
      out(1, kTx | (c & kMaskx));
      return 2;
    }
    out(0, kT3 | c >> 2 * kBitx);
    out(1, kTx | (c >> kBitx & kMaskx));
    out(2, kTx | (c & kMaskx));
    return 3;
  }
};

}  // namespace

constinit const placemat_decoder placemat_decoder_plan9_1992 =
    placemat::adapted<Plan9<placemat::MachineWords>>({
        .name = "plan9_1992",
        .origin = "chartorune and runetochar of Plan 9, September 1992: 16-bit Rune, Runeerror 80",
        .dialect = "plan9-1992",
        .policy = "runeerror-80",
        .claims = PLACEMAT_CLAIM_OFFSET,
        .encode = placemat::encode_by<Plan9<placemat::MachineWords>>,
    });
