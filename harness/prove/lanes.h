// lanes.h: symbolic lanes, one more instruction set for a kernel that is a template over vector
// operations. lanes_test.cc compares each operation with the processor. A memory proves its bounds
// at each access. It must not know any kernel or law.
#pragma once

#include <vector>

#include "harness/prove/word.h"

namespace placemat::prove {

// Units at places of 64 bits.
class SymbolicMemory {
 public:
  virtual ~SymbolicMemory() = default;
  virtual z3::expr unit(const z3::expr& place) const = 0;
  // Whether `count` units from `place` on lie inside.
  virtual z3::expr holds(const z3::expr& place, const z3::expr& count) const = 0;
};

// A text of `size` units. Those around `base` have names: the one at base + i is named(i).
class SymbolicText : public SymbolicMemory {
 public:
  static constexpr int kBefore = 8, kBehind = 264;
  SymbolicText(SymbolicUnits units, z3::expr base, z3::expr size)
      : units_(units), base_(std::move(base)), size_(std::move(size)) {}
  z3::expr named(int place) const { return units_.at(static_cast<unsigned>(place + kBefore)); }
  z3::expr unit(const z3::expr& place) const override;
  z3::expr holds(const z3::expr& place, const z3::expr& count) const override;

 private:
  SymbolicUnits units_;
  z3::expr base_, size_;
};

// Units that are written before they are read.
class SymbolicCells : public SymbolicMemory {
 public:
  explicit SymbolicCells(std::vector<z3::expr> cells) : cells_(std::move(cells)) {}
  z3::expr unit(const z3::expr& place) const override;
  z3::expr holds(const z3::expr& place, const z3::expr& count) const override;
  void write(std::size_t cell, z3::expr unit) { cells_[cell] = std::move(unit); }
  std::size_t size() const { return cells_.size(); }

 private:
  std::vector<z3::expr> cells_;
};

// A place in a memory.
class SymbolicIn {
 public:
  SymbolicIn(const SymbolicMemory& memory, z3::expr place)
      : memory_(&memory), place_(std::move(place)) {}
  friend SymbolicIn operator+(const SymbolicIn& in, const Operand<64>& units) {
    return {*in.memory_, (Word<64>(in.place_) + units).expr()};
  }
  friend SymbolicIn operator-(const SymbolicIn& in, const Operand<64>& units) {
    return {*in.memory_, (Word<64>(in.place_) - units).expr()};
  }
  // Of two places of one memory.
  friend Word<64> operator-(const SymbolicIn& a, const SymbolicIn& b) {
    return Word<64>((a.place_ - b.place_).simplify());
  }
  Word<32> operator[](const Operand<64>& index) const;
  // Requires that they lie inside.
  std::vector<z3::expr> load(std::size_t count) const;
  const SymbolicMemory& memory() const { return *memory_; }
  const z3::expr& place() const { return place_; }

 private:
  const SymbolicMemory* memory_;
  z3::expr place_;
};

// The output: what is written to it, in that order.
class SymbolicOutput {
 public:
  struct Store {
    z3::expr place;
    std::vector<z3::expr> values;
  };
  explicit SymbolicOutput(z3::expr capacity) : capacity_(std::move(capacity)) {}
  // Requires that they have room.
  void store(const z3::expr& place, std::vector<z3::expr> values);
  // Of `count` values those that stand behind the first `before` ones; all that there may be are
  // given. Others stay what they were: values that are free. Requires that they have room.
  void store_first(const z3::expr& place, std::vector<z3::expr> values, const z3::expr& before,
                   const z3::expr& count);
  // So many values of another output, which are all that this one gets.
  void copy(const z3::expr& place, const SymbolicOutput& from, const z3::expr& count);
  const std::vector<Store>& stores() const { return stores_; }
  const std::optional<z3::expr>& copied() const { return copied_; }

