// simd_planes.h: the method of simd_avx512_kernel.cc for vectors that can
// neither mask nor compress: SSE4.1, AVX2, NEON. Masks and planes are the same
// (read that file first). Two things differ: planes are compressed eight places
// at a time, by a shuffle from a table, and blocks at an edge of the input go
// through a local copy. It must not know any instruction: V has them.
//
//   V::kUnits           16 or 32
//   V::Vec, load, zero, all(unit), shl<n>, shr<n> (16-bit lanes)
//   V::and_, or_, xor_, add, sub, subs (unsigned, saturating)
//   V::signed_less(a, b), equal(a, b): FF or 00
//   V::by_top_bit(mask, a, b): a where the mask's bit 7 is set, else b
//   V::look_up(sixteen, indices 00..0F)
//   V::bits(v): the bits 7 as an integer; V::from_bits(bits): FF or 00
//   V::Words, words(low, middle, group): 8 values of 16 bits, of 8 places
//   V::reorder(words, rows, row): their bytes in the order of that row of a table
//   V::store16(out, words), store32(out, words), store32(out, words, high_words),
//   write_ascii(out, units)
//   what simd_memory.h has for memory, and what simd_quads.h names
//
// S is what simd_runs.h names, where it is not that of simd_quads.h.
//
// The prover has a V of symbolic lanes, and proves what is written here over it.
// A kernel's V lives in an anonymous namespace, and with it all instances of
// this.
#pragma once

#include <array>
#include <cstdint>

#include "impls/simd/simd_kernel.h"
#include "impls/simd/simd_memory.h"
#include "impls/simd/simd_quads.h"
#include "impls/simd/simd_runs.h"

namespace placemat::simd {

using Sixteen = std::array<std::uint8_t, 16>;

// ---- tables ------------------------------------------------------------------

// Table 3-7's second units as the and of three look-ups: by the upper and the
// lower four bits of the lead, and the upper four of the second unit.
struct SecondTables {
  Sixteen lead_high{}, lead_low{}, next_high{};
};
constexpr SecondTables make_second_tables() {
  constexpr unsigned kC = 1, kD = 2, kETo9F = 4, kEFromA0 = 8, kFTo8F = 16, kFFrom90 = 32;
  SecondTables t;
  t.lead_high[0xC] = kC;
  t.lead_high[0xD] = kD;
  t.lead_high[0xE] = kETo9F | kEFromA0;
  t.lead_high[0xF] = kFTo8F | kFFrom90;
  for (unsigned low = 0x0; low <= 0xF; ++low) {
    unsigned bits = kD;
    if (low >= 0x2) bits |= kC;  // C0, C1: only overlong
    if (low != 0x0) bits |= kETo9F;
    if (low != 0xD) bits |= kEFromA0;  // surrogates
    if (low >= 0x1 && low <= 0x4) bits |= kFTo8F;
    if (low <= 0x3) bits |= kFFrom90;
    t.lead_low[low] = static_cast<std::uint8_t>(bits);
  }
  t.next_high[0x8] = kC | kD | kETo9F | kFTo8F;
  t.next_high[0x9] = kC | kD | kETo9F | kFFrom90;
  t.next_high[0xA] = t.next_high[0xB] = kC | kD | kEFromA0 | kFFrom90;
  return t;
}
inline constexpr SecondTables kSecondTables = make_second_tables();

// The same for validation, inverted (after Keiser and Lemire 2020): nonzero
// where a pair is ill-formed, or consists of two continuation units, which is
// right in a third or fourth place.
inline constexpr std::uint8_t kTwoContinuations = 0x80;
constexpr SecondTables make_fault_tables() {
  constexpr unsigned kNoContinuation = 1, kNoLead = 2, kETo9F = 4, kEFromA0 = 8, kOverlong2 = 16,
                     kFFrom90 = 32, kFTo8F = 64;
  SecondTables t;
  for (unsigned high = 0x0; high <= 0x7; ++high) t.lead_high[high] = kNoLead;
  for (unsigned high = 0x8; high <= 0xB; ++high) t.lead_high[high] = kTwoContinuations;
  t.lead_high[0xC] = kNoContinuation | kOverlong2;
  t.lead_high[0xD] = kNoContinuation;
  t.lead_high[0xE] = kNoContinuation | kETo9F | kEFromA0;
  t.lead_high[0xF] = kNoContinuation | kFFrom90 | kFTo8F;
  for (unsigned low = 0x0; low <= 0xF; ++low) {
    unsigned bits = kNoContinuation | kNoLead | kTwoContinuations;
    if (low <= 0x1) bits |= kOverlong2;
    if (low == 0x0) bits |= kETo9F | kFTo8F;
    if (low == 0xD) bits |= kEFromA0;
    if (low >= 0x4) bits |= kFFrom90;
    if (low >= 0x5) bits |= kFTo8F;
    t.lead_low[low] = static_cast<std::uint8_t>(bits);
  }
  for (unsigned high = 0x0; high <= 0xF; ++high) t.next_high[high] = kNoContinuation;
  constexpr unsigned kAny = kNoLead | kTwoContinuations | kOverlong2;
  t.next_high[0x8] = kAny | kETo9F | kFTo8F;
  t.next_high[0x9] = kAny | kETo9F | kFFrom90;
  t.next_high[0xA] = t.next_high[0xB] = kAny | kEFromA0 | kFFrom90;
  return t;
}
inline constexpr SecondTables kFaultTables = make_fault_tables();

// By eight bits: the order that moves the 16-bit values whose bit is set
// together. Behind them any may stand.
struct alignas(16) Compressions {
  std::array<Sixteen, 256> by_bits{};
};
constexpr Compressions make_compressions() {
  Compressions t;
  for (unsigned bits = 0; bits <= 0xFF; ++bits) {
    unsigned to = 0;
    for (unsigned from = 0; from < 8; ++from)
      if ((bits >> from & 1) != 0) {
        t.by_bits[bits][to++] = static_cast<std::uint8_t>(2 * from);
        t.by_bits[bits][to++] = static_cast<std::uint8_t>(2 * from + 1);
      }
  }
  return t;
}
inline constexpr Compressions kCompressions = make_compressions();

// ---- the kernel --------------------------------------------------------------

template <class V, class S = Quads<V>>
struct Planes {
  using Sequences = S;
  using Vec = typename V::Vec;
  using In = typename V::In;
  using Size = typename V::Size;
  using Places = typename V::Places;
  template <class Out>
  using To = typename V::template To<Out>;
  using RunPath = Runs<V, Sequences>;
  static constexpr std::size_t kBlock = V::kUnits;
  static constexpr std::uint32_t kAll =
      static_cast<std::uint32_t>(~std::uint64_t{0} >> (64 - kBlock));

