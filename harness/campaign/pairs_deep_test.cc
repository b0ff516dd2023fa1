// pairs_deep_test.cc: two planted faults in one decoder, for every pair of saboteurs. The README
// has the share of a drawn sample.
#include <gmock/gmock.h>

#include <iostream>

#include "harness/campaign/pairs.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

using fixture::corpus;

TEST(PairsDeep, NearlyAllPairsReportBothFaults) {
  const PairsResult result = check_pairs(corpus(), {.threads = 2});
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
      corpus(),
      {.names = {"sab_noncharacter_last_two", "sab_hang_finish"}, .sample = 1, .threads = 2});
  ASSERT_THAT(result.outcomes, testing::SizeIs(1));
  EXPECT_TRUE(result.outcomes[0].reports_both());
}

TEST(PairsDeep, TheSeedDrawsTheSample) {
  const auto names_of = [](std::uint64_t seed) {
    std::vector<std::string> names;
    const PairsResult result =
        check_pairs(corpus(), {.names = {"sab_overlong_c0", "sab_five_six_unit",
                                         "sab_nul_ends_input", "sab_fffd_is_error"},
                               .sample = 2,
                               .seed = seed});
    for (const PairOutcome& pair : result.outcomes) names.push_back(pair.first + pair.second);
    return names;
  };
  const std::vector<std::string> drawn = names_of(1);
  EXPECT_EQ(names_of(1), drawn);
  EXPECT_NE(names_of(2), drawn);
}

}  // namespace
}  // namespace placemat
