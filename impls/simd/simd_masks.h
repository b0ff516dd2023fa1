// simd_masks.h: validation, masks, length functions and values of simd_avx512_kernel.cc, which
// describes the method, 64 units at a time. simd_mask_conversion.h writes the values. It must not
// know any instruction: V has them.
//
//   V::Vec, load(at), all(unit), and_, or_, sub, subs (unsigned, saturating)
//   V::shl<n>, shr<n>     in lanes of 16 bits
//   V::Places             64 bits, one for each unit of a block
//   V::load_first(at, count)   so many units, at most 64, and NUL behind them
//   V::moved_up(v, places)     each unit so many places up, and NUL before them
//   V::first_places(count)     the lowest bits, at most 64
//   V::top_bits(v), at_least(a, b), signed_less(a, b): the places where it is so
//   V::less_in(places, a, b)   of these places, those where it is so
//   V::only(places, v)         v there, and NUL elsewhere
//   V::put(places, a, b)       a there, and b elsewhere
//   V::sub_in(places, a, b, c) a - b there, and c elsewhere
//   V::look_up64(table, v)     by the lower six bits of each unit
//   V::look_up128(table, v)    by the lower seven bits of each unit
//   V::upper_six(v)            the upper six bits of each unit, shifted down; above them any
//   V::of_three<bits>(a, b, c) each bit by those of a, b and c: entry 4a + 2b + c of `bits`
//   V::is_zero(v)
//   what simd_memory.h has for memory
//
// The prover has a V of symbolic lanes, and proves what is written here over it.
// A kernel's V lives in an anonymous namespace, and with it all instances of
// this.
#pragma once

#include <array>
#include <cstdint>

#include "impls/simd/simd_kernel.h"
#include "impls/simd/simd_memory.h"

namespace placemat::simd {

struct alignas(64) Bytes64 {
  std::array<std::uint8_t, 64> at{};
};
struct alignas(64) Bytes128 {
  std::array<std::uint8_t, 128> at{};
};

// Table 3-7's second units, by lead C0..FF: from `first` on, `count` of them.
struct Seconds {
  Bytes64 first, count;
};
constexpr Seconds make_seconds() {
  Seconds seconds;
  for (unsigned lead = 0xC2; lead <= 0xF4; ++lead) {
    const unsigned first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    seconds.first.at[lead - 0xC0] = static_cast<std::uint8_t>(first);
    seconds.count.at[lead - 0xC0] = static_cast<std::uint8_t>(last - first + 1);
  }
  return seconds;
}
inline constexpr Seconds kSeconds = make_seconds();

// An error is an ill-formed pair of neighbours (Table 3-7 by lead and second
// unit), or a continuation unit that is unexpected or missing in a third or
// fourth place. The index of the first table is the distance of the first unit
// above BF, which is 0 for all units that are not leads. The index of the
// second is the upper six bits of the second unit. A pair is ill-formed when
// both entries share a bit.
inline constexpr std::uint8_t kContinuation = 0x80;  // after a non-lead: right where demanded
struct Pairs {
  Bytes128 first;
  Bytes64 second;
};
constexpr Pairs make_pairs() {
  constexpr std::uint8_t kNoContinuation = 0x01, kTo8F = 0x02, kTo9F = 0x04, k90On = 0x08,
                         kA0On = 0x10;
  constexpr std::uint8_t kAny = kTo9F | kA0On;
  Pairs pairs;
  pairs.first.at[0] = kContinuation;
  for (unsigned lead = 0xC0; lead <= 0xFF; ++lead) {
    unsigned bits = kNoContinuation;
    if (lead <= 0xC1 || lead >= 0xF5) bits |= kAny;
    if (lead == 0xE0) bits |= kTo9F;
    if (lead == 0xED) bits |= kA0On;
    if (lead == 0xF0) bits |= kTo8F;
    if (lead == 0xF4) bits |= k90On;
    pairs.first.at[lead - 0xBF] = static_cast<std::uint8_t>(bits);
  }
  for (unsigned unit = 0x00; unit <= 0xFC; unit += 4) {
    unsigned bits = kNoContinuation;
    if (unit >= 0x80 && unit <= 0xBF) {
      bits = kContinuation;
      bits |= unit <= 0x8F ? kTo8F : k90On;
      bits |= unit <= 0x9F ? kTo9F : kA0On;
    }
    pairs.second.at[unit / 4] = static_cast<std::uint8_t>(bits);
  }
  return pairs;
}
inline constexpr Pairs kPairs = make_pairs();

template <class V>
struct Masks {
  using Vec = typename V::Vec;
  using In = typename V::In;
  using Size = typename V::Size;
  using Places = typename V::Places;
  static constexpr std::size_t kBlock = V::kUnits;

  // ---- reading

  // A block with at least three units before it and one behind it.
  struct Block {
    In at;
    [[gnu::always_inline]] Vec back(unsigned places) const { return V::load(at - places); }
    [[gnu::always_inline]] Vec next() const { return V::load(at + 1); }
  };