  static Places first_places(Size count) {
    return count < kBlock ? Places((Places{1} << V::low(count)) - 1) : Places{kAll};
  }
  static Size count_of(Places places) { return V::count_of(places); }
  static Vec select(unsigned constant, Vec a, Vec b) {  // a where it has ones
    return V::or_(V::and_(a, V::all(constant)), V::and_(b, V::all(~constant & 0xFF)));
  }

  // A block with three units before it and one behind it.
  struct Block {
    In at;
    Vec back(unsigned places) const { return V::load(at - places); }
    Vec next() const { return V::load(at + 1); }
  };

  // A copy of a block at an edge; a place outside the input holds NUL.
  struct EdgeCopy {
    static constexpr std::size_t kBefore = kBlock + 8;
    typename V::template Copy<kBefore + kBlock + 8> units;
    EdgeCopy(In in, Size length, Size at) {
      const Size rest = length - at;
      // A copy of constant size needs no call.
      constexpr std::size_t kFirst = kBlock + 1, kLast = 3 + kBlock;
      if (at == 0 && rest >= kFirst) {
        V::copy(units, kBefore, in, kFirst);
      } else if (rest <= kBlock && length >= kLast) {
        V::copy(units, kBefore + rest - kLast, in + length - kLast, kLast);
      } else {
        const Size before = at < 3 ? at : Size{3};
        const Size count = before + (rest < kFirst ? rest : Size{kFirst});
        if (count > 0) V::copy(units, kBefore - before, in + at - before, count);
      }
    }
    Block block() const { return {units.at(kBefore)}; }
  };

  // ---- masks

  struct Carry {
    Places second = 0, third = 0, fourth = 0;
    bool any() const { return bool((second | third | fourth) != 0); }
  };
  struct Marks {
    Places ends, ill_formed, fourth, fourth_here;
  };
  static bool is_any(const Places& places) { return bool(places != 0); }

