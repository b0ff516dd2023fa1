// simd_sequence.h: the scalar code of `simd`: one sequence at a time, and steps that look at four
// or eight units as one number, the first in the lowest place. It is written in words (words.h), so
// that the prover reads what runs. It must not know any instruction set or kernel.
//
// Bound: reads nothing outside of its text.
#pragma once

#include <array>
#include <cstdint>

#include "harness/decoder/adapt.h"

namespace placemat::simd {

// For each unit, the units that may follow it in a sequence (Table 3-7): one
// bit for each value of their upper four bits. Behind ASCII, a complete
// sequence, all may follow.
constexpr std::array<std::uint16_t, 256> make_may_follow() {
  std::array<std::uint16_t, 256> by_first{};
  for (unsigned unit = 0x00; unit <= 0x7F; ++unit) by_first[unit] = 0xFFFF;
  for (unsigned lead = 0xC2; lead <= 0xF4; ++lead) by_first[lead] = 0x0F00;
  by_first[0xE0] = 0x0C00;  // below: overlong
  by_first[0xED] = 0x0300;  // above: surrogates
  by_first[0xF0] = 0x0E00;  // below: overlong
  by_first[0xF4] = 0x0100;  // above: beyond 10FFFF
  return by_first;
}
inline constexpr std::array<std::uint16_t, 256> kMayFollow = make_may_follow();

// Inlined, because most calls of a decoder have a few units.
template <class Words>
struct ScalarOf {
  using U32 = typename Words::U32;
  using U64 = typename Words::U64;
  using Size = typename Words::Size;
  using Text = typename Words::Text;
  using Decoded = DecodedAs<Words>;
  static constexpr std::uint64_t kNotAscii = 0x8080808080808080;

  // ---- one sequence

  static constexpr bool continues(U32 unit) { return unit >= 0x80 && unit <= 0xBF; }

  [[gnu::always_inline]] static constexpr Decoded decode_one(Text text) {
    const U32 lead = text[0];
    if (lead <= 0x7F) return Decoded::of(lead, 1);
    if (lead <= 0xC1 || lead >= 0xF5) return Decoded::ill_formed(1);
    if (lead <= 0xDF) {
      if (text.size() < 2) return Decoded::incomplete(1);
      if (!continues(text[1])) return Decoded::ill_formed(1);
      return Decoded::of((lead & 0x1F) << 6 | (text[1] & 0x3F), 2);
    }
    if (lead == 0xE0) return three_or_four(text, 0xA0, 0xBF);
    if (lead == 0xED) return three_or_four(text, 0x80, 0x9F);
    if (lead == 0xF0) return three_or_four(text, 0x90, 0xBF);
    if (lead == 0xF4) return three_or_four(text, 0x80, 0x8F);
    return three_or_four(text, 0x80, 0xBF);
  }
  // `first`..`last`: the second unit.
  [[gnu::always_inline]] static constexpr Decoded three_or_four(Text text, U32 first, U32 last) {
    const U32 lead = text[0];
    if (text.size() < 2) return Decoded::incomplete(1);
    if (text[1] < first || text[1] > last) return Decoded::ill_formed(1);
    if (text.size() < 3) return Decoded::incomplete(2);
    if (!continues(text[2])) return Decoded::ill_formed(2);
    const U32 low12 = (text[1] & 0x3F) << 6 | (text[2] & 0x3F);
    if (lead <= 0xEF) return Decoded::of((lead & 0x0F) << 12 | low12, 3);
    if (text.size() < 4) return Decoded::incomplete(3);
    if (!continues(text[3])) return Decoded::ill_formed(3);
    return Decoded::of((lead & 0x07) << 18 | low12 << 6 | (text[3] & 0x3F), 4);
  }

  // ---- four units

  // The sequence of two to four units at the start of these four; its length is
  // 0 when there is none. Table 3-7 as bit patterns and, where a second unit
  // depends on the lead, as the range of the value.
  struct Sequence {
    U32 value, length;
  };
  [[gnu::always_inline]] static Sequence sequence_in(U32 units) {
    const U32 second = units >> 8 & 0x3F, third = units >> 16 & 0x3F;
    if ((units & 0x00C0C0F0) == 0x008080E0) {
      const U32 value = (units & 0x0F) << 12 | second << 6 | third;
      // Neither overlong nor a surrogate.
      return {value, value >= 0x800 && (value & 0xF800) != 0xD800 ? 3u : 0u};
    }
    if ((units & 0xC0E0) == 0x80C0) {
      const U32 value = (units & 0x1F) << 6 | second;
      return {value, value >= 0x80 ? 2u : 0u};
    }
    if ((units & 0xC0C0C0F8) == 0x808080F0) {
      const U32 value = (units & 0x07) << 18 | second << 12 | third << 6 | (units >> 24 & 0x3F);
      return {value, value >= 0x10000 && value <= 0x10FFFF ? 4u : 0u};
    }
    return {0, 0};
  }
  // Requires four units.
  [[gnu::always_inline]] static Sequence sequence_in(Text text) {
    return sequence_in(Words::four(text, 0));
  }

