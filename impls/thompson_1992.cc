// thompson_1992: mbtowc and wctomb as the FSS-UTF proposal of September 1992
// described them: one table, walked row by row while units are taken, so that
// the length of a sequence is found by reading it. 1 to 6 units, to 7FFFFFFF,
// the shortest form only. It must not know anything that came later: no
// surrogates, no limit at 10FFFF, no replacement character.
//
// Provenance: the method of K. Thompson's sample code in the proposal mailed
// to X/Open on 8 September 1992; written from scratch.
//
// Deviations from its source:
//   1. Values are unsigned and 32 bits wide; the lead's marks are shifted out
//      on the left without undefined behaviour.
//   2. mbtowc has no conversion of a null pointer to 0, and is not asked about 0 units.
//   3. mbtowc answers -1 both for a bad sequence and for too few units, so this
//      decoder claims the offset of an error only, neither its length nor
//      incompleteness. It has no stream and no replacement.
//   4. A value above 7FFFFFFF, which no row has, encodes to 0 units, as the
//      interface demands; the source's wctomb returns -1.
//
// Bound: reads at most 0 units past the end.
#include "harness/decoder/adapt.h"

extern "C" const placemat_decoder placemat_decoder_thompson_1992;

namespace {

struct Row {
  std::uint32_t mask, value;  // of the lead: (lead & mask) == value
  int shift;                  // of the lead's payload in wctomb
  std::uint32_t maximum;      // largest value; also the mask of all payload bits
  std::uint32_t minimum;      // smaller values have a shorter form
};

constexpr Row kRows[] = {
    {0x80, 0x00, 0 * 6, 0x7F, 0x0},           {0xE0, 0xC0, 1 * 6, 0x7FF, 0x80},
    {0xF0, 0xE0, 2 * 6, 0xFFFF, 0x800},       {0xF8, 0xF0, 3 * 6, 0x1FFFFF, 0x10000},
    {0xFC, 0xF8, 4 * 6, 0x3FFFFFF, 0x200000}, {0xFE, 0xFC, 5 * 6, 0x7FFFFFFF, 0x4000000},
};

template <class Words>
struct Thompson {
  using U32 = typename Words::U32;
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = placemat::DecodedAs<Words>;
  static constexpr bool kTellsIncomplete = false;

  // mbtowc. Where that answers -1, one unit is ill-formed.
  static Decoded decode_one(Text s) {
    const U32 lead = s[0];
    U32 value = lead;
    Size taken = 0;
    for (const Row& row : kRows) {
      ++taken;
      if ((lead & row.mask) == row.value) {
        value = value & row.maximum;
        if (value < row.minimum) return Decoded::ill_formed(1);
        return Decoded::of(value, taken);
      }
      if (taken == s.size()) return Decoded::ill_formed(1);
      // 10xxxxxx becomes 00xxxxxx; any other unit keeps one of the top two bits.
      const U32 trailing = s[taken] ^ 0x80;
      if ((trailing & 0xC0) != 0) return Decoded::ill_formed(1);
      value = value << 6 | trailing;
    }
    return Decoded::ill_formed(1);
  }

  // wctomb. Where that answers -1, no unit is written.
  template <class Out>
  static Size encode(U64 wide, const Out& out) {
    for (const Row& row : kRows) {
      if (wide > row.maximum) continue;
      std::size_t written = 0;
      int shift = row.shift;
      out(written++, row.value | wide >> shift);
      while (shift > 0) {
        shift -= 6;
        out(written++, 0x80 | (wide >> shift & 0x3F));
      }
      return written;
    }
    return 0;
  }
};

using Adapted = placemat::PerCharacter<Thompson<placemat::MachineWords>>;

}  // namespace

constinit const placemat_decoder placemat_decoder_thompson_1992 = [] {
  placemat_decoder table = placemat::described({
      .name = "thompson_1992",
      .origin = "mbtowc and wctomb of the FSS-UTF proposal, September 1992",
      .dialect = "utf-8-2279",
      .policy = "reject",
      .claims = PLACEMAT_CLAIM_OFFSET,
      .encode = placemat::encode_by<Thompson<placemat::MachineWords>>,
  });
  table.validate = Adapted::validate;
  table.strict32 = Adapted::strict<std::uint32_t>;
  table.length32 = Adapted::length_of<32>;
  return table;
}();
