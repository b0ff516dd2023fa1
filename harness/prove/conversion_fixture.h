// conversion_fixture.h: the conversion of a small vector kernel for the tests of the prover: one
// that is right, and some with one fault each.
#pragma once

#include "harness/prove/kernel_fixture.h"

namespace placemat::prove {

enum class ConversionFault : std::uint8_t {
  kNone,
  kPlace,       // place 5 of a block writes other bits 16..20
  kSurrogate,   // the high surrogate lacks its borrow
  kIllFormed,   // a truncated sequence of three units is no error
  kOrder,       // two values change places in one of the 256 selections
  kBehind,      // eight values are stored one place too far
  kStrict,      // a strict block is converted in spite of its last place
  kFirst,       // a strict first block never is refused
  kFirstRoom,   // a first block writes behind the room
  kAscii,       // of two blocks of ASCII only one is looked at
  kAsciiBound,  // the two need not lie in the run
  kHalf,        // a high surrogate behind the boundary counts
  kRunTakes,    // a run of three units takes surrogates
  kRunValue,    // a run of four units loses a bit
  kRunOrder,    // a run writes the values of its second half first
  kRunRead,     // a run reads a unit behind the text
  kRunRoom,     // and writes where there is no room
  kRunStart,    // and begins behind a second unit that is open
  kRunHalf,     // in UTF-16 behind a high surrogate
  kRunKind,     // and is one of three units where a sequence of four is open
};

// By eight bits: the order of bytes that moves the values whose bit is set together.
template <ConversionFault kFault>
constexpr std::array<std::array<std::uint8_t, 16>, 256> make_small_orders() {
  std::array<std::array<std::uint8_t, 16>, 256> orders{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    unsigned to = 0;
    for (unsigned from = 0; from < 8; ++from) {
      if ((bits >> from & 1) == 0) continue;
      orders[bits][to++] = static_cast<std::uint8_t>(2 * from);
      orders[bits][to++] = static_cast<std::uint8_t>(2 * from + 1);
    }
  }
  if (kFault == ConversionFault::kOrder) std::swap(orders[0x88][1], orders[0x88][3]);
  return orders;
}

// Sequences in lanes of 32 bits, by comparisons of their units.
template <class V, ConversionFault kFault>
struct SmallSequences {
  using Vec = typename V::Vec;
  using In = typename V::In;
  template <class Out>
  using To = typename V::template To<Out>;
  static constexpr unsigned kParts = 2;
  static constexpr std::size_t kLanes = V::kUnits / 4, kThrees = 6 * kLanes,
                               kThreesRead = kThrees + 4, kFours = 8 * kLanes;

