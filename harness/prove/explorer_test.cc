// The explorer: which paths it takes, and what it asks the solver. What a mutant's exploration
// takes over from that of the source changes no formula.
#include "harness/prove/explorer.h"

#include <gtest/gtest.h>

#include "harness/prove/word.h"

namespace placemat::prove {
namespace {

using Unit = Word<8>;

// Three branches, the second one only behind the first, and sums that no branch sees.
std::vector<z3::expr> classes_of(const z3::expr& unit) {
  const Unit x{unit};
  Unit result = Unit::exactly(0);
  if (bool(x >= 0x80)) {
    result = bool(x >= 0xC0) ? x + 3 : x + 2;
  } else {
    result = x + 1;
  }
  if (bool(x == 0x41)) result = result ^ 5;
  return {result.expr()};
}

class ExplorerOfMutants : public testing::Test {
 protected:
  ExplorerOfMutants() : unit_(context_.bv_const("unit", 8)), yes_(context_.bool_val(true)) {
    source_.emplace(context_, sites_);
    words_ = source_->explore(yes_, [&] { return classes_of(unit_); }).words;
    sites_.number();
  }
  // With or without the branches of the source.
  Explorer::Merged explored(const Site& site, std::uint64_t mutant, bool follows) {
    Explorer explorer(context_, sites_, site, context_.bv_val(mutant, 32));
    if (follows) explorer.follow(source_->forks());
    const Explorer::Merged merged = explorer.explore(yes_, [&] { return classes_of(unit_); });
    questions_ = explorer.questions();
    return merged;
  }
  bool can_be(const z3::expr& condition) {
    z3::solver solver(context_);
    solver.add(condition);
    return solver.check() == z3::sat;
  }

  z3::context context_;
  Sites sites_;
  z3::expr unit_, yes_;
  std::optional<Explorer> source_;
  std::vector<z3::expr> words_;
  std::size_t questions_ = 0;
};

TEST_F(ExplorerOfMutants, TakesEachPathOfTheSource) {
  for (unsigned unit = 0; unit < 256; ++unit) {
    const unsigned sum = unit + (unit >= 0xC0 ? 3u : unit >= 0x80 ? 2u : 1u);
    const unsigned due = (unit == 0x41 ? sum ^ 5 : sum) & 0xFF;
    EXPECT_FALSE(
        can_be(unit_ == context_.bv_val(unit, 8) && words_.front() != context_.bv_val(due, 8)))
        << unit;
  }
  EXPECT_EQ(source_->longest_path(), 3u);
}

TEST_F(ExplorerOfMutants, ComputesTheSameWithTheBranchesOfTheSource) {
  std::size_t mutants = 0, others = 0;
  for (const auto& site : sites_.all()) {
    for (std::uint64_t i = 0; i < site->mutants(); ++i, ++mutants) {
      const std::uint64_t mutant = site->first_mutant + i;
      const Explorer::Merged alone = explored(*site, mutant, false);
      const Explorer::Merged following = explored(*site, mutant, true);
      EXPECT_FALSE(can_be(alone.words.front() != following.words.front() || following.is_missed))
          << site->mutant_text(mutant);
      others += can_be(alone.words.front() != words_.front()) ? 1 : 0;
    }
  }
  EXPECT_GT(mutants, 60u);
  EXPECT_GT(others, mutants / 2);
}

TEST_F(ExplorerOfMutants, AsksOnlyAboutBranchesThatTheSourceHasNot) {
  std::size_t unasked = 0, asked = 0;
  for (const auto& site : sites_.all()) {
    for (std::uint64_t i = 0; i < site->mutants(); ++i) {
      explored(*site, site->first_mutant + i, false);
      EXPECT_GT(questions_, 0u);
      explored(*site, site->first_mutant + i, true);
      (questions_ == 0 ? unasked : asked) += 1;
    }
  }
  // Sums are no conditions.
  EXPECT_GT(unasked, 30u);
  EXPECT_GT(asked, 30u);
}

// A wrong side that a fork tells is followed, so the test above would see a fork of another branch.
TEST_F(ExplorerOfMutants, BelievesTheForks) {
  source_->forks()->can_not = false;
  const Site& site = *sites_.all().front();
  EXPECT_TRUE(can_be(explored(site, 0, true).is_missed));
}

}  // namespace
}  // namespace placemat::prove
