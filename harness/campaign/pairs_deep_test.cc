// pairs_deep_test.cc: two planted faults in one decoder, for every pair of saboteurs. The README
// has the share of a drawn sample.
#include <gmock/gmock.h>

#include <iostream>

#include "harness/campaign/pairs.h"

namespace placemat {
namespace {

TEST(PairsDeep, NearlyAllPairsReportBothFaults) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const PairsResult result = check_pairs(corpus, {.threads = 2});
  EXPECT_TRUE(result.finished);
  for (const PairOutcome& pair : result.outcomes) {
    if (!pair.reports_both()) std::cout << "hidden: " << pair.first << " + " << pair.second << "\n";
  }
  std::cout << result.reported() << " of " << result.outcomes.size() << "\n";
  EXPECT_GE(100 * result.reported(), 95 * result.outcomes.size());
}

// A hang mutes operations, and inputs with its units are not given again.
TEST(PairsDeep, AHangHidesNoOtherFault) {
  const PairsResult result = check_pairs(
      load_corpus(PLACEMAT_SOURCE_DIR "/corpus"),
      {.names = {"sab_noncharacter_last_two", "sab_hang_finish"}, .sample = 1, .threads = 2});
  ASSERT_THAT(result.outcomes, testing::SizeIs(1));
  EXPECT_TRUE(result.outcomes[0].reports_both());
}

}  // namespace
}  // namespace placemat
