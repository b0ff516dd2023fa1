#include "harness/campaign/selftest.h"

#include <gtest/gtest.h>

#include <set>

#include "harness/corpus/fixture.h"
#include "harness/spec/dialect.h"

namespace placemat {
namespace {

using fixture::corpus;

SelftestOptions only(const std::string& name) {
  SelftestOptions options;
  options.names = {name};
  return options;
}

TEST(Selftest, CatchesASaboteurByThePlantedKind) {
  const SelftestResult result = selftest(corpus(), only("sab_overlong_c0"));
  ASSERT_EQ(result.outcomes.size(), 1u);
  const SelftestOutcome& outcome = result.outcomes.front();
  EXPECT_TRUE(result.finished && result.all_caught());
  EXPECT_TRUE(outcome.is_judged);
  EXPECT_EQ(outcome.budget, Budget::kQuick);
  ASSERT_NE(outcome.evidence(), nullptr);
  EXPECT_EQ(row_of(outcome.evidence()->kind).name, outcome.saboteur->planted_kind);
}

TEST(Selftest, ReportsProgressForEachBudget) {
  std::set<Budget> budgets;
  SelftestOptions options = only("sab_overlong_c0");
  options.progress = [&](Budget budget, std::size_t done, std::size_t all) {
    budgets.insert(budget);
    EXPECT_LE(done, all);
  };
  selftest(corpus(), options);
  EXPECT_EQ(budgets, std::set<Budget>{Budget::kQuick});
}

TEST(Selftest, IsNotFinishedWhenItIsStopped) {
  const std::atomic<bool> stop{true};
  SelftestOptions options = only("sab_overlong_c0");
  options.stop = &stop;
  const SelftestResult result = selftest(corpus(), options);
  EXPECT_FALSE(result.finished);
  EXPECT_FALSE(result.all_caught());
  // Nothing is said about a saboteur that was not run to the end.
  EXPECT_FALSE(result.outcomes.front().is_judged);
}

TEST(Selftest, WithoutSaboteursCatchesNothing) {
  const SelftestResult result = selftest(corpus(), only("no such saboteur"));
  EXPECT_TRUE(result.finished);
  EXPECT_FALSE(result.all_caught());
}

TEST(Selftest, ASaboteurCaughtByAnotherKindOnlySurvives) {
  SelftestOutcome outcome;
  outcome.saboteur = find_decoder("sab_overlong_c0");
  ASSERT_NE(outcome.saboteur, nullptr);
  outcome.result.findings.emplace_back().kind = Kind::kHang;
  EXPECT_EQ(outcome.evidence(), nullptr);
}

}  // namespace
}  // namespace placemat