  // ---- eight units

  // Takes ASCII and the sequence behind it from the start of these units, of which not all are
  // ASCII. False where there is no such sequence.
  [[gnu::always_inline]] static bool take_sequence(U64& units) {
    units = units >> (Words::trailing_zeros(units & kNotAscii) & 0x38);
    const U32 length = sequence_in(Words::low(units)).length;
    if (length == 0) return false;
    units = units >> 8 * length;
    return true;
  }
  // Places behind the end hold NUL, which continues no sequence.
  [[gnu::always_inline]] static bool is_well_formed(U64 units) {
    while ((units & kNotAscii) != 0)
      if (!take_sequence(units)) return false;
    return true;
  }
  // A text of one to eight units, with NUL behind it.
  [[gnu::always_inline]] static U64 one_to_eight(Text text) {
    const Size size = text.size();
    if (size >= 4)
      return U64(Words::four(text, 0)) | U64(Words::four(text, size - 4)) << 8 * (size - 4);
    return U64(text[0]) | U64(text[size >> 1]) << 8 * (size >> 1) |
           U64(text[size - 1]) << 8 * (size - 1);
  }
  // The number of ASCII units before the first other one, of the first eight. A
  // check of each unit would cost a branch each.
  [[gnu::always_inline]] static Size ascii_of_eight(Text text) {
    return Words::trailing_zeros(Words::eight(text, 0) & kNotAscii) >> 3;
  }
  // Whether 8 to 25 units are ASCII: the first, middle and last eight cover all.
  [[gnu::always_inline]] static bool is_ascii(Text text) {
    const Size last = text.size() - 8;
    const U64 all =
        Words::eight(text, 0) | Words::eight(text, last >> 1) | Words::eight(text, last);
    return bool((all & kNotAscii) == 0);
  }

  // The place of the first unit that is not ASCII, or the seventh, and whether
  // it fails together with the next unit: it is no lead, or the next is not a
  // second unit for it. There is no branch before the result, because that
  // place is nearly random and a misprediction costs as much as decoding.
  // Requires eight units.
  struct Early {
    Size at;
    bool fails;
  };
  [[gnu::always_inline]] static Early early(Text text) {
    const U64 stops = (Words::eight(text, 0) | 0x0080000000000000) & kNotAscii;
    const Size at = Words::trailing_zeros(stops) >> 3;
    return {at, bool((Words::cell(kMayFollow, text[at]) >> (text[at + 1] >> 4) & 1) == 0)};
  }

  // ---- the end

  // The number of units at the end that are an incomplete sequence: 0..3. A lead
  // always starts a subpart, so nothing before the last three units matters.
  [[gnu::always_inline]] static Size unfinished(Text last) {
    for (std::size_t back = 1; back <= 3 && last.size() >= back; ++back) {
      const Size at = last.size() - back;
      if (last[at] <= 0x7F) return 0;
      if (last[at] >= 0xC0)
        return decode_one(last.behind(at)).kind == DecodedKind::kIncomplete ? back : 0;
    }
    return 0;
  }

  // ---- the other direction

  template <class Out>
  static Size encode(U64 value, const Out& out) {
    if (value <= 0x7F) {
      out(0, value);
      return 1;
    }
    if (value <= 0x7FF) {
      out(0, 0xC0 | value >> 6);
      out(1, 0x80 | (value & 0x3F));
      return 2;
    }
    // D76: a surrogate is not a scalar value, and has no encoding.
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
    const std::size_t size = value <= 0xFFFF ? 3 : 4;
    out(0, (size == 3 ? 0xE0u : 0xF0u) | value >> (6 * (size - 1)));
    for (std::size_t i = 1; i < size; ++i) out(i, 0x80 | (value >> (6 * (size - 1 - i)) & 0x3F));
    return size;
  }
};
using OneSequence = ScalarOf<MachineWords>;

}  // namespace placemat::simd
