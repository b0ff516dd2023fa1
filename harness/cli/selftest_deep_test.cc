// The planted errors that only the standard budget shows.
#include "harness/cli/selftest_fixture.h"

namespace placemat {
namespace {

TEST(Selftest, FindsTheSaboteursThatTheQuickBudgetMisses) {
  expect_caught({kOnlyByStandard.begin(), kOnlyByStandard.end()}, "standard");
}

}  // namespace
}  // namespace placemat
