// The longest case, whose presentations are many millions of code units.
#include "harness/judge/checker_fixture.h"

namespace placemat {
namespace {

TEST(Checker, AcceptsTheLongestCaseThatFitsWithItsSurroundings) {
  const Ledger ledger = check_one_of(*find_decoder("branchy"), Caller::kMaxUnits - kMostAround);
  EXPECT_EQ(ledger.tally.cases, 1u);
  EXPECT_GT(ledger.tally.checks, 100u);
  EXPECT_EQ(ledger.tally.failed, 0u);
}

}  // namespace
}  // namespace placemat