 private:
  void require_room(const z3::expr& place, const z3::expr& count) const;
  z3::expr capacity_;
  std::vector<Store> stores_;
  std::optional<z3::expr> copied_;
};

// A place in an output of values of this type.
template <class Out>
class SymbolicTo {
 public:
  static constexpr unsigned kBits = 8 * sizeof(Out);
  SymbolicTo(SymbolicOutput& output, z3::expr place) : output_(&output), place_(std::move(place)) {}
  friend SymbolicTo operator+(const SymbolicTo& to, const Operand<64>& values) {
    return {*to.output_, (Word<64>(to.place_) + values).expr()};
  }
  friend SymbolicTo operator-(const SymbolicTo& to, const Operand<64>& values) {
    return {*to.output_, (Word<64>(to.place_) - values).expr()};
  }
  friend Word<64> operator-(const SymbolicTo& a, const SymbolicTo& b) {
    return Word<64>((a.place_ - b.place_).simplify());
  }
  SymbolicOutput& output() const { return *output_; }
  const z3::expr& place() const { return place_; }
  void store(std::vector<z3::expr> values) const { output_->store(place_, std::move(values)); }

 private:
  SymbolicOutput* output_;
  z3::expr place_;
};

// While it lives, what V::found() is given becomes free variables, one for each formula, and so
// does what V::reorder() gives.
class FreeLanes {
 public:
  FreeLanes();
  ~FreeLanes();
  FreeLanes(const FreeLanes&) = delete;
  FreeLanes& operator=(const FreeLanes&) = delete;
};

// What all numbers of lanes share.
struct SymbolicVectors {
  using In = SymbolicIn;
  using Size = Word<64>;
  using Places = Word<32>;
  using Lanes = std::vector<z3::expr>;
  using Where = std::source_location;

  template <class Out>
  using To = SymbolicTo<Out>;

  static Places low(const Size& size) { return Places(size.expr().extract(31, 0)); }
  template <std::size_t kCount>
  struct Copy {
    SymbolicCells cells{Lanes(kCount, Explorer::current().context().bv_val(0, 8))};
    In at(std::size_t place) const {
      return {cells, Explorer::current().context().bv_val(std::uint64_t{place}, 64)};
    }
  };
  template <std::size_t kCount>
  static void copy(Copy<kCount>& to, const Operand<64>& place, In from, const Operand<64>& count) {
    copy_units(to.cells, place.expr, from, count.expr);
  }
  static Size count_of(const Places& places) { return number_of_ones(places.expr()); }
  template <class Out, std::size_t kCount>
  struct Written {
    SymbolicOutput values{Explorer::current().context().bv_val(std::uint64_t{kCount}, 64)};
    To<Out> at() { return {values, Explorer::current().context().bv_val(0, 64)}; }
  };
  template <class Out, std::size_t kCount>
  static void copy_values(const To<Out>& to, const Written<Out, kCount>& from, const Size& count) {
    to.output().copy(to.place(), from.values, count.expr());
  }
  // Any number less than kAlignment, written as the rest of a free one, for solvers are slow to
  // subtract. Fewer are possible, because a value has several units.
  template <std::size_t kAlignment, class Out>
  static Size behind_aligned(const To<Out>&) {
    z3::context& context = Explorer::current().context();
    return Size(context.bv_val(std::uint64_t{kAlignment}, 64) - context.bv_const("to_aligned", 64));
  }
  template <unsigned kBits>
  static Word<kBits> found(const Word<kBits>& places) {
    return Word<kBits>(free_lanes({places.expr()}).front());
  }
  template <class Marks>
    requires requires(Marks marks) { marks.ill_formed; }
  static Marks found(const Marks& marks) {
    return {found(marks.ends), found(marks.ill_formed), found(marks.fourth),
            found(marks.fourth_here)};
  }

  // Eight values of 16 bits.
  struct Words {
    Lanes values;
  };
  // Requires entries 0..15, for which all instruction sets agree.
  static Words reorder(const Words& words,
                       const std::array<std::array<std::uint8_t, 16>, 256>& rows, const Places& row,
                       Where where = Where::current());
  static void store16(const To<std::uint16_t>& out, const Words& words) { out.store(words.values); }
  static void store32(const To<std::uint32_t>& out, const Words& words);
  static void store32(const To<std::uint32_t>& out, const Words& words, const Words& high);

  // Lanes of so many bytes, the lowest first.
  static Lanes parts_of(const Lanes& lanes, std::size_t bytes);

