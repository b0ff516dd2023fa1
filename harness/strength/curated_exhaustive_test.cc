// The bars of the curated vectors. The deep test report.strength has those of the standard run,
// too.
#include <gtest/gtest.h>

#include "harness/strength/strength.h"

namespace placemat {
namespace {

TEST(CuratedVectors, KillEveryAutomatonByItsOutputAndMostByTheirVerdicts) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  StrengthOptions options;
  options.threads = 2;
  const Strength strength =
      measure("the curated vectors", probes_of(corpus.vectors), options).strength;
  const Tally output = automata_tally(strength, kByOutput);
  const Tally verdict = automata_tally(strength, kByVerdict);
  EXPECT_GT(output.killable, 50'000u);
  EXPECT_EQ(output.killed, output.killable);
  EXPECT_GE(static_cast<double>(verdict.killed), 0.6 * static_cast<double>(verdict.killable));
}

}  // namespace
}  // namespace placemat
