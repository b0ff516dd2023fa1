// Which mutants a formula holds of on one text, compared with a solver that is asked about each;
// and which formulas have one form.
#include "harness/prove/mutants.h"

#include <gmock/gmock.h>

#include <array>
#include <set>
#include <string>

namespace placemat::prove {
namespace {

class OfAnyMutantTest : public testing::Test {
 protected:
  z3::expr number(std::uint64_t value) { return context_.bv_val(value, 8); }
  // Where x is 3 and the mutant is told apart by `mutant`.
  z3::model text(const z3::expr& also) {
    z3::solver solver(context_);
    solver.add(x_ == number(3) && also);
    EXPECT_EQ(solver.check(), z3::sat);
    return solver.get_model();
  }

  z3::context context_;
  z3::expr x_ = context_.bv_const("x", 8), mutant_ = context_.bv_const("mutant", 8);
};

TEST_F(OfAnyMutantTest, HoldsOfThoseOfWhichASolverSaysSo) {
  const z3::expr formula = z3::ult(x_ ^ mutant_, number(5)) && mutant_ != number(2);
  const OfAnyMutant any(formula, mutant_);
  std::vector<std::uint64_t> mutants, due;
  for (std::uint64_t mutant = 0; mutant < 100; ++mutant) {
    mutants.push_back(mutant);
    z3::solver solver(context_);
    solver.add(x_ == number(3) && mutant_ == number(mutant) && formula);
    if (solver.check() == z3::sat) due.push_back(mutant);
  }
  EXPECT_GT(due.size(), 3u);
  // The text has a mutant of its own, which tells nothing about the others.
  EXPECT_EQ(any.holding(text(mutant_ == number(77)), mutants), due);
  EXPECT_THAT(any.holding(text(mutant_ == number(77)), {1, 200}), testing::ElementsAre(1));
}

TEST_F(OfAnyMutantTest, TakesTheLowBitsOfANumber) {
  const OfAnyMutant any(mutant_ == number(9), mutant_);
  EXPECT_THAT(any.holding(text(mutant_ == number(0)), {0x109, 0x209, 0x10A}),
              testing::ElementsAre(0x109, 0x209));
}

TEST_F(OfAnyMutantTest, GivesWhatTheTextLeavesOpenSomeValue) {
  const z3::expr y = context_.bv_const("y", 8);
  const OfAnyMutant any(y == mutant_ || x_ == mutant_, mutant_);
  EXPECT_THAT(any.holding(text(mutant_ == number(1)), {0, 3, 4}), testing::ElementsAre(0, 3));
}

TEST_F(OfAnyMutantTest, OfOneMutantHasNoVariable) {
  const OfAnyMutant holds(x_ == number(3), number(12)), fails(x_ == number(4), number(12));
  EXPECT_THAT(holds.holding(text(context_.bool_val(true)), {12}), testing::ElementsAre(12));
  EXPECT_THAT(fails.holding(text(context_.bool_val(true)), {12}), testing::IsEmpty());
}

class CommonFormsTest : public testing::Test {
 protected:
  z3::expr unit(int number) { return context_.bv_const(("u" + std::to_string(number)).c_str(), 8); }
  z3::expr number(std::uint64_t value) { return context_.bv_val(value, 8); }
  // Lane `i`: whether the unit before it leads, and its own unit is that of the mutant.
  z3::expr lane(int i) {
    return z3::uge(unit(i - 1), number(0xC2)) && z3::ult(unit(i), number(0xC0)) &&
           unit(i) == mutant_;
  }