 protected:
  static Size number_of_ones(const z3::expr& bits);
  static void copy_units(SymbolicCells& to, const z3::expr& place, const In& from,
                         const z3::expr& count);
  static Lanes by_lane(
      const Lanes& a, const Lanes& b,
      const std::function<std::vector<Explorer::Choice>(const z3::expr&, const z3::expr&)>& choices,
      const Where& where);
  static Lanes shifted(const Lanes& lanes, unsigned lane_bits, const z3::expr& amount, bool left,
                       const Where& where);
  static Lanes moved(const Lanes& lanes, unsigned lane_bits, const z3::expr& amount, bool left);
  // Back from parts_of().
  static Lanes bytes_of(const Lanes& parts);
  // Each lane of 32 bits has `units` units of a sequence, the last one lowest, and 00 above. Reads
  // `read` units.
  static Lanes sequences(const In& at, std::size_t read, std::size_t lanes, unsigned units);
  // The products of two neighbours of `bits`, added up: of 8 bits, where a is unsigned, the sum
  // saturates.
  static Lanes sums_of_products(const Lanes& a, const Lanes& b, unsigned bits);
  static Lanes saturated(const Lanes& a, const Lanes& b);  // signed 32 bits to unsigned 16
  static z3::expr mask32(const z3::expr& condition);       // FFFFFFFF or 0
  static z3::expr mask(const z3::expr& condition);         // FF or 00
  static z3::expr top_bits(const Lanes& lanes);
  static Lanes free_lanes(const Lanes& lanes);
  static bool are_lanes_free();
};

// kShiftBits: the width of the lanes in which a shift moves bits.
template <unsigned kCount, unsigned kShiftBits>
struct SymbolicLanes : SymbolicVectors {
  static constexpr std::size_t kUnits = kCount;
  struct Vec {
    Lanes lanes;
  };
  using E = z3::expr;
  using Choices = std::vector<Explorer::Choice>;

