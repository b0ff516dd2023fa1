// Each operation of the symbolic words does what the processor does: on corner values and on random
// ones. They are the list of what a proof trusts.
#include "harness/prove/word.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/bytes/hash.h"
#include "harness/decoder/words.h"

namespace placemat::prove {
namespace {

std::vector<std::uint64_t> operands() {
  std::vector<std::uint64_t> all{0,
                                 1,
                                 2,
                                 0x3F,
                                 0x7F,
                                 0x80,
                                 0xFF,
                                 0x7FFFFFFF,
                                 0x80000000,
                                 0xFFFFFFFF,
                                 0x100000000,
                                 0x7FFFFFFFFFFFFFFF,
                                 0x8000000000000000,
                                 0xFFFFFFFFFFFFFFFF};
  SplitMix64 random(19);
  for (int i = 0; i < 20; ++i) all.push_back(random.next());
  return all;
}

template <class T>
void expect_alike() {
  using Symbol = Word<8 * sizeof(T)>;
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  const auto number = [](const Symbol& word) {
    return word.expr().simplify().get_numeral_uint64();
  };
  explorer.explore(context.bool_val(true), [&] {
    for (const std::uint64_t wide_a : operands()) {
      for (const std::uint64_t wide_b : operands()) {
        const T a = static_cast<T>(wide_a), b = static_cast<T>(wide_b);
        const Symbol x = Symbol::exactly(a), y = Symbol::exactly(b);
        EXPECT_EQ(number(x & y), T(a & b));
        EXPECT_EQ(number(x | y), T(a | b));
        EXPECT_EQ(number(x ^ y), T(a ^ b));
        EXPECT_EQ(number(x + y), T(a + b));
        EXPECT_EQ(number(x - y), T(a - b));
        EXPECT_EQ(number(x * y), T(a * b));
        EXPECT_EQ(bool(x < y), a < b);
        EXPECT_EQ(bool(x <= y), a <= b);
        EXPECT_EQ(bool(x > y), a > b);
        EXPECT_EQ(bool(x >= y), a >= b);
        EXPECT_EQ(bool(x == y), a == b);
        EXPECT_EQ(bool(x != y), a != b);
        const unsigned shift = b % (8 * sizeof(T));
        EXPECT_EQ(number(x << Symbol::exactly(shift)), T(a << shift));
        EXPECT_EQ(number(x >> Symbol::exactly(shift)), T(a >> shift));
      }
    }
    return std::vector<z3::expr>{};
  });
}

TEST(Word, OperatorsOf32BitsAreTheProcessors) { expect_alike<std::uint32_t>(); }
TEST(Word, OperatorsOf64BitsAreTheProcessors) { expect_alike<std::uint64_t>(); }

TEST(Word, EntriesAndWidthsAreTheProcessors) {
  static constexpr std::array<std::uint8_t, 5> kBytes{9, 8, 7, 6, 255};
  static constexpr std::array<std::uint64_t, 3> kWords{1, std::uint64_t{1} << 63, 7};
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  explorer.explore(context.bool_val(true), [&] {
    for (std::uint64_t i = 0; i < kBytes.size(); ++i) {
      const Word<32> entry = SymbolicWords::cell(kBytes, Word<32>::exactly(i));
      EXPECT_EQ(entry.expr().simplify().get_numeral_uint64(), MachineWords::cell(kBytes, i));
    }
    for (std::uint64_t i = 0; i < kWords.size(); ++i) {
      const Word<64> entry = SymbolicWords::cell(kWords, Word<32>::exactly(i));
      EXPECT_EQ(entry.expr().simplify().get_numeral_uint64(), MachineWords::cell(kWords, i));
    }
    const Word<64> wide(Word<32>::exactly(0xFFFFFFFF));
    EXPECT_EQ(wide.expr().simplify().get_numeral_uint64(), 0xFFFFFFFFu);
    const Word<32> low = SymbolicWords::low(Word<64>::exactly(0x123456789));
    EXPECT_EQ(low.expr().simplify().get_numeral_uint64(), MachineWords::low(0x123456789));
    for (const std::uint64_t word : operands()) {
      const Word<64> zeros = SymbolicWords::trailing_zeros(Word<64>::exactly(word));
      EXPECT_EQ(zeros.expr().simplify().get_numeral_uint64(), MachineWords::trailing_zeros(word));
    }
    for (const std::uint64_t a : {3, 4, 5}) {
      const Word<64> picked =
          SymbolicWords::select<Word<64>>(Word<64>::exactly(a) < 4, 0x7F, Word<64>::exactly(9));
      EXPECT_EQ(picked.expr().simplify().get_numeral_uint64(),
                MachineWords::select<std::uint64_t>(a < 4, 0x7F, 9));
    }
    return std::vector<z3::expr>{};
  });
}

// Units as one number, and the text behind some of them.
TEST(Word, UnitsOfATextAreTheProcessors) {
  static constexpr std::array<std::uint8_t, 9> kUnits{0x11, 0x82, 0x33, 0xF4, 5, 0x96, 7, 8, 9};
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  const SymbolicUnits units(context);
  z3::expr_vector from(context), to(context);
  for (unsigned i = 0; i < kUnits.size(); ++i) {
    from.push_back(units.at(i));
    to.push_back(context.bv_val(unsigned{kUnits[i]}, 8));
  }
  const MachineWords::Text text(kUnits.data(), kUnits.data() + kUnits.size());
  explorer.explore(context.bool_val(true), [&] {
    const SymbolicWords::Text symbolic(units, context.bv_val(kUnits.size(), 64));
    const auto number = [&](z3::expr word) {
      return word.substitute(from, to).simplify().get_numeral_uint64();
    };
    EXPECT_EQ(number(SymbolicWords::four(symbolic, 5).expr()), MachineWords::four(text, 5));
    EXPECT_EQ(number(SymbolicWords::eight(symbolic, 1).expr()), MachineWords::eight(text, 1));
    EXPECT_EQ(number(symbolic.behind(4)[1].expr()), text.behind(4)[1]);
    EXPECT_EQ(number(symbolic.behind(4).size().expr()), text.behind(4).size());
    EXPECT_TRUE(explorer.broken().simplify().is_false());
    SymbolicWords::eight(symbolic, 2);
    EXPECT_TRUE(explorer.broken().simplify().is_true());
    return std::vector<z3::expr>{};
  });
}

// Those of a number that is given, and where they are taken from a sum term by term.
TEST(Word, QuotientAndRemainderAreTheProcessors) {
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  explorer.explore(context.bool_val(true), [&] {
    for (const std::uint64_t number : operands()) {
      for (const std::uint64_t by : {1, 3, 190, 0x10000, 0x7FFFFFFF}) {
        const auto [quotient, remainder] =
            SymbolicWords::divide(Word<64>::exactly(number), Word<64>::exactly(by));
        const auto expected = MachineWords::divide(number, by);
        EXPECT_EQ(quotient.expr().simplify().get_numeral_uint64(), expected.quotient);
        EXPECT_EQ(remainder.expr().simplify().get_numeral_uint64(), expected.remainder);
      }
    }
    return std::vector<z3::expr>{};
  });
}

struct DividedSum {
  z3::expr quotient, remainder, broken;
};

// Of 190 times unit 0 and `offset` more than unit 1, of which the latter is 40..7F.
DividedSum divided_sum(z3::context& context, int offset, std::uint64_t by) {
  Sites sites;
  Explorer explorer(context, sites);
  const SymbolicUnits units(context);
  const auto number = [&](unsigned i) { return z3::zext(units.at(i), 56); };
  const z3::expr sum = number(0) * context.bv_val(190, 64) + number(1) + context.bv_val(offset, 64);
  const z3::expr value = context.bv_const("value", 64);
  const z3::expr is_possible = z3::uge(units.at(0), context.bv_val(1, 8)) &&
                               z3::uge(units.at(1), context.bv_val(0x40, 8)) &&
                               z3::ule(units.at(1), context.bv_val(0x7F, 8));
  const Explorer::Merged merged = explorer.explore(is_possible && value == sum, [&] {
    explorer.define(value, sum, is_possible);
    const auto [quotient, remainder] =
        SymbolicWords::divide(Word<64>(value), Word<64>::exactly(by));
    return std::vector{quotient.expr(), remainder.expr()};
  });
  const z3::expr broken = is_possible && value == sum && explorer.broken();
  return {merged.words[0], merged.words[1], broken};
}

bool divides(const z3::expr& formula) {
  return std::ranges::any_of(parts_of(formula), [](const z3::expr& part) {
    return part.is_app() && part.decl().decl_kind() == Z3_OP_BUDIV;
  });
}

TEST(Word, QuotientOfASumIsTakenTermByTerm) {
  for (const int offset : {0, -0x40, 0x3E, 0x3F, -0x41, 190, -190, 1000}) {
    z3::context context;
    const DividedSum found = divided_sum(context, offset, 190);
    // The remainder is the last term where that is from 0 to 189 whatever the unit is, but for a
    // multiple of 190.
    const int least = (0x40 + offset + 380) % 190;
    EXPECT_EQ(divides(found.quotient), least + 0x3F > 189) << offset;
    z3::solver solver(context);
    solver.add(found.broken);
    EXPECT_EQ(solver.check(), z3::unsat) << offset;
    const SymbolicUnits units(context);
    for (const unsigned first : {1u, 2u, 0xC7u, 0xFFu}) {
      for (const unsigned second : {0x40u, 0x41u, 0x62u, 0x7Fu}) {
        z3::expr_vector from(context), to(context);
        const std::uint64_t whole = 190 * first + second + static_cast<std::uint64_t>(offset);
        from.push_back(units.at(0));
        to.push_back(context.bv_val(first, 8));
        from.push_back(units.at(1));
        to.push_back(context.bv_val(second, 8));
        from.push_back(context.bv_const("value", 64));
        to.push_back(context.bv_val(whole, 64));
        const auto exactly = [&](z3::expr word) {
          return word.substitute(from, to).simplify().get_numeral_uint64();
        };
        EXPECT_EQ(exactly(found.quotient), whole / 190) << offset;
        EXPECT_EQ(exactly(found.remainder), whole % 190) << offset;
      }
    }
  }
}

TEST(Word, QuotientByWhatDividesNoTermIsADivision) {
  z3::context context;
  EXPECT_TRUE(divides(divided_sum(context, 0, 191).quotient));
}

bool is_broken(const std::function<void()>& run) {
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  explorer.explore(context.bool_val(true), [&] {
    run();
    return std::vector<z3::expr>{};
  });
  z3::solver solver(context);
  solver.add(explorer.broken());
  return solver.check() == z3::sat;
}

TEST(Word, WhatIsUndefinedBreaksARequirement) {
  static constexpr std::array<std::uint8_t, 5> kBytes{};
  EXPECT_TRUE(is_broken([] { SymbolicWords::cell(kBytes, Word<32>::exactly(5)); }));
  EXPECT_FALSE(is_broken([] { SymbolicWords::cell(kBytes, Word<32>::exactly(4)); }));
  EXPECT_TRUE(is_broken([] { (void)(Word<32>::exactly(1) << Word<32>::exactly(32)); }));
  EXPECT_FALSE(is_broken([] { (void)(Word<32>::exactly(1) << Word<32>::exactly(31)); }));
  EXPECT_TRUE(is_broken([] { SymbolicWords::divide(Word<64>::exactly(1), Word<64>::exactly(0)); }));
  EXPECT_FALSE(
      is_broken([] { SymbolicWords::divide(Word<64>::exactly(1), Word<64>::exactly(2)); }));
}

// What is not explored is never taken for proved.
TEST(Explorer, LoopWithoutEndMissesPaths) {
  z3::context context;
  Sites sites;
  Explorer explorer(context, sites);
  const Word<64> size(context.bv_const("n", 64));
  const Explorer::Merged merged = explorer.explore(context.bool_val(true), [&] {
    Word<64> i = Word<64>::exactly(0);
    while (size > i) ++i;
    return std::vector{i.expr()};
  });
  z3::solver solver(context, "QF_BV");
  solver.add(merged.is_missed);
  EXPECT_EQ(solver.check(), z3::sat);
}

}  // namespace
}  // namespace placemat::prove