  // A block at an edge of the input; a place outside it holds NUL.
  struct AtEdge {
    In in;
    Size at, rest;  // rest: units from the block's first on
    [[gnu::always_inline]] Vec back(unsigned places) const {
      if (at > 0) return V::load_first(in + at - places, clamp(rest + places));
      return V::moved_up(V::load_first(in, clamp(rest)), places);
    }
    [[gnu::always_inline]] Vec next() const {
      const Size behind = rest > 0 ? rest - 1 : Size{0};
      return V::load_first(in + at + 1, clamp(behind));
    }
  };
  [[gnu::always_inline]] static Size clamp(Size units) {
    return units < kBlock ? units : Size{kBlock};
  }
  static Places first_places(Size count) { return V::first_places(count); }

  // ---- masks

  // What the block before requires of this block's first unit, each 0 or 1.
  struct Carry {
    Places second = 0, third = 0, fourth = 0;
  };

  struct Marks {
    Places ends;         // the last unit of a subpart
    Places ill_formed;   // of these, the ill-formed ones
    Places fourth;       // unit p+1 completes four
    Places fourth_here;  // unit p does
  };

  template <class AnyBlock>
  [[gnu::always_inline]] static Marks mark(const AnyBlock& block, Vec last, Carry& carry) {
    const Vec next = block.next();
    const Places not_ascii = V::top_bits(last);
    const Places lead = V::at_least(last, V::all(0xC0));
    const Vec above_first = V::sub(next, V::look_up64(kSeconds.first.at, last));
    const Places second = V::less_in(lead, above_first, V::look_up64(kSeconds.count.at, last));
    const Places continues = V::signed_less(next, V::all(0xC0));
    const Places three_or_four = V::at_least(block.back(1), V::all(0xE0));
    const Places four = V::at_least(block.back(2), V::all(0xF0));

    const Places second_here = second << 1 | carry.second;
    const Places third = second_here & three_or_four & continues;
    const Places third_here = third << 1 | carry.third;
    const Places fourth = third_here & four & continues;
    const Places fourth_here = fourth << 1 | carry.fourth;
    carry = {second >> 63, third >> 63, fourth >> 63};

    const Places ends = ~(second | third | fourth);
    const Places complete =
        (second_here & ~three_or_four) | (third_here & ~four) | fourth_here | ~not_ascii;
    return {ends, ends & ~complete, fourth, fourth_here};
  }

  // The places that write a value; in UTF-16 also those of a high surrogate: a
  // sequence of four is two code units, the low surrogate where it ends, the high
  // one a place before.
  template <class Out>
  static Places emitting(const Marks& marks) {
    if constexpr (sizeof(Out) == 2) return marks.ends | marks.fourth;
    return marks.ends;
  }

  // ---- values

  struct Planes {
    Vec low, middle;
  };

  // a where the constant has ones, else b.
  [[gnu::always_inline]] static Vec select(unsigned constant, Vec a, Vec b) {
    return V::template of_three<0xCA>(V::all(constant), a, b);
  }

  template <class AnyBlock>
  [[gnu::always_inline]] static Planes values(const AnyBlock& block, Vec last, const Marks& marks) {
    const Vec back1 = block.back(1);
    const Places not_ascii = V::top_bits(last);
    // The unit before a sequence of two is not part of it.
    const Places has_third = V::signed_less(back1, V::all(0xC0));
    const Vec back2 = V::only(has_third, block.back(2));
    const Vec low = select(0x3F, last, V::template shl<6>(back1));
    const Vec middle = select(0x0F, V::template shr<2>(back1), V::template shl<4>(back2));
    return {V::put(marks.ill_formed, V::all(0xFD), V::put(not_ascii, low, last)),
            V::put(marks.ill_formed, V::all(0xFF), V::only(not_ascii, middle))};
  }

  // Bits 16..20: two of the second unit, three of the lead.
  template <class AnyBlock>
  [[gnu::always_inline]] static Vec upper_bits(const AnyBlock& block, const Marks& marks) {
    const Vec bits =
        V::and_(select(0x03, V::template shr<4>(block.back(2)), V::template shl<2>(block.back(3))),
                V::all(0x1F));
    return V::only(marks.fourth_here, bits);
  }

  // D800 + ((value - 10000) >> 10), from the first three units; the lead counts
  // from F0, as the high surrogate's upper byte does from D8.
  template <class AnyBlock>
  [[gnu::always_inline]] static Planes code_units(const AnyBlock& block, Vec last,
                                                  const Marks& marks) {
    const Planes planes = values(block, last, marks);
    if (!bool((marks.fourth | marks.fourth_here) != 0)) return planes;
    const Places high = marks.fourth, low = marks.fourth_here;
    const Vec back1 = block.back(1);
    const Vec bits = select(0x03, V::template shr<4>(last), V::template shl<2>(back1));
    const Places borrow = V::less_in(high, back1, V::all(0x90));
    const Vec upper = V::sub_in(high, block.back(2), V::all(0xF0 - 0xD8), planes.middle);
    const Vec middle = V::sub_in(borrow, upper, V::all(1), upper);
    return {V::sub_in(high, bits, V::all(0x40), planes.low),
            V::put(low, select(0x03, middle, V::all(0xDC)), middle)};
  }