  static Vec load(In at) { return {at.load(kCount)}; }
  static Vec zero() { return {Lanes(kCount, Explorer::current().context().bv_val(0, 8))}; }
  static Vec all(std::uint64_t unit, Where where = Where::current()) {
    return {Lanes(kCount, Explorer::current().constant(unit, 8, where))};
  }
  template <int kBits>
  static Vec shl(const Vec& v, Where where = Where::current()) {
    return {shifted(v.lanes, kShiftBits, Explorer::current().constant(kBits, kShiftBits, where),
                    true, where)};
  }
  template <int kBits>
  static Vec shr(const Vec& v, Where where = Where::current()) {
    return {shifted(v.lanes, kShiftBits, Explorer::current().constant(kBits, kShiftBits, where),
                    false, where)};
  }
  static Vec and_(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"and", x & y}, {"or", x | y}, {"xor", x ^ y}};
    });
  }
  static Vec or_(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"or", x | y}, {"and", x & y}, {"xor", x ^ y}};
    });
  }
  static Vec xor_(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"xor", x ^ y}, {"and", x & y}, {"or", x | y}};
    });
  }
  static Vec add(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"add", x + y}, {"sub", x - y}, {"or", x | y}};
    });
  }
  static Vec sub(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"sub", x - y}, {"add", x + y}, {"xor", x ^ y}};
    });
  }
  // Saturating.
  static Vec subs(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      const E nothing = x.ctx().bv_val(0, 8);
      return Choices{{"subs", z3::ite(z3::ult(x, y), nothing, x - y)},
                     {"sub", x - y},
                     {"subs of both exchanged", z3::ite(z3::ult(y, x), nothing, y - x)}};
    });
  }
  static Vec signed_less(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"signed <", mask(z3::slt(x, y))},
                     {"signed <=", mask(z3::sle(x, y))},
                     {"signed >", mask(z3::sgt(x, y))},
                     {"unsigned <", mask(z3::ult(x, y))},
                     {"==", mask(x == y)}};
    });
  }
  static Vec equal(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"==", mask(x == y)},
                     {"!=", mask(x != y)},
                     {"unsigned <=", mask(z3::ule(x, y))},
                     {"unsigned >=", mask(z3::uge(x, y))}};
    });
  }
  static Vec by_top_bit(const Vec& mask, const Vec& a, const Vec& b,
                        Where where = Where::current()) {
    Vec result;
    for (std::size_t i = 0; i < kCount; ++i) {
      const E is_set = mask.lanes[i].extract(7, 7) == mask.lanes[i].ctx().bv_val(1, 1);
      result.lanes.push_back(Explorer::current().chosen(
          {{"by top bit", z3::ite(is_set, a.lanes[i], b.lanes[i])},
           {"by the other top bit", z3::ite(is_set, b.lanes[i], a.lanes[i])}},
          where));
    }
    return result;
  }
  // Requires indices 00..0F, for which all instruction sets agree.
  static Vec look_up(const std::array<std::uint8_t, 16>& table, const Vec& indices,
                     Where where = Where::current()) {
    Vec result;
    for (const E& index : indices.lanes) {
      result.lanes.push_back(Explorer::current().entry(
          &table, [&](std::size_t i) { return std::uint64_t{table[i]}; }, 16, 8,
          Explorer::current().simplified(index), where));
    }
    return result;
  }
  using SymbolicVectors::found;
  static Vec found(const Vec& faults) { return {free_lanes(faults.lanes)}; }
  static Words words(const Vec& low, const Vec& middle, unsigned group) {
    Words words;
    for (unsigned i = 8 * group; i < 8 * group + 8; ++i)
      words.values.push_back(z3::concat(middle.lanes[i], low.lanes[i]));
    return words;
  }
  // ---- lanes of 32 bits

  static constexpr std::size_t kBehindThrees = 4;
  static Vec load_threes(const In& at) {
    return {sequences(at, 3 * kCount / 4 + kBehindThrees, kCount / 4, 3)};
  }
  static Vec load_fours(const In& at) { return {sequences(at, kCount, kCount / 4, 4)}; }
  static Vec all32(std::uint64_t number, Where where = Where::current()) {
    return {bytes_of(Lanes(kCount / 4, Explorer::current().constant(number, 32, where)))};
  }
  static Vec sub32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each_wide(a, b, where, [](const E& x, const E& y) {
      return Choices{{"sub", x - y}, {"add", x + y}, {"xor", x ^ y}};
    });
  }
  template <int kBits>
  static Vec shl32(const Vec& v, Where where = Where::current()) {
    return {shifted(v.lanes, 32, Explorer::current().constant(kBits, 32, where), true, where)};
  }
  template <int kBits>
  static Vec shr32(const Vec& v, Where where = Where::current()) {
    return {shifted(v.lanes, 32, Explorer::current().constant(kBits, 32, where), false, where)};
  }
  static Vec equal32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each_wide(a, b, where, [](const E& x, const E& y) {
      return Choices{{"==", mask32(x == y)}, {"!=", mask32(x != y)}};
    });
  }
  static Vec signed_less32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each_wide(a, b, where, [](const E& x, const E& y) {
      return Choices{{"signed <", mask32(z3::slt(x, y))},
                     {"signed <=", mask32(z3::sle(x, y))},
                     {"signed >", mask32(z3::sgt(x, y))},
                     {"unsigned <", mask32(z3::ult(x, y))},
                     {"==", mask32(x == y)}};
    });
  }
  static Vec shared32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return and_(a, b, where);
  }
  static Vec products8(const Vec& a, const Vec& b) {
    return {sums_of_products(a.lanes, b.lanes, 8)};
  }
  static Vec products16(const Vec& a, const Vec& b) {
    return {sums_of_products(a.lanes, b.lanes, 16)};
  }
  static Truth are_zero(const Vec& v, Where where = Where::current()) {
    E any = v.lanes.front();
    for (const E& lane : v.lanes) any = any | lane;
    const E none = any.ctx().bv_val(0, 8);
    return Truth(
        Explorer::current().chosen({{"all zero", any == none}, {"not all", any != none}}, where));
  }
  template <class Out>
  static void store_lanes(const To<Out>& out, const Vec& v) {
    out.store(parts_of(v.lanes, sizeof(Out)));
  }
  // Saturates.
  static void store_narrow(const To<std::uint16_t>& out, const Vec& a, const Vec& b) {
    out.store(saturated(a.lanes, b.lanes));
  }

  // ---- for simd_interleaved.h

  template <unsigned kPlanes>
  static std::array<Vec, kPlanes> load_planes(const In& at) {
    const Lanes text = at.load(std::size_t{kPlanes} * kCount);
    std::array<Vec, kPlanes> planes;
    for (std::size_t i = 0; i < text.size(); ++i) planes[i % kPlanes].lanes.push_back(text[i]);
    return planes;
  }
  static Vec unsigned_less(const Vec& a, const Vec& b, Where where = Where::current()) {
    return each(a, b, where, [](const E& x, const E& y) {
      return Choices{{"unsigned <", mask(z3::ult(x, y))},
                     {"unsigned <=", mask(z3::ule(x, y))},
                     {"unsigned >", mask(z3::ugt(x, y))},
                     {"signed <", mask(z3::slt(x, y))},
                     {"==", mask(x == y)}};
    });
  }
  static void store_pairs(const To<std::uint16_t>& out, const Words& first, const Words& second) {
    Lanes values;
    for (std::size_t i = 0; i < first.values.size(); ++i) {
      values.push_back(first.values[i]);
      values.push_back(second.values[i]);
    }
    out.store(values);
  }

  template <class Out>
  static void write_ascii(const To<Out>& out, const Vec& units) {
    Lanes values;
    for (const E& unit : units.lanes) values.push_back(z3::zext(unit, To<Out>::kBits - 8));
    out.store(values);
  }
  static Places bits(const Vec& v) { return Word<32>(top_bits(v.lanes)); }
  static Vec from_bits(const Places& bits) {
    Vec result;
    for (unsigned i = 0; i < kCount; ++i)
      result.lanes.push_back(mask(bits.expr().extract(i, i) == bits.expr().ctx().bv_val(1, 1)));
    return result;
  }

 private:
  template <class Make>
  static Vec each(const Vec& a, const Vec& b, const Where& where, Make make) {
    return {by_lane(a.lanes, b.lanes, make, where)};
  }
  template <class Make>
  static Vec each_wide(const Vec& a, const Vec& b, const Where& where, Make make) {
    return {bytes_of(by_lane(parts_of(a.lanes, 4), parts_of(b.lanes, 4), make, where))};
  }
};

