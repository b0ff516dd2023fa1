// simd_mask_conversion.h: the conversion of simd_avx512_kernel.cc, which describes the method: the
// values of simd_masks.h are compressed to the places that write one, and stored, the last ones
// under a mask. It must not know any instruction: V has them, beside those that simd_masks.h,
// simd_quads.h and simd_memory.h name.
//
//   V::compress(places, v)   the units of these places, one behind the other, and NUL behind them
//   V::values16, V::values32(low, group), (low, middle, group), (low, middle, high, group): a
//       vector of values, the `group`th, of the bits 0..7, 8..15 and 16..23 of each
//   V::store_first(out, values, before, count)   of `count` values those that stand behind the
//       first `before` ones; a vector of them begins at `out`
//   V::write_ascii(out, units)
//   V::width_of(places)      the places up to the last one that is set
//
// The prover has a V of symbolic lanes, and proves what is written here over it.
// A kernel's V lives in an anonymous namespace, and with it all instances of
// this.
#pragma once

#include "impls/simd/simd_masks.h"
#include "impls/simd/simd_quads.h"
#include "impls/simd/simd_runs.h"

namespace placemat::simd {

template <class V>
struct MaskConversion : Masks<V> {
  using Base = Masks<V>;
  using Sequences = Quads<V>;
  using RunPath = Runs<V, Sequences>;
  using Vec = typename V::Vec;
  using In = typename V::In;
  using Size = typename V::Size;
  using Places = typename V::Places;
  using Block = typename Base::Block;
  using AtEdge = typename Base::AtEdge;
  using Carry = typename Base::Carry;
  using Marks = typename Base::Marks;
  using Planes = typename Base::Planes;
  template <class Out>
  using To = typename V::template To<Out>;
  using Base::clamp, Base::code_units, Base::first_places, Base::kBlock, Base::mark,
      Base::upper_bits, Base::values;

  static bool is_any(const Places& places) { return bool(places != 0); }
  static bool is_ascii(const Vec& units) { return !is_any(V::top_bits(units)); }
  static Size count_of(const Places& places) { return V::count_of(places); }

  // All of an input that is no longer than a block.
  struct Whole {
    In in;
    Size length;
    Vec units;
    Whole(In input, Size size) : in(input), length(size), units(V::load_first(input, size)) {}
    [[gnu::always_inline]] Vec back(unsigned places) const { return V::moved_up(units, places); }
    [[gnu::always_inline]] Vec next() const { return V::load_first(in + 1, length - 1); }
    Places inside() const { return first_places(length); }
  };

  // ---- writing values

  template <class Out>
  static constexpr unsigned kValues = kBlock / sizeof(Out);  // of a vector
  // The `group`th vector of `count` values; without kMasked, all of it.
  template <bool kMasked, class Out>
  [[gnu::always_inline]] static void store(To<Out> out, unsigned group, Size count, Vec vector) {
    const To<Out> at = out + kValues<Out> * group;
    if constexpr (kMasked)
      V::store_first(at, vector, kValues<Out> * group, count);
    else
      V::store_lanes(at, vector);
  }

  template <bool kMasked>
  static void store_values(To<std::uint32_t> out, Size count, Planes planes) {
    const auto write = [&](unsigned group) __attribute__((always_inline)) {
      store<kMasked, std::uint32_t>(out, group, count,
                                    V::values32(planes.low, planes.middle, group));
    };
    write(0);
    write(1);
    if (bool(count <= 2 * kValues<std::uint32_t>)) return;
    write(2);
    write(3);
  }
  template <bool kMasked>
  static void store_values(To<std::uint32_t> out, Size count, Planes planes, Vec high) {
    for (unsigned group = 0; group < 4; ++group) {
      if (bool(count <= kValues<std::uint32_t> * group)) return;
      store<kMasked, std::uint32_t>(out, group, count,
                                    V::values32(planes.low, planes.middle, high, group));
    }
  }