  static Vec look_up(const Sixteen& table, Vec nibbles) { return V::look_up(table, nibbles); }
  static Vec high_nibbles(Vec units) { return V::and_(V::template shr<4>(units), V::all(0x0F)); }
  static Vec pairs(const SecondTables& tables, Vec first, Vec second) {
    return V::and_(V::and_(look_up(tables.lead_high, high_nibbles(first)),
                           look_up(tables.lead_low, V::and_(first, V::all(0x0F)))),
                   look_up(tables.next_high, high_nibbles(second)));
  }

  [[gnu::always_inline]] static Marks mark(const Block& block, Vec last, Carry& carry) {
    const Vec next = block.next();
    const Places second = ~V::bits(V::equal(pairs(kSecondTables, last, next), V::zero())) & kAll;
    const Places continues = V::bits(V::signed_less(next, V::all(0xC0)));
    const Places three_or_four = V::bits(V::subs(block.back(1), V::all(0xE0 - 0x80)));
    const Places four = V::bits(V::subs(block.back(2), V::all(0xF0 - 0x80)));

    const Places second_here = second << 1 | carry.second;
    const Places third = second_here & three_or_four & continues;
    const Places third_here = third << 1 | carry.third;
    const Places fourth = third_here & four & continues;
    const Places fourth_here = (fourth << 1 | carry.fourth) & kAll;
    carry = {second >> (kBlock - 1), third >> (kBlock - 1), fourth >> (kBlock - 1)};

    const Places ends = ~(second | third | fourth) & kAll;
    const Places complete =
        (second_here & ~three_or_four) | (third_here & ~four) | fourth_here | ~V::bits(last);
    return {ends, ends & ~complete, fourth, fourth_here};
  }

  // ---- values

  struct Values {
    Vec low, middle;
  };

  [[gnu::always_inline]] static Values values(const Block& block, Vec last, const Marks& marks) {
    const Vec back1 = block.back(1);
    // The unit before a sequence of two is not part of it.
    const Vec has_third = V::signed_less(back1, V::all(0xC0));
    const Vec upper = V::and_(V::template shl<4>(block.back(2)), V::and_(has_third, V::all(0xF0)));
    const Vec low = select(0x3F, last, V::template shl<6>(back1));
    const Vec middle = V::or_(V::and_(V::template shr<2>(back1), V::all(0x0F)), upper);
    const Vec ill_formed = V::from_bits(marks.ill_formed);
    return {V::by_top_bit(ill_formed, V::all(0xFD), V::by_top_bit(last, low, last)),
            V::or_(ill_formed, V::by_top_bit(last, middle, V::zero()))};
  }

  // The places that write a value; in UTF-16 also those of a high surrogate.
  template <class Out>
  static Places emitting(const Marks& marks) {
    if constexpr (sizeof(Out) == 2) return marks.ends | marks.fourth;
    return marks.ends;
  }

  // The values of eight places, those of `eight` first.
  [[gnu::always_inline]] static typename V::Words emitted(Vec low, Vec middle, unsigned group,
                                                          const Places& eight) {
    return V::reorder(V::words(low, middle, group), kCompressions.by_bits, eight);
  }

  // ---- UTF-32

  // Bits 16..20: two of the second unit, three of the lead.
  [[gnu::always_inline]] static Vec upper_bits(const Block& block, const Marks& marks) {
    const Vec bits =
        V::and_(select(0x03, V::template shr<4>(block.back(2)), V::template shl<2>(block.back(3))),
                V::all(0x1F));
    return V::and_(bits, V::from_bits(marks.fourth_here));
  }

  // Writes the values of `emit`, and up to a whole block.
  [[gnu::always_inline]] static void write(To<std::uint32_t> out, const Block& block, Vec last,
                                           const Marks& marks, Places emit) {
    const Values planes = values(block, last, marks);
    if (!is_any(marks.fourth_here)) {
      for (unsigned group = 0; group < kBlock / 8; ++group, emit = emit >> 8) {
        const Places eight = emit & 0xFF;
        V::store32(out, emitted(planes.low, planes.middle, group, eight));
        out = out + count_of(eight);
      }
      return;
    }
    const Vec high = upper_bits(block, marks);
    for (unsigned group = 0; group < kBlock / 8; ++group, emit = emit >> 8) {
      const Places eight = emit & 0xFF;
      V::store32(out, emitted(planes.low, planes.middle, group, eight),
                 emitted(high, V::zero(), group, eight));
      out = out + count_of(eight);
    }
  }

