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
    if (follows) explorer.follow(source_->known());
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
  source_->known().forks->can_not = false;
  const Site& site = *sites_.all().front();
  EXPECT_TRUE(can_be(explored(site, 0, true).is_missed));
}

// A place two behind an ASCII unit.
std::vector<z3::expr> place_behind(const z3::expr& unit) {
  const Unit x{unit};
  if (bool(x >= 0x80)) return {unit};
  const Unit place = x + 2;
  Explorer::current().require(z3::ult(place.expr(), unit.ctx().bv_val(0x82, 8)), "it has room");
  return {place.expr()};
}

class ExplorerOfPlaces : public testing::Test {
 protected:
  ExplorerOfPlaces() : unit_(context_.bv_const("unit", 8)), yes_(context_.bool_val(true)) {
    source_.emplace(context_, sites_);
    source_->explore(yes_, [&] { return place_behind(unit_); });
    sites_.number();
  }
  Explorer of_mutant(const Site& site, std::uint64_t mutant) {
    Explorer explorer(context_, sites_, site, context_.bv_val(mutant, 32));
    explorer.follow(source_->known());
    return explorer;
  }

  z3::context context_;
  Sites sites_;
  z3::expr unit_, yes_;
  std::optional<Explorer> source_;
};

TEST_F(ExplorerOfPlaces, StopsExactlyWhereAMutantBreaksARequirement) {
  std::size_t breaking = 0, others = 0;
  for (const auto& site : sites_.all()) {
    for (std::uint64_t i = 0; i < site->mutants(); ++i) {
      const std::uint64_t mutant = site->first_mutant + i;
      Explorer whole = of_mutant(*site, mutant);
      Explorer stopping(context_, sites_, *site, context_.bv_val(mutant, 32));
      stopping.stop_where_broken();
      whole.explore(yes_, [&] { return place_behind(unit_); });
      const Explorer::Merged merged = stopping.explore(yes_, [&] { return place_behind(unit_); });
      z3::solver solver(context_);
      solver.add(whole.broken());
      ASSERT_EQ(merged.breaks.has_value(), solver.check() == z3::sat) << site->mutant_text(mutant);
      if (merged.breaks) {
        EXPECT_TRUE(merged.breaks->eval(whole.broken(), true).is_true());
      }
      (merged.breaks ? breaking : others) += 1;
    }
  }
  EXPECT_GT(breaking, 5u);
  EXPECT_GT(others, 3u);
}

TEST_F(ExplorerOfPlaces, AsksNothingAboutRequirementsOfTheSource) {
  const Site* of_branch = nullptr;
  for (const auto& site : sites_.all()) {
    if (site->was == 0x80 && site->kind == Site::Kind::kConstant) of_branch = site.get();
  }
  ASSERT_NE(of_branch, nullptr);
  const std::uint64_t mutant = of_branch->first_mutant + 1;  // 7F: fewer units come here
  Known without = source_->known();
  without.required.clear();
  Explorer told = of_mutant(*of_branch, mutant);
  Explorer untold(context_, sites_, *of_branch, context_.bv_val(mutant, 32));
  untold.follow(without);
  told.stop_where_broken();
  untold.stop_where_broken();
  told.explore(yes_, [&] { return place_behind(unit_); });
  untold.explore(yes_, [&] { return place_behind(unit_); });
  EXPECT_EQ(told.questions() + 1, untold.questions());
}

TEST_F(ExplorerOfPlaces, TellsFormulasOfSeveralMutants) {
  const Site& site = *sites_.all().front();
  const z3::expr low = context_.bv_const("mutant", 7), wide = context_.bv_const("mutant", 32);
  const Explorer of_table(context_, sites_, site, z3::concat(context_.bv_val(0, 25), low));
  const Explorer of_operator(context_, sites_, site, wide);
  EXPECT_TRUE(of_table.has_mutants(z3::zext(low, 1) + unit_));
  EXPECT_FALSE(of_table.has_mutants(unit_ + unit_));
  EXPECT_TRUE(of_operator.has_mutants(z3::ite(wide == 7, unit_, unit_ + 1)));
  EXPECT_FALSE(of_mutant(site, 7).has_mutants(unit_));
  EXPECT_FALSE(source_->has_mutants(unit_));
}

TEST(SimplifiedFormulas, AreThoseThatEachGivesAlone) {
  z3::context context;
  const z3::expr a = context.bv_const("a", 8), b = context.bv_const("b", 8);
  const std::vector<z3::expr> given{a + 0, a == b, (a ^ b) ^ b,
                                    z3::ult(a & 7, context.bv_val(8, 8))};
  const std::vector<z3::expr> simple = simplified(given);
  ASSERT_EQ(simple.size(), given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    z3::solver solver(context);
    solver.add(simple[i] != given[i]);
    EXPECT_EQ(solver.check(), z3::unsat) << given[i];
  }
  EXPECT_TRUE(z3::eq(simple[0], a));
  EXPECT_TRUE(simplified(std::vector<z3::expr>{}).empty());
}

TEST_F(ExplorerOfPlaces, SimplifiesAFormulaOnce) {
  Explorer explorer = of_mutant(*sites_.all().front(), 1);
  const z3::expr formula = unit_ + unit_ - unit_;
  const z3::expr simple = explorer.simplified(formula);
  EXPECT_TRUE(z3::eq(simple, unit_));
  EXPECT_NE(explorer.known().simplified->find(formula), nullptr);
  EXPECT_TRUE(z3::eq(explorer.simplified(formula), simple));
  // What the source has simplified is not kept again.
  const auto of_source = source_->known().simplified;
  const z3::expr other = unit_ + unit_ - unit_ + 1;
  of_source->add(other);
  explorer.simplified(other);
  EXPECT_EQ(explorer.known().simplified->find(other), nullptr);
}

}  // namespace
}  // namespace placemat::prove
