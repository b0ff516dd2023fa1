// pairs_test.cc: two planted faults in one decoder. The saboteurs say what is planted.
#include "harness/campaign/pairs.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

const Corpus& corpus() {
  static const Corpus kCorpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  return kCorpus;
}

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
    EXPECT_GE(pair.findings, 2u) << pair.first << " + " << pair.second;
  }
}

// Each pair is judged, or it is counted with the reason why not.
TEST(Pairs, EveryPairIsJudgedOrCounted) {
  const PairsResult result = check_pairs(
      corpus(), {.names = {"sab_count_per_byte_claims_maximal", "sab_count_surrogate_two"}});
  EXPECT_EQ(result.outcomes.size() + result.hidden + result.different_claims, 2u);
}

TEST(Pairs, TheSeedDrawsTheSample) {
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
  EXPECT_EQ(names_of(1), names_of(1));
  EXPECT_NE(names_of(1), names_of(2));
}

}  // namespace
}  // namespace placemat