  // ---- UTF-16: the low surrogate where four units end, the high one before it

  // D800 + ((value - 10000) >> 10), from the first three units; the lead counts
  // from F0, as the high surrogate's upper byte does from D8.
  [[gnu::always_inline]] static Values with_surrogates(const Block& block, Vec last,
                                                       const Marks& marks, Values planes) {
    const Vec back1 = block.back(1);
    const Vec high = V::from_bits(marks.fourth), low = V::from_bits(marks.fourth_here);
    const Vec bits = select(0x03, V::template shr<4>(last), V::template shl<2>(back1));
    const Vec borrow = V::signed_less(back1, V::all(0x90));  // FF, or minus one
    const Vec upper = V::add(V::sub(block.back(2), V::all(0xF0 - 0xD8)), borrow);
    const Vec lower = V::or_(V::and_(planes.middle, V::all(0x03)), V::all(0xDC));
    return {V::by_top_bit(high, V::sub(bits, V::all(0x40)), planes.low),
            V::by_top_bit(high, upper, V::by_top_bit(low, lower, planes.middle))};
  }
  [[gnu::always_inline]] static Values code_units(const Block& block, Vec last,
                                                  const Marks& marks) {
    const Values planes = values(block, last, marks);
    if (!is_any(marks.fourth | marks.fourth_here)) return planes;
    return with_surrogates(block, last, marks, planes);
  }

  [[gnu::always_inline]] static void write(To<std::uint16_t> out, const Block& block, Vec last,
                                           const Marks& marks, Places emit) {
    const Values planes = code_units(block, last, marks);
    for (unsigned group = 0; group < kBlock / 8; ++group, emit = emit >> 8) {
      const Places eight = emit & 0xFF;
      V::store16(out, emitted(planes.low, planes.middle, group, eight));
      out = out + count_of(eight);
    }
  }

  // ---- a block, and the input

  template <class Out>
  struct Progress {
    Size read;
    To<Out> out;
    Carry carry{};
  };

  static bool is_ascii_block(In in, Size at) { return bool(V::bits(V::load(in + at)) == 0); }

  // ASCII behind a block of it, while there is room.
  template <class Out>
  struct AsciiRun {
    In at;
    To<Out> out;
    In last;  // the first place that lies outside of the input, or has no room
  };
  // Writes a block of ASCII. A few of its units are written again, so that the
  // stores are aligned.
  template <class Out>
  static AsciiRun<Out> write_ascii_block(In in, Size length, To<Out> out_end,
                                         const Progress<Out>& now) {
    V::write_ascii(now.out, V::load(in + now.read));
    const Size fit = kBlock - V::template behind_aligned<kBlock>(now.out);
    const In at = in + now.read + fit;
    const To<Out> out = now.out + fit;
    const Size rest = length - now.read - fit;
    const Size room = Size(out_end - out);
    return {at, out, at + (rest < room ? rest : room)};
  }
  template <class Out>
  static bool has_two_blocks(const AsciiRun<Out>& run) {
    return bool(Size(run.last - run.at) > 2 * kBlock);
  }
  // Whether they were ASCII; if not, nothing has changed.
  template <class Out>
  [[gnu::always_inline]] static bool write_two_ascii_blocks(AsciiRun<Out>& run) {
    const Vec first = V::load(run.at), second = V::load(run.at + kBlock);
    if (V::bits(V::or_(first, second)) != 0) return false;
    V::write_ascii(run.out, first);
    V::write_ascii(run.out + kBlock, second);
    run.at = run.at + 2 * kBlock;
    run.out = run.out + 2 * kBlock;
    return true;
  }
  template <class Out>
  static void write_ascii_run(In in, Size length, To<Out> out_end, Progress<Out>& now) {
    AsciiRun<Out> run = write_ascii_block(in, length, out_end, now);
    while (has_two_blocks(run) && write_two_ascii_blocks(run)) {
    }
    now = {Size(run.at - in), run.out, {}};
  }