  // Writes the values of `emit`; without kMasked, up to a whole block.
  template <bool kMasked = false, class AnyBlock>
  [[gnu::always_inline]] static void write(To<std::uint32_t> out, const AnyBlock& block, Vec last,
                                           const Marks& marks, Places emit) {
    const Size count = count_of(emit);
    const Planes planes = values(block, last, marks);
    const Planes compressed{V::compress(emit, planes.low), V::compress(emit, planes.middle)};
    if (!is_any(marks.fourth_here)) return store_values<kMasked>(out, count, compressed);
    store_values<kMasked>(out, count, compressed, V::compress(emit, upper_bits(block, marks)));
  }
  template <bool kMasked = false, class AnyBlock>
  [[gnu::always_inline]] static void write(To<std::uint16_t> out, const AnyBlock& block, Vec last,
                                           const Marks& marks, Places emit) {
    const Size count = count_of(emit);
    const Planes planes = code_units(block, last, marks);
    const Vec low = V::compress(emit, planes.low), middle = V::compress(emit, planes.middle);
    store<kMasked, std::uint16_t>(out, 0, count, V::values16(low, middle, 0));
    if (bool(count > kValues<std::uint16_t>))
      store<kMasked, std::uint16_t>(out, 1, count, V::values16(low, middle, 1));
  }

  // So many units, which are ASCII.
  static Vec ascii_values(To<std::uint32_t>, Vec units, unsigned group) {
    return V::values32(units, group);
  }
  static Vec ascii_values(To<std::uint16_t>, Vec units, unsigned group) {
    return V::values16(units, group);
  }
  template <class Out>
  static void write_first_ascii(To<Out> out, Size count, Vec units) {
    for (unsigned group = 0; group < sizeof(Out); ++group) {
      if (bool(count <= kValues<Out> * group)) return;
      store<true, Out>(out, group, count, ascii_values(out, units, group));
    }
  }

  // ---- a block, and the input

  // The state that passes from block to block.
  template <class Out>
  struct Progress {
    Size read;
    To<Out> out;
    Carry carry{};
  };

  static bool is_ascii_block(In in, Size at) { return is_ascii(V::load(in + at)); }