  // ---- lengths

  // The places of a block where lossy decoding writes a value.
  template <class Out, class AnyBlock>
  [[gnu::always_inline]] static Places counted(const AnyBlock& block, Carry& carry) {
    const Vec last = block.back(0);
    return emitting<Out>(mark(block, last, carry));
  }
  // Those of the block at `at` that lie inside the input.
  template <class Out>
  [[gnu::always_inline]] static Places counted_at(In in, Size length, Size at, Carry& carry) {
    if (at > 0 && length - at > kBlock) return counted<Out>(Block{in + at}, carry);
    const AtEdge block{in, at, length - at};
    return counted<Out>(block, carry) & first_places(clamp(length - at));
  }
  template <class Out>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    std::size_t count = 0;
    Carry carry;
    for (std::size_t at = 0; at < length; at += kBlock)
      count += V::count_of(counted_at<Out>(in, length, at, carry));
    return count;
  }

  // ---- validation

  // Nonzero where a unit makes an error with the units before it.
  template <class AnyBlock>
  [[gnu::always_inline]] static Vec faults(const AnyBlock& block, Vec units) {
    const Vec above_bf = V::subs(block.back(1), V::all(0xBF));
    const Vec first = V::look_up128(kPairs.first.at, above_bf);
    const Vec second = V::look_up64(kPairs.second.at, V::upper_six(units));
    const Vec third = V::subs(block.back(2), V::all(0xE0 - 0x80));
    const Vec fourth = V::subs(block.back(3), V::all(0xF0 - 0x80));
    // (third | fourth) & kContinuation, and (first & second) ^ demanded.
    const Vec demanded = V::template of_three<0xA8>(third, fourth, V::all(kContinuation));
    return V::found(V::template of_three<0x6A>(first, second, demanded));
  }

  // There is one more place than units: a NUL there makes a truncated sequence
  // an error.
  [[gnu::always_inline]] static bool edge_is_valid(In in, Size length, Size at) {
    const AtEdge block{in, at, length - at};
    return bool(V::is_zero(faults(block, block.back(0))));
  }

  // What validation has read: no unit before `at` makes an error.
  struct Valid {
    Size at;
    bool ends_with_ascii;  // all of the last group
  };
  static constexpr std::size_t kBlocksOfGroup = 4, kGroup = kBlocksOfGroup * kBlock;
  static bool has_group(Size length, const Valid& now) { return bool(length - now.at >= kGroup); }
  static bool has_block(Size length, const Valid& now) { return bool(length - now.at >= kBlock); }
  // The steps below change `now` only where they find no error.
  [[gnu::always_inline]] static bool is_valid_group(In in, Valid& now) {
    const In at = in + now.at;
    const Block blocks[] = {{at}, {at + kBlock}, {at + 2 * kBlock}, {at + 3 * kBlock}};
    const Vec units[] = {blocks[0].back(0), blocks[1].back(0), blocks[2].back(0),
                         blocks[3].back(0)};
    const Vec any = V::or_(V::or_(units[0], units[1]), V::or_(units[2], units[3]));
    const bool is_ascii = bool(V::top_bits(any) == 0);
    if (!is_ascii || !now.ends_with_ascii) {
      const Vec found = V::or_(V::or_(faults(blocks[0], units[0]), faults(blocks[1], units[1])),
                               V::or_(faults(blocks[2], units[2]), faults(blocks[3], units[3])));
      if (!V::is_zero(found)) return false;
    }
    now.ends_with_ascii = is_ascii;
    now.at = now.at + kGroup;
    return true;
  }
  [[gnu::always_inline]] static bool is_valid_block(In in, Valid& now) {
    const Block block{in + now.at};
    if (!V::is_zero(faults(block, block.back(0)))) return false;
    now.at = now.at + kBlock;
    return true;
  }

  static Size boundary_before(In in, Size at) { return start_of_cut(in, at); }

  static std::size_t valid_prefix(const std::uint8_t* in, std::size_t length) {
    if (!edge_is_valid(in, length, 0)) return 0;
    if (length < kBlock) return length;
    Valid now{kBlock, false};
    while (has_group(length, now)) {
      if (!is_valid_group(in, now)) return boundary_before(in, now.at);
    }
    while (has_block(length, now)) {
      if (!is_valid_block(in, now)) return boundary_before(in, now.at);
    }
    return edge_is_valid(in, length, now.at) ? length : boundary_before(in, now.at);
  }
};

}  // namespace placemat::simd
