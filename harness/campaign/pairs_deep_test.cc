// pairs_deep_test.cc: two planted faults in one decoder, for every pair of saboteurs. The share is
// the figure in the README.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace placemat