  static Vec masked(const Vec& v, unsigned mask) { return V::and_(v, V::all32(mask)); }
  static Vec outside(const Vec& units, unsigned first, unsigned last) {
    return V::or_(V::signed_less32(units, V::all32(first)),
                  V::signed_less32(V::all32(last), units));
  }
  static Vec forbidden(const Vec& lead, unsigned value, const Vec& second, unsigned first,
                       unsigned last) {
    return V::and_(V::equal32(lead, V::all32(value)),
                   V::xor_(outside(second, first, last), V::all32(0xFFFFFFFF)));
  }
  struct Found {
    Vec values, faults;
  };
  static Found threes(const In& at) {
    const Vec units = V::load_threes(at), lead = V::template shr32<16>(units),
              second = masked(V::template shr32<8>(units), 0xFF), third = masked(units, 0xFF);
    Vec faults = V::or_(outside(lead, 0xE0, 0xEF),
                        V::or_(outside(second, 0x80, 0xBF), outside(third, 0x80, 0xBF)));
    faults = V::or_(faults, forbidden(lead, 0xE0, second, 0x80, 0x9F));
    if constexpr (kFault != ConversionFault::kRunTakes)
      faults = V::or_(faults, forbidden(lead, 0xED, second, 0xA0, 0xBF));
    const Vec upper = V::template shl32<12>(masked(lead, 0x0F));
    return {V::found(V::or_(
                upper, V::or_(V::template shl32<6>(masked(second, 0x3F)), masked(third, 0x3F)))),
            V::found(faults)};
  }
  static Found fours(const In& at) {
    const Vec units = V::load_fours(at), lead = V::template shr32<24>(units),
              second = masked(V::template shr32<16>(units), 0xFF),
              third = masked(V::template shr32<8>(units), 0xFF), fourth = masked(units, 0xFF);
    Vec faults = V::or_(V::or_(outside(lead, 0xF0, 0xF4), outside(second, 0x80, 0xBF)),
                        V::or_(outside(third, 0x80, 0xBF), outside(fourth, 0x80, 0xBF)));
    faults = V::or_(faults, V::or_(forbidden(lead, 0xF0, second, 0x80, 0x8F),
                                   forbidden(lead, 0xF4, second, 0x90, 0xBF)));
    const unsigned of_third = kFault == ConversionFault::kRunValue ? 0x1F : 0x3F;
    const Vec upper = V::or_(V::template shl32<18>(masked(lead, 0x07)),
                             V::template shl32<12>(masked(second, 0x3F)));
    return {
        V::or_(upper, V::or_(V::template shl32<6>(masked(third, of_third)), masked(fourth, 0x3F))),
        faults};
  }
  template <class Out>
  static bool write(const To<Out>& out, std::size_t values, const Found& first,
                    const Found& second) {
    if (!V::are_zero(V::or_(first.faults, second.faults))) return false;
    const bool is_exchanged = kFault == ConversionFault::kRunOrder;
    V::store_lanes(out, is_exchanged ? second.values : first.values);
    V::store_lanes(out + values, is_exchanged ? first.values : second.values);
    return true;
  }
  template <class Out>
  static bool write_threes(const To<Out>& out, const In& at) {
    const Found first = threes(at), second = threes(at + kThrees / 2);
    if constexpr (sizeof(Out) == 4) return write<Out>(out, kLanes, first, second);
    if (!V::are_zero(V::or_(first.faults, second.faults))) return false;
    if constexpr (sizeof(Out) == 2) V::store_narrow(out, first.values, second.values);
    return true;
  }
  static Found surrogates(const Found& found) {
    const Vec above = V::sub32(found.values, V::all32(0x10000));
    const Vec high = V::or_(V::template shr32<10>(above), V::all32(0xD800)),
              low = V::or_(masked(above, 0x3FF), V::all32(0xDC00));
    return {V::or_(high, V::template shl32<16>(low)), found.faults};
  }
  template <class Out>
  static bool write_fours(const To<Out>& out, const In& at) {
    const Found first = fours(at), second = fours(at + kFours / 2);
    if constexpr (sizeof(Out) == 4) return write<Out>(out, kLanes, first, second);
    return write<Out>(out, 2 * kLanes, surrogates(first), surrogates(second));
  }
};

// A run after each block that may have one.
template <class V, ConversionFault kFault>
struct SmallRuns {
  using S = SmallSequences<V, kFault>;
  using In = typename V::In;
  using Size = typename V::Size;
  template <class Out>
  using To = typename V::template To<Out>;
  template <class Out>
  struct Run {
    Size at;
    To<Out> out;
  };
  enum class Kind : std::uint8_t { kNone, kThrees, kFours };
  template <class Out, class Progress>
  static Kind kind_behind(std::size_t, const Size&, const Size& fours, const Progress& now) {
    if (fours != 0) return Kind::kFours;
    if (kFault == ConversionFault::kRunKind || now.carry.fourth == 0) return Kind::kThrees;
    return Kind::kNone;
  }
  template <class Out, class Progress>
  static Run<Out> before_threes(const Progress& now) {
    if (kFault == ConversionFault::kRunStart) return {now.read - now.carry.second, now.out};
    return {now.read - now.carry.second - now.carry.third - now.carry.third, now.out};
  }
  template <class Out, class Progress>
  static Run<Out> before_fours(const Progress& now) {
    const bool is_half = sizeof(Out) == 2 && kFault != ConversionFault::kRunHalf;
    return {now.read - now.carry.second - 2 * now.carry.third - 3 * now.carry.fourth,
            is_half ? now.out - now.carry.fourth : now.out};
  }
  template <class Out>
  static bool take_threes(const In& in, const Size& length, const To<Out>& end, Run<Out>& run) {
    constexpr std::size_t kValues = S::kThrees / 3;
    const std::size_t read = S::kThreesRead - (kFault == ConversionFault::kRunRead ? 1 : 0);
    if (length - run.at < read) return false;
    if (kFault != ConversionFault::kRunRoom && end - run.out < kValues) return false;
    if (!S::template write_threes<Out>(run.out, in + run.at)) return false;
    run = {run.at + S::kThrees, run.out + kValues};
    return true;
  }
  template <class Out>
  static bool take_fours(const In& in, const Size& length, const To<Out>& end, Run<Out>& run) {
    constexpr std::size_t kValues = S::kFours / sizeof(Out);
    if (length - run.at < S::kFours || end - run.out < kValues) return false;
    if (!S::template write_fours<Out>(run.out, in + run.at)) return false;
    run = {run.at + S::kFours, run.out + kValues};
    return true;
  }
};

// Of one group of eight units.
template <class V, ConversionFault kFault>
struct SmallConversion : SmallKernel<V, KernelFault::kNone> {
  using Base = SmallKernel<V, KernelFault::kNone>;
  using Vec = typename V::Vec;
  using In = typename V::In;
  using Size = typename V::Size;
  using Places = typename V::Places;
  using Block = typename Base::Block;
  using Carry = typename Base::Carry;
  using Base::has_two_blocks;
  using Sequences = SmallSequences<V, kFault>;
  using RunPath = SmallRuns<V, kFault>;
  template <class Out>
  using To = typename V::template To<Out>;
  static constexpr std::size_t kBlock = Base::kBlock;
  static constexpr std::uint32_t kAll = Base::kAll;
  static constexpr std::array<std::array<std::uint8_t, 16>, 256> kOrders =
      make_small_orders<kFault>();
  static Size count_of(const Places& places) { return V::count_of(places); }

