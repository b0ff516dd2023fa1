#include "harness/prove/question.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace placemat::prove {
namespace {

class QuestionTest : public testing::Test {
 protected:
  z3::expr number(std::uint64_t value) { return context_.bv_val(value, 64); }

  z3::context context_;
  z3::expr word_ = context_.bv_const("word", 64);
};

TEST_F(QuestionTest, ValuesAreThoseOfTheGivenContext) {
  Question question(context_);
  const z3::expr formula = word_ * number(3) == number(21) && z3::ult(word_, number(100));
  question.add(formula);
  ASSERT_EQ(question.ask(), z3::sat);
  EXPECT_TRUE(question.values().eval(formula, true).is_true());
  EXPECT_EQ(question.values().eval(word_, true).get_numeral_uint64(), 7U);
}

TEST_F(QuestionTest, WhatIsAddedHoldsFromThenOn) {
  Question question(context_);
  question.add(z3::ugt(word_, number(5)));
  EXPECT_EQ(question.ask(), z3::sat);
  question.add(z3::ult(word_, number(6)));
  EXPECT_EQ(question.ask(), z3::unsat);
}

TEST_F(QuestionTest, AnAssumptionHoldsForOneAnswer) {
  Question question(context_);
  question.add(z3::ugt(word_, number(5)));
  EXPECT_EQ(question.ask(word_ == number(5)), z3::unsat);
  EXPECT_EQ(question.ask(word_ == number(6)), z3::sat);
  EXPECT_EQ(question.values().eval(word_, true).get_numeral_uint64(), 6U);
}

// The next question has another context.
TEST_F(QuestionTest, ALargeQuestionIsAnsweredBesideTheNextOnes) {
  z3::expr sum = word_;
  for (unsigned i = 1; i < 2'000; ++i) sum = sum + (word_ ^ number(i));
  Question large(context_);
  large.add(sum == sum.ctx().bv_const("sum", 64) && word_ == number(0));
  ASSERT_EQ(large.ask(), z3::sat);
  EXPECT_EQ(ask(word_ == number(1) && word_ == number(2)), z3::unsat);
  EXPECT_EQ(ask(word_ == number(1)), z3::sat);
  const z3::expr is_right = context_.bv_const("sum", 64) == number(2'000 * 1'999 / 2);
  EXPECT_EQ(large.ask(!is_right), z3::unsat);
  ASSERT_EQ(large.ask(is_right), z3::sat);
  EXPECT_TRUE(large.values().eval(is_right, true).is_true());
}

// The factors of a product of two large primes.
TEST_F(QuestionTest, BehindItsLimitTheAnswerIsUnknown) {
  const z3::expr other = context_.bv_const("other", 64);
  const auto is_factor = [&](const z3::expr& one) {
    return z3::ugt(one, number(1)) && z3::ult(one, number(std::uint64_t{1} << 32));
  };
  EXPECT_EQ(ask(word_ * other == number(4294967291U * std::uint64_t{4294967279U}) &&
                    is_factor(word_) && is_factor(other),
                1),
            z3::unknown);
}

// Whether some multiple of a factor lies in a range, against all 256 units.
TEST_F(QuestionTest, AnswersAsTryingAllUnitsDoes) {
  const z3::expr unit = context_.bv_const("unit", 8);
  unsigned possible = 0, questions = 0;
  for (const unsigned factor : {2U, 16U, 85U, 255U}) {
    for (unsigned low = 1; low < 256; low += 51) {
      for (unsigned high = low + 1; high < 256; high += 51) {
        bool is_possible = false;
        for (unsigned value = 0; value < 256; ++value) {
          const unsigned product = value * factor % 256;
          is_possible = is_possible || (product >= low && product < high);
        }
        const z3::expr product = unit * context_.bv_val(factor, 8);
        EXPECT_EQ(ask(z3::uge(product, context_.bv_val(low, 8)) &&
                      z3::ult(product, context_.bv_val(high, 8))),
                  is_possible ? z3::sat : z3::unsat)
            << factor << " " << low << " " << high;
        possible += is_possible ? 1 : 0;
        ++questions;
      }
    }
  }
  EXPECT_GT(possible, 0U);
  EXPECT_LT(possible, questions);
}

}  // namespace
}  // namespace placemat::prove