  z3::context context_;
  z3::expr mutant_ = context_.bv_const("mutant", 8);
  CommonForms forms_{mutant_};
};

TEST_F(CommonFormsTest, LanesOfOneFunctionHaveOneForm) {
  const unsigned form = forms_.of(lane(1)).id();
  for (const int i : {2, 9, 10, 11, 63, 100}) EXPECT_EQ(forms_.of(lane(i)).id(), form) << i;
}

TEST_F(CommonFormsTest, TheOrderOfOperandsDoesNotMatterWhereTheOperatorIsCommutative) {
  const z3::expr a = unit(0), b = unit(1), is_low = z3::ult(a, b), is_same = a + b == number(7);
  EXPECT_EQ(forms_.of(is_low || is_same).id(), forms_.of(is_same || is_low).id());
  EXPECT_EQ(forms_.of((a & b) == number(1)).id(), forms_.of(number(1) == (b & a)).id());
  EXPECT_NE(forms_.of(z3::ult(a, b)).id(), forms_.of(z3::ult(b, a)).id());
  EXPECT_NE(forms_.of(a - b == number(1)).id(), forms_.of(b - a == number(1)).id());
}

TEST_F(CommonFormsTest, AnotherFunctionHasAnotherForm) {
  const std::vector<z3::expr> all{
      lane(1),
      lane(1) || unit(0) == unit(1),
      z3::uge(unit(0), number(0xC3)) && z3::ult(unit(1), number(0xC0)) && unit(1) == mutant_,
      z3::uge(unit(0), number(0xC2)) && z3::ult(unit(1), number(0xC0)) && unit(1) == unit(2),
      z3::uge(unit(1), number(0xC2)) && z3::ult(unit(1), number(0xC0)) && unit(1) == mutant_,
      z3::uge(unit(0), number(0xC2)) && z3::ult(unit(1), number(0xC0)) && unit(0) == mutant_};
  std::set<unsigned> ids;
  for (const z3::expr& one : all) ids.insert(forms_.of(one).id());
  EXPECT_EQ(ids.size(), all.size());
}

// What a solver says of the form, it says of the formula, for each mutant.
TEST_F(CommonFormsTest, FormIsSatisfiableWhereTheFormulaIs) {
  const z3::expr formula = lane(20) && z3::ult(mutant_, number(0xC5));
  unsigned satisfiable = 0;
  for (const std::uint64_t one : {0x00, 0x7F, 0xBF, 0xC0, 0xC4, 0xC5, 0xFF}) {
    std::array<z3::check_result, 2> results{};
    for (const bool is_form : {false, true}) {
      z3::solver solver(context_);
      solver.add((is_form ? forms_.of(formula) : formula) && mutant_ == number(one));
      results[is_form ? 1 : 0] = solver.check();
    }
    EXPECT_EQ(results[0], results[1]) << one;
    satisfiable += results[0] == z3::sat ? 1 : 0;
  }
  EXPECT_EQ(satisfiable, 3u);  // 00, 7F and BF
}

class DifferenceTest : public testing::Test {
 protected:
  z3::expr word(const char* name) { return context_.bv_const(name, 8); }
  z3::expr number(std::uint64_t value) { return context_.bv_val(value, 8); }
  z3::check_result check(const z3::expr& formula) {
    z3::solver solver(context_);
    solver.add(formula);
    return solver.check();
  }
  static std::vector<z3::expr> pieces(const Difference& difference) {
    return pieces_of({difference}).front();
  }
  // Where they differ, a piece says so.
  void expect_all_covered(const Difference& difference) {
    z3::expr any = context_.bool_val(false);
    for (const z3::expr& piece : pieces(difference)) any = any || piece;
    EXPECT_EQ(check(difference.whole && !any), z3::unsat);
  }

  z3::context context_;
  z3::expr a_ = word("a"), b_ = word("b"), c_ = word("c");
};

TEST_F(DifferenceTest, BranchesDifferInTheConditionOrOnASide) {
  const z3::expr source = z3::ite(z3::ult(a_, b_), z3::ite(c_ == a_, a_, b_), c_);
  const std::vector<z3::expr> changed{
      z3::ite(z3::ule(a_, b_), z3::ite(c_ == a_, a_, b_), c_),
      z3::ite(z3::ult(a_, b_), z3::ite(c_ == b_, a_, b_), c_),
      z3::ite(z3::ult(a_, b_), z3::ite(c_ == a_, a_, b_ + number(1)), c_),
      z3::ite(z3::ult(a_, b_), z3::ite(c_ == a_, a_, b_), c_ & number(7)),
      z3::ite(z3::ule(a_, b_), z3::ite(c_ == b_, b_, a_), a_),
      a_,
      b_};
  for (const z3::expr& one : changed) {
    const Difference difference(one, source);
    EXPECT_EQ(check(difference.whole), z3::sat);
    expect_all_covered(difference);
  }
  EXPECT_EQ(pieces({changed[0], source}).size(), 1u);
  EXPECT_EQ(pieces({changed[4], source}).size(), 5u);
}

TEST_F(DifferenceTest, EachOfSeveralHasItsOwnPieces) {
  const z3::expr condition = z3::ult(a_, b_), source = z3::ite(condition, a_, b_);
  const std::vector<std::vector<z3::expr>> pieces =
      pieces_of({{source, source}, {z3::ite(condition, c_, b_), source}, {c_, b_}});
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_THAT(pieces[0], testing::IsEmpty());
  ASSERT_EQ(pieces[1].size(), 1u);
  EXPECT_EQ(check(pieces[1][0] != (c_ != a_)), z3::unsat);
  ASSERT_EQ(pieces[2].size(), 1u);
  EXPECT_EQ(check(pieces[2][0] != (c_ != b_)), z3::unsat);
  EXPECT_THAT(pieces_of({}), testing::IsEmpty());
}

TEST_F(DifferenceTest, WhatIsTheSameHasNoPieces) {
  const z3::expr source = z3::ite(z3::ult(a_, b_), a_, b_);
  EXPECT_THAT(pieces({source, source}), testing::IsEmpty());
  const z3::expr same = z3::ite(z3::ult(a_, b_), a_, b_ + number(0));
  EXPECT_EQ(check(Difference(same, source).whole), z3::unsat);
  EXPECT_THAT(pieces({same, source}), testing::IsEmpty());
}

TEST_F(DifferenceTest, OfTooManyPiecesItIsTheWhole) {
  z3::expr changed = a_, source = b_;
  for (unsigned i = 0; i < 40; ++i) {
    changed = z3::ite(c_ == number(i), changed, a_ + number(i));
    source = z3::ite(c_ == number(i), source, b_ + number(i));
  }
  const Difference difference(changed, source);
  ASSERT_EQ(pieces(difference).size(), 1u);
  EXPECT_EQ(check(pieces(difference)[0] != difference.whole), z3::unsat);
}

}  // namespace
}  // namespace placemat::prove
