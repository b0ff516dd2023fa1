// The C program of every finding of every saboteur, and of every symptom.
#include <iostream>

#include "harness/campaign/reproducer_fixture.h"

namespace placemat {
namespace {

TEST(ReproducerDeep, ShowsTheFaultOfEverySaboteur) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const SelftestResult result = selftest(corpus, {.threads = 2});
  ASSERT_TRUE(result.finished);
  std::size_t programs = 0, without = 0;
  for (const SelftestOutcome& outcome : result.outcomes) {
    for (const Finding& finding : outcome.result.findings) {
      for (const Finding& one : fixture::with_symptoms(finding)) {
        // Each hang takes ten seconds.
        if (one.kind == Kind::kHang && one.key != finding.key) continue;
        const bool is_made = fixture::expect_reproduced(one);
        ++(is_made ? programs : without);
        if (!is_made) std::cout << "no program: " << one.key << '\n';
      }
    }
  }
  std::cout << programs << " programs; " << without << " findings without one\n";
  EXPECT_GT(programs, 300u);
  EXPECT_EQ(without, 0u);
}

}  // namespace
}  // namespace placemat