  // What a block wrote, and how many sequences of four units end in it.
  struct Counts {
    Size values = 0, fours = 0;
  };
  // Whether the block was converted; if not, nothing has changed.
  template <bool kLossy, class Out>
  [[gnu::always_inline]] static bool convert_block(In in, Progress<Out>& now, Counts& counts) {
    const Block block{in + now.read};
    const Vec last = block.back(0);
    Carry carry = now.carry;
    const Marks marks = V::found(mark(block, last, carry));
    if (!kLossy && is_any(marks.ill_formed)) return false;
    const Places emit = emitting<Out>(marks);
    write(now.out, block, last, marks, emit);
    counts = {count_of(emit), count_of(marks.fourth_here)};
    now = {now.read + kBlock, now.out + counts.values, carry};
    return true;
  }

  template <bool kLossy, class Out>
  [[gnu::always_inline]] static bool convert_inside(In in, Size length, To<Out> out_end,
                                                    Progress<Out>& now) {
    if (is_ascii_block(in, now.read)) {
      write_ascii_run(in, length, out_end, now);
      return true;
    }
    Counts counts;
    if (!convert_block<kLossy>(in, now, counts)) return false;
    RunPath::template write<Out>(in, length, out_end, kBlock, counts.values, counts.fours, now);
    return true;
  }

  // The first block. Whether it was converted; if not, nothing has changed.
  template <bool kLossy, class Out>
  static bool convert_edge(In in, Size length, To<Out> out_end, Progress<Out>& now) {
    const EdgeCopy copy(in, length, now.read);
    const Block block = copy.block();
    const Places inside = first_places(length - now.read);
    const Vec last = block.back(0);
    Carry carry = now.carry;
    const Marks marks = V::found(mark(block, last, carry));
    if (!kLossy && is_any(marks.ill_formed & inside)) return false;
    const Places emit = emitting<Out>(marks) & inside;
    const Size count = count_of(emit);
    const Size room = Size(out_end - now.out);
    if (room >= kBlock) {
      write(now.out, block, last, marks, emit);
    } else {
      if (room < count) return false;
      typename V::template Written<Out, kBlock> written;
      write(written.at(), block, last, marks, emit);
      V::copy_values(now.out, written, count);
    }
    const Size rest = length - now.read;
    now = {now.read + (rest < kBlock ? rest : Size{kBlock}), now.out + count, carry};
    return true;
  }

  template <class Out>
  static bool has_block(Size length, To<Out> out_end, const Progress<Out>& now) {
    return length - now.read > kBlock && Size(out_end - now.out) >= kBlock;
  }
  // Where scalar code goes on: before a sequence that is open, of which nothing
  // counts as written.
  template <class Out>
  static Progress<Out> at_boundary(In in, const Progress<Out>& now) {
    if (!now.carry.any()) return now;
    // A high surrogate may have been written without its low one.
    const To<Out> out = sizeof(Out) == 2 ? now.out - now.carry.fourth : now.out;
    return {start_of_continued(in, now.read), out};
  }

  template <bool kLossy, class Out>
  static Converted convert(const std::uint8_t* in, std::size_t length, Out* out,
                           std::size_t capacity) {
    Progress<Out> now{0, out};
    Out* const end = out + capacity;
    bool goes_on = length > 0 && convert_edge<kLossy>(in, length, end, now);
    while (goes_on && has_block(length, end, now))
      goes_on = convert_inside<kLossy>(in, length, end, now);
    // Scalar code is faster than a copy of the few units that remain.
    if (now.read < length) now = at_boundary(in, now);
    return {now.read, static_cast<std::size_t>(now.out - out)};
  }

  // The places of a block where lossy decoding writes a value.
  template <class Out>
  [[gnu::always_inline]] static Places counted(const Block& block, Carry& carry) {
    return emitting<Out>(mark(block, block.back(0), carry));
  }
  // Those of the block at `at` that lie inside the input.
  template <class Out>
  [[gnu::always_inline]] static Places counted_at(In in, Size length, Size at, Carry& carry) {
    if (at > 0 && length - at > kBlock) return counted<Out>(Block{in + at}, carry);
    const EdgeCopy copy(in, length, at);
    return counted<Out>(copy.block(), carry) & first_places(length - at);
  }
  template <class Out>
  static std::size_t length_of(const std::uint8_t* in, std::size_t length) {
    std::size_t count = 0;
    Carry carry;
    for (std::size_t at = 0; at < length; at += kBlock)
      count += count_of(counted_at<Out>(in, length, at, carry));
    return count;
  }