// Instructions whose comparisons give one bit for each unit, and that take some units only.
struct SymbolicMasks : SymbolicLanes<64, 16> {
  using Places = Word<64>;
  using SymbolicLanes::found;
  // Any number where V::found() is free: what is proved then holds for each.
  static Size count_of(const Places& places);

  // Require at most 64.
  static Places first_places(const Size& count);
  static Vec load_first(const In& at, const Size& count);
  static Vec moved_up(const Vec& v, unsigned places);

  static Places top_bits(const Vec& v) { return Places(SymbolicVectors::top_bits(v.lanes)); }
  static Places at_least(const Vec& a, const Vec& b, Where where = Where::current()) {
    return places_where(a, b, where, [](const E& x, const E& y) {
      return Choices{{"unsigned >=", z3::uge(x, y)},
                     {"unsigned >", z3::ugt(x, y)},
                     {"unsigned <", z3::ult(x, y)},
                     {"signed >=", z3::sge(x, y)}};
    });
  }
  static Places signed_less(const Vec& a, const Vec& b, Where where = Where::current()) {
    return places_where(a, b, where, [](const E& x, const E& y) {
      return Choices{{"signed <", z3::slt(x, y)},
                     {"signed <=", z3::sle(x, y)},
                     {"signed >", z3::sgt(x, y)},
                     {"unsigned <", z3::ult(x, y)}};
    });
  }
  static Places less_in(const Places& places, const Vec& a, const Vec& b,
                        Where where = Where::current()) {
    return Places(places.expr() & places_where(a, b, where, [](const E& x, const E& y) {
                                    return Choices{{"unsigned <", z3::ult(x, y)},
                                                   {"unsigned <=", z3::ule(x, y)},
                                                   {"unsigned >", z3::ugt(x, y)},
                                                   {"signed <", z3::slt(x, y)}};
                                  }).expr());
  }
  // NUL, or c, where a bit of `places` is not set.
  static Vec only(const Places& places, const Vec& v) { return put(places, v, zero()); }
  static Vec put(const Places& places, const Vec& a, const Vec& b);
  static Vec sub_in(const Places& places, const Vec& a, const Vec& b, const Vec& c,
                    Where where = Where::current()) {
    return put(places, sub(a, b, where), c);
  }
  template <std::size_t kEntries>
  static Vec look_up(const std::array<std::uint8_t, kEntries>& table, const Vec& v,
                     const Where& where) {
    constexpr unsigned kBits = kEntries == 64 ? 6 : 7;
    static_assert(kEntries == std::size_t{1} << kBits);
    Vec result;
    for (const E& lane : v.lanes) {
      const E index =
          Explorer::current().simplified(z3::zext(lane.extract(kBits - 1, 0), 8 - kBits));
      result.lanes.push_back(Explorer::current().entry(
          &table, [&](std::size_t i) { return std::uint64_t{table[i]}; }, kEntries, 8, index,
          where));
    }
    return result;
  }
  static Vec look_up64(const std::array<std::uint8_t, 64>& table, const Vec& v,
                       Where where = Where::current()) {
    return look_up(table, v, where);
  }
  static Vec look_up128(const std::array<std::uint8_t, 128>& table, const Vec& v,
                        Where where = Where::current()) {
    return look_up(table, v, where);
  }
  // Above them are the lower two bits of the next unit of eight.
  static Vec upper_six(const Vec& v);
  template <int kBits>
  static Vec of_three(const Vec& a, const Vec& b, const Vec& c, Where where = Where::current()) {
    return by_three(a, b, c, Explorer::current().constant(kBits, 8, where));
  }
  static Truth is_zero(const Vec& v, Where where = Where::current()) { return are_zero(v, where); }
  static Size width_of(const Places& places);

