// Which mutants a formula holds of on one text, compared with a solver that is asked about each.
#include "harness/prove/mutants.h"

#include <gmock/gmock.h>

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

}  // namespace
}  // namespace placemat::prove