  // ---- validation

  // Nonzero where a unit makes an error with the units before it.
  static Vec faults(const Block& block, Vec units) {
    const Vec third = V::subs(block.back(2), V::all(0xE0 - 0x80));
    const Vec fourth = V::subs(block.back(3), V::all(0xF0 - 0x80));
    const Vec demanded = V::and_(V::or_(third, fourth), V::all(kTwoContinuations));
    return V::found(V::xor_(pairs(kFaultTables, block.back(1), units), demanded));
  }
  static bool is_zero(Vec units) { return bool(V::bits(V::equal(units, V::zero())) == kAll); }

  // There is one more place than units: a NUL there makes a truncated sequence
  // an error.
  static bool edge_is_valid(In in, Size length, Size at) {
    const EdgeCopy copy(in, length, at);
    return is_zero(faults(copy.block(), copy.block().back(0)));
  }

  // Whether ASCII at `at` cuts off a sequence that is well-formed so far.
  static bool is_cut(In at) { return bool((at[-1] >= 0xC0) | (at[-2] >= 0xE0) | (at[-3] >= 0xF0)); }

  // What validation has read: no unit before `at` makes an error.
  struct Valid {
    Size at;
    bool ends_with_ascii;  // all of the last block
  };
  static bool has_two_blocks(Size length, const Valid& now) {
    return bool(length - now.at >= 2 * kBlock);
  }
  static bool has_four_blocks(Size length, const Valid& now) {
    return bool(length - now.at >= 4 * kBlock);
  }
  // The steps below change `now` only where they find what they ask for.
  static bool are_four_ascii_blocks(In in, Valid& now) {
    const In at = in + now.at;
    const Vec lower = V::or_(V::load(at), V::load(at + kBlock));
    const Vec upper = V::or_(V::load(at + 2 * kBlock), V::load(at + 3 * kBlock));
    if (V::bits(V::or_(lower, upper)) != 0) return false;
    now.at = now.at + 4 * kBlock;
    return true;
  }
  static bool are_two_valid_blocks(In in, Valid& now) {
    const Block first{in + now.at}, second{in + now.at + kBlock};
    const Vec units[2] = {first.back(0), second.back(0)};
    const bool is_ascii = bool(V::bits(V::or_(units[0], units[1])) == 0);
    const bool is_faulty =
        is_ascii ? is_cut(in + now.at)
                 : !is_zero(V::or_(faults(first, units[0]), faults(second, units[1])));
    if (is_faulty) return false;
    now.ends_with_ascii = is_ascii;
    now.at = now.at + 2 * kBlock;
    return true;
  }
  // Fewer than two blocks, and the end.
  static bool is_valid_rest(In in, Size length, Valid& now) {
    if (length - now.at >= kBlock) {
      const Block block{in + now.at};
      if (!is_zero(faults(block, block.back(0)))) return false;
      now.at = now.at + kBlock;
    }
    return edge_is_valid(in, length, now.at);
  }

  static Size boundary_before(In in, Size at) { return start_of_cut(in, at); }

  static Size valid_prefix(In in, Size length) {
    if (!edge_is_valid(in, length, 0)) return 0;
    if (length < kBlock) return length;
    Valid now{kBlock, false};
    while (has_two_blocks(length, now)) {
      if (now.ends_with_ascii) {
        while (has_four_blocks(length, now) && are_four_ascii_blocks(in, now)) {
        }
        if (!has_two_blocks(length, now)) break;
      }
      if (!are_two_valid_blocks(in, now)) return boundary_before(in, now.at);
    }
    return is_valid_rest(in, length, now) ? length : boundary_before(in, now.at);
  }

  static constexpr Kernel kernel() {
    return {64,
            48,
            valid_prefix,
            convert<false, std::uint32_t>,
            convert<true, std::uint32_t>,
            convert<false, std::uint16_t>,
            convert<true, std::uint16_t>,
            length_of<std::uint32_t>,
            length_of<std::uint16_t>};
  }
};

}  // namespace placemat::simd