  // ---- values. What compress() gives is free where V::found() is.
  static Vec compress(const Places& places, const Vec& v);
  // Of the bits 0..7, 8..15 and 16..23 of 64 values, the `group`th vector of them.
  static Vec values16(const Vec& low, unsigned group) { return values({low}, 2, group); }
  static Vec values16(const Vec& low, const Vec& middle, unsigned group) {
    return values({low, middle}, 2, group);
  }
  static Vec values32(const Vec& low, unsigned group) { return values({low}, 4, group); }
  static Vec values32(const Vec& low, const Vec& middle, unsigned group) {
    return values({low, middle}, 4, group);
  }
  static Vec values32(const Vec& low, const Vec& middle, const Vec& high, unsigned group) {
    return values({low, middle, high}, 4, group);
  }
  // Those that are not stored stay what they were.
  template <class Out>
  static void store_first(const To<Out>& out, const Vec& v, const Size& before, const Size& count) {
    out.output().store_first(out.place(), parts_of(v.lanes, sizeof(Out)), before.expr(),
                             count.expr());
  }

  // ---- lanes of 32 bits: one bit for each
  using Lanes32 = Word<16>;
  static constexpr std::size_t kBehindThrees = 16;
  static Vec load_threes(const In& at) {
    return {sequences(at, 3 * kUnits / 4 + kBehindThrees, kUnits / 4, 3)};
  }
  static Lanes32 equal32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return lanes_where(a, b, where, [](const E& x, const E& y) {
      return Choices{{"==", x == y}, {"!=", x != y}};
    });
  }
  static Lanes32 signed_less32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return lanes_where(a, b, where, [](const E& x, const E& y) {
      return Choices{{"signed <", z3::slt(x, y)},
                     {"signed <=", z3::sle(x, y)},
                     {"signed >", z3::sgt(x, y)},
                     {"unsigned <", z3::ult(x, y)},
                     {"==", x == y}};
    });
  }
  static Lanes32 shared32(const Vec& a, const Vec& b, Where where = Where::current()) {
    return lanes_where(a, b, where, [](const E& x, const E& y) {
      const E none = x.ctx().bv_val(0, 32);
      return Choices{{"shared", (x & y) != none}, {"none shared", (x & y) == none}};
    });
  }
  using SymbolicLanes::or_;
  static Lanes32 or_(const Lanes32& a, const Lanes32& b, Where where = Where::current()) {
    return a | Operand<16>(b, where);
  }
  using SymbolicLanes::are_zero;
  static Truth are_zero(const Lanes32& lanes, Where where = Where::current()) {
    return lanes == Operand<16>(Lanes32::exactly(0), where);
  }
  // The lower half of each lane.
  static void store_narrow(const To<std::uint16_t>& out, const Vec& a, const Vec& b);

 private:
  static Vec values(const std::vector<Vec>& planes, unsigned size, unsigned group);
  static Vec by_three(const Vec& a, const Vec& b, const Vec& c, const z3::expr& entries);
  template <class Make>
  static Places places_where(const Vec& a, const Vec& b, const Where& where, Make make) {
    return Places(bits_where(by_lane(a.lanes, b.lanes, make, where)));
  }
  template <class Make>
  static Lanes32 lanes_where(const Vec& a, const Vec& b, const Where& where, Make make) {
    return Lanes32(bits_where(by_lane(parts_of(a.lanes, 4), parts_of(b.lanes, 4), make, where)));
  }
  static z3::expr bits_where(const Lanes& conditions);
};

}  // namespace placemat::prove