  // ASCII behind a block of it, while there is room.
  template <class Out>
  struct AsciiRun {
    In at;
    To<Out> out;
    In last;  // the first place that lies outside of the input, or has no room
    Size left() const { return Size(last - at); }
    void go_on(std::size_t blocks) {
      at = at + blocks * kBlock;
      out = out + blocks * kBlock;
    }
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
  // Two blocks are read before the two before them are written, because a load
  // waits for earlier stores to the same offset of another page.
  struct TwoBlocks {
    Vec low, high;
  };
  static TwoBlocks two_blocks(In at) { return {V::load(at), V::load(at + kBlock)}; }
  template <class Out>
  static bool has_four_blocks(const AsciiRun<Out>& run) {
    return bool(run.left() >= 4 * kBlock);
  }
  // `two` is what the run has next. Whether it was ASCII; if not, nothing has
  // changed.
  template <class Out>
  [[gnu::always_inline]] static bool write_two_ascii_blocks(AsciiRun<Out>& run, TwoBlocks& two) {
    if (!is_ascii(V::or_(two.low, two.high))) return false;
    const TwoBlocks next = two_blocks(run.at + 2 * kBlock);
    V::write_ascii(run.out, two.low);
    V::write_ascii(run.out + kBlock, two.high);
    two = next;
    run.go_on(2);
    return true;
  }
  template <class Out>
  [[gnu::always_inline]] static bool write_one_ascii_block(AsciiRun<Out>& run) {
    if (run.left() < kBlock || !is_ascii_block(run.at, 0)) return false;
    V::write_ascii(run.out, V::load(run.at));
    run.go_on(1);
    return true;
  }
  template <class Out>
  [[gnu::noinline]]
  static void write_ascii_run(In in, Size length, To<Out> out_end, Progress<Out>& now) {
    AsciiRun<Out> run = write_ascii_block(in, length, out_end, now);
    if (has_four_blocks(run)) {
      TwoBlocks two = two_blocks(run.at);
      while (has_four_blocks(run) && write_two_ascii_blocks(run, two)) {
      }
    }
    while (write_one_ascii_block(run)) {
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
    const Places emit = Base::template emitting<Out>(marks);
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
    // A run would end at each error. It is tried only where there is none, so
    // that text with errors is not slower than text without.
    if constexpr (!kLossy)
      RunPath::template write<Out>(in, length, out_end, kBlock, counts.values, counts.fours, now);
    return true;
  }

  // The first block, and one that may have too little room. Whether it was
  // converted; if not, nothing has changed.
  template <bool kLossy, class Out>
  [[gnu::always_inline]] static bool convert_edge(In in, Size length, To<Out> out_end,
                                                  Progress<Out>& now) {
    const AtEdge block{in, now.read, length - now.read};
    const Vec last = block.back(0);
    const Places inside = first_places(clamp(block.rest));
    Carry carry = now.carry;
    const Marks marks = V::found(mark(block, last, carry));
    if (!kLossy && is_any(marks.ill_formed & inside)) return false;
    const Places emit = Base::template emitting<Out>(marks) & inside;
    const Size count = count_of(emit);
    if (Size(out_end - now.out) < count) return false;
    write<true>(now.out, block, last, marks, emit);
    now = {now.read + clamp(block.rest), now.out + count, carry};
    return true;
  }

  // Of a whole input, the units before the first ill-formed subpart.
  template <bool kLossy>
  [[gnu::always_inline]] static Size convertible(const Whole& block, const Marks& marks) {
    const Places ill_formed = marks.ill_formed & block.inside();
    if (kLossy || !is_any(ill_formed)) return block.length;
    // The last place that ends a subpart before it.
    return V::width_of(marks.ends & (ill_formed - 1) & ~ill_formed);
  }
  struct Done {
    Size read, written;
  };
  template <bool kLossy, class Out>
  [[gnu::always_inline]] static Done convert_all(In in, Size length, To<Out> out, Size room) {
    const Whole block(in, length);
    if (is_ascii(block.units) && room >= length) {
      write_first_ascii(out, length, block.units);
      return {length, length};
    }
    Carry carry;
    const Marks marks = V::found(mark(block, block.units, carry));
    const Size read = convertible<kLossy>(block, marks);
    const Places emit = Base::template emitting<Out>(marks) & first_places(read);
    const Size count = count_of(emit);
    if (room < count) return {Size(0), Size(0)};
    write<true>(out, block, block.units, marks, emit);
    return {read, count};
  }

  // Where a whole input or scalar code goes on: before a sequence that is open,
  // of which nothing counts as written.
  template <class Out>
  static Progress<Out> at_boundary(In in, const Progress<Out>& now) {
    if (!is_any(now.carry.second | now.carry.third | now.carry.fourth)) return now;
    // A high surrogate may have been written without its low one.
    const To<Out> out = sizeof(Out) == 2 ? now.out - now.carry.fourth : now.out;
    return {start_of_continued(in, now.read), out};
  }

  template <bool kLossy, class Out>
  [[gnu::noinline]] static Converted convert_whole(const std::uint8_t* in, std::size_t length,
                                                   Out* out, std::size_t capacity) {
    const Done done = convert_all<kLossy, Out>(in, length, out, capacity);
    return {done.read, done.written};
  }
  template <bool kLossy, class Out>
  [[gnu::noinline]] static Converted convert_blocks(const std::uint8_t* in, std::size_t length,
                                                    Out* out, std::size_t capacity) {
    Progress<Out> now{0, out};
    Out* const end = out + capacity;
    bool goes_on = true;
    if (is_ascii_block(in, 0) && capacity >= kBlock)
      write_ascii_run(in, length, end, now);
    else
      goes_on = convert_edge<kLossy>(in, length, end, now);
    while (goes_on && length - now.read > kBlock &&
           static_cast<std::size_t>(end - now.out) >= kBlock)
      goes_on = convert_inside<kLossy>(in, length, end, now);
    // The room is just enough.
    while (goes_on && length - now.read > kBlock)
      goes_on = convert_edge<kLossy>(in, length, end, now);

    now = at_boundary(in, now);
    const std::size_t read = now.read, rest = length - read;
    const auto written = static_cast<std::size_t>(now.out - out);
    if (!goes_on || rest == 0 || rest > kBlock) return {read, written};
    const Converted last = convert_whole<kLossy>(in + read, rest, now.out, capacity - written);
    return {read + last.read, written + last.written};
  }
  // Only selects, so that short inputs do not pay for the stack frame of long
  // ones.
  template <bool kLossy, class Out>
  static Converted convert(const std::uint8_t* in, std::size_t length, Out* out,
                           std::size_t capacity) {
    return length <= kBlock ? convert_whole<kLossy>(in, length, out, capacity)
                            : convert_blocks<kLossy>(in, length, out, capacity);
  }

  static constexpr Kernel kernel() {
    return {16,
            8,
            Base::valid_prefix,
            convert<false, std::uint32_t>,
            convert<true, std::uint32_t>,
            convert<false, std::uint16_t>,
            convert<true, std::uint16_t>,
            Base::template length_of<std::uint32_t>,
            Base::template length_of<std::uint16_t>};
  }
};

}  // namespace placemat::simd