  struct Marks {
    Places ends, ill_formed, fourth, fourth_here;
  };
  static Marks mark(const Block& block, const Vec& own, Carry& carry) {
    const Carry before = carry;
    const Places ends = Base::template counted<std::uint32_t>(block, carry);
    Carry again = before;
    const Places fourth = (Base::template counted<std::uint16_t>(block, again) & (ends ^ kAll));
    const Places fourth_here = (fourth << 1 | before.fourth) & kAll;
    // Of its item a unit is a later one where the one before it does not end one.
    const Places later = ((ends ^ kAll) << 1 | before.second | before.third | before.fourth) & kAll;
    const Places lead1 = V::bits(Base::within(block.back(1), 0xC0, 0xDF));
    const Places lead2 = V::bits(Base::within(block.back(2), 0xE0, 0xEF));
    const Places ascii = V::bits(own) ^ kAll;
    const Places is_third = (later << 1 | before.third | before.fourth) & later;
    const Places complete = ascii | (later & lead1) | (is_third & lead2) | fourth_here;
    const Places ill_formed =
        kFault == ConversionFault::kIllFormed
            ? Places(
                  ends &
                  ((complete | (later & V::bits(Base::within(block.back(1), 0xE0, 0xEF)))) ^ kAll))
            : Places(ends & (complete ^ kAll));
    return {ends, ill_formed, fourth, fourth_here};
  }

  struct Values {
    Vec low, middle;
  };
  static Vec masked(const Vec& v, unsigned mask) { return V::and_(v, V::all(mask)); }
  static Values values(const Block& block, const Vec& own, const Marks& marks) {
    const Vec one = block.back(1), two = block.back(2), ill = V::from_bits(marks.ill_formed);
    const Vec upper = V::and_(masked(V::template shl<4>(two), 0xF0), Base::within(one, 0x80, 0xBF));
    const Vec low = V::or_(masked(own, 0x3F), masked(V::template shl<6>(one), 0xC0));
    const Vec middle = V::or_(masked(V::template shr<2>(one), 0x0F), upper);
    return {V::by_top_bit(ill, V::all(0xFD), V::by_top_bit(own, low, own)),
            V::by_top_bit(ill, V::all(0xFF), V::by_top_bit(own, middle, V::zero()))};
  }
  static Vec upper_bits(const Block& block, const Marks& marks) {
    const Vec two = masked(V::template shr<4>(block.back(2)), 0x03);
    const Vec three = masked(V::template shl<2>(block.back(3)), 0x1C);
    Vec bits = V::and_(V::or_(two, three), V::from_bits(marks.fourth_here));
    if constexpr (kFault == ConversionFault::kPlace)
      bits.lanes[5] = bits.lanes[5] & bits.lanes[5].ctx().bv_val(0x0F, 8);
    return bits;
  }
  static Values code_units(const Block& block, const Vec& own, const Marks& marks) {
    const Values planes = values(block, own, marks);
    const Vec high = V::from_bits(marks.fourth), low = V::from_bits(marks.fourth_here);
    const Vec one = block.back(1);
    const Vec bits =
        V::or_(masked(V::template shr<4>(own), 0x03), masked(V::template shl<2>(one), 0xFC));
    const Vec lead = V::add(masked(block.back(2), 0x07), V::all(0xD8));
    const Vec borrow = Base::within(one, 0x80, 0x8F);  // FF, or minus one
    const Vec upper = kFault == ConversionFault::kSurrogate ? lead : V::add(lead, borrow);
    const Vec lower = V::or_(masked(planes.middle, 0x03), V::all(0xDC));
    return {V::by_top_bit(high, V::sub(bits, V::all(0x40)), planes.low),
            V::by_top_bit(high, upper, V::by_top_bit(low, lower, planes.middle))};
  }
  template <class Out>
  static Places emitting(const Marks& marks) {
    if constexpr (sizeof(Out) == 2) return marks.ends | marks.fourth;
    return marks.ends;
  }
  static typename V::Words emitted(const Vec& low, const Vec& middle, unsigned group,
                                   const Places& eight) {
    return V::reorder(V::words(low, middle, group), kOrders, eight);
  }
  static constexpr unsigned kBehind = kFault == ConversionFault::kBehind ? 1 : 0;
  static void write(const To<std::uint32_t>& out, const Block& block, const Vec& own,
                    const Marks& marks, const Places& emit) {
    const Values planes = values(block, own, marks);
    const Places eight = emit & 0xFF;
    if (marks.fourth_here == 0) {
      V::store32(out + kBehind, emitted(planes.low, planes.middle, 0, eight));
    } else {
      V::store32(out + kBehind, emitted(planes.low, planes.middle, 0, eight),
                 emitted(upper_bits(block, marks), V::zero(), 0, eight));
    }
  }
  static void write(const To<std::uint16_t>& out, const Block& block, const Vec& own,
                    const Marks& marks, const Places& emit) {
    const Values planes = code_units(block, own, marks);
    V::store16(out + kBehind, emitted(planes.low, planes.middle, 0, emit & 0xFF));
  }

