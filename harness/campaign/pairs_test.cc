// pairs_test.cc: two planted faults in one decoder. The saboteurs say what is planted.
#include "harness/campaign/pairs.h"

#include <gmock/gmock.h>

#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

using fixture::corpus;

TEST(Pairs, BothFaultsAreReported) {
  const PairsResult result = check_pairs(
      corpus(), {.names = {"sab_overlong_e0", "sab_surrogate_all", "sab_drops_truncated_tail",
                           "sab_chunk_loses_state", "sab_swallow_next_unit"},
                 .sample = 8,
                 .threads = 2});
  EXPECT_TRUE(result.finished);
  EXPECT_THAT(result.outcomes, testing::SizeIs(8));
  for (const PairOutcome& pair : result.outcomes) {
    EXPECT_TRUE(pair.reports_both()) << pair.first << " + " << pair.second;
    EXPECT_GE(pair.findings.size(), 2u) << pair.first << " + " << pair.second;
  }
}

// Little room shows the one, enough room the other.
TEST(Pairs, ARefusalOfEnoughRoomHidesNoOverWrite) {
  const PairsResult result = check_pairs(
      corpus(),
      {.names = {"sab_capacity_exact_refused", "sab_overwrite_after_block"}, .threads = 2});
  for (const PairOutcome& pair : result.outcomes) {
    EXPECT_TRUE(pair.reports_both()) << pair.first << " + " << pair.second;
  }
}

// The one accepts every input that the other accepts, and more; so only one order can show both.
TEST(Pairs, APairWhoseFirstFaultCoversTheSecondIsCountedAsHidden) {
  const PairsResult result =
      check_pairs(corpus(), {.names = {"sab_surrogate_all", "sab_surrogate_high_only"}});
  EXPECT_EQ(result.hidden, 1u);
  EXPECT_THAT(result.outcomes, testing::SizeIs(1));
}

TEST(Pairs, DecodersWithDifferentClaimsAreCountedAndNotPaired) {
  const PairsResult result = check_pairs(
      corpus(), {.names = {"sab_count_per_byte_claims_maximal", "sab_count_surrogate_two"}});
  EXPECT_EQ(result.different_claims, 0u);
  EXPECT_EQ(result.outcomes.size() + result.hidden, 2u);
}

}  // namespace
}  // namespace placemat
