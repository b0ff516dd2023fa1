// selftest_exhaustive_test.cc: all saboteurs in one process, as `placemat selftest` runs them.
#include <gtest/gtest.h>

#include "harness/campaign/selftest.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

// One cause, one finding: the few saboteurs with more have it first. What one saboteur leaves
// behind on a thread must not become a finding of another.
TEST(SelftestOfAll, HasAFindingOfThePlantedKindFirst) {
  const SelftestResult result = selftest(fixture::corpus(), {.threads = 2});
  EXPECT_TRUE(result.finished && result.all_caught());
  EXPECT_GE(result.outcomes.size(), 160u);
  std::size_t with_one = 0;
  for (const SelftestOutcome& outcome : result.outcomes) {
    const std::vector<Finding>& findings = outcome.result.findings;
    ASSERT_FALSE(findings.empty()) << outcome.saboteur->name;
    EXPECT_EQ(row_of(findings.front().kind).name, outcome.saboteur->planted_kind)
        << outcome.saboteur->name;
    EXPECT_LE(findings.size(), 3u) << outcome.saboteur->name;
    with_one += findings.size() == 1 ? 1 : 0;
  }
  EXPECT_GE(with_one + 5, result.outcomes.size());
}

}  // namespace
}  // namespace placemat