  template <class Out>
  struct Progress {
    Size read;
    To<Out> out;
    Carry carry{};
  };
  struct Counts {
    Size values = 0, fours = 0;
  };
  template <bool kLossy, class Out>
  static bool convert_block(In in, Progress<Out>& now, Counts& counts) {
    const Block block{in + now.read};
    Carry carry = now.carry;
    const Marks marks = V::found(mark(block, block.back(0), carry));
    const Places seen =
        kFault == ConversionFault::kStrict ? marks.ill_formed & 0x7F : marks.ill_formed;
    if (!kLossy && bool(seen != 0)) return false;
    const Places emit = emitting<Out>(marks);
    write(now.out, block, block.back(0), marks, emit);
    counts = {count_of(emit), count_of(marks.fourth_here)};
    now = {now.read + kBlock, now.out + counts.values, carry};
    return true;
  }
  // Requires a longer text.
  template <bool kLossy, class Out>
  static bool convert_edge(In in, Size, const To<Out>& end, Progress<Out>& now) {
    typename V::template Copy<3 + kBlock + 1> copy;
    V::copy(copy, 3, in, kBlock + 1);
    const Block block{copy.at(3)};
    Carry carry = now.carry;
    const Marks marks = V::found(mark(block, block.back(0), carry));
    if (!kLossy && kFault != ConversionFault::kFirst && bool((marks.ill_formed & kAll) != 0))
      return false;
    const Places emit = emitting<Out>(marks) & kAll;
    const Size count = count_of(emit);
    if (end - now.out < count) return false;
    if (kFault == ConversionFault::kFirstRoom) {
      write(now.out, block, block.back(0), marks, emit);
    } else {
      typename V::template Written<Out, kBlock> written;
      write(written.at(), block, block.back(0), marks, emit);
      V::copy_values(now.out, written, count);
    }
    now = {now.read + kBlock, now.out + count, carry};
    return true;
  }

  static bool is_ascii_block(In in, const Size& at) { return bool(V::bits(V::load(in + at)) == 0); }
  template <class Out>
  struct AsciiRun {
    In at;
    To<Out> out;
    In last;
  };
  template <class Out>
  static AsciiRun<Out> write_ascii_block(In in, const Size& length, const To<Out>& end,
                                         const Progress<Out>& now) {
    V::write_ascii(now.out, V::load(in + now.read));
    const Size fit = kBlock - V::template behind_aligned<kBlock>(now.out);
    const In at = in + now.read + fit;
    const To<Out> out = now.out + fit;
    const Size rest = length - now.read - fit, room = end - out;
    return {at, out, at + (rest < room ? rest : room)};
  }
  template <class Out>
  static bool has_two_blocks(const AsciiRun<Out>& run) {
    const Size left = run.last - run.at;
    if (kFault == ConversionFault::kAsciiBound) return bool(left >= 2 * kBlock - 1);
    return bool(left >= 2 * kBlock);
  }
  template <class Out>
  static bool write_two_ascii_blocks(AsciiRun<Out>& run) {
    const Vec first = V::load(run.at), second = V::load(run.at + kBlock);
    const Vec seen = kFault == ConversionFault::kAscii ? first : V::or_(first, second);
    if (bool(V::bits(seen) != 0)) return false;
    V::write_ascii(run.out, first);
    V::write_ascii(run.out + kBlock, second);
    run = {run.at + 2 * kBlock, run.out + 2 * kBlock, run.last};
    return true;
  }
  template <class Out>
  static Progress<Out> at_boundary(In in, const Progress<Out>& now) {
    if (bool((now.carry.second | now.carry.third | now.carry.fourth) == 0)) return now;
    Size at = now.read - 1;
    while (in[at] < 0xC0) at = at - 1;
    const bool is_half = sizeof(Out) == 2 && kFault != ConversionFault::kHalf;
    return {at, is_half ? now.out - now.carry.fourth : now.out};
  }
};

}  // namespace placemat::prove
