// minimal_exhaustive_test.cc: what `strength --minimal` promises of the curated vectors and the
// sets.
#include <gtest/gtest.h>

#include "harness/generate/vector_set.h"
#include "harness/strength/minimal.h"
#include "harness/strength/strength.h"

namespace placemat {
namespace {

TEST(Minimal, HoldsItsScoreOnMutantsThatItWasNotMadeFrom) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  std::vector<Probe> probes = probes_of(corpus.vectors);
  for (const VectorSet set : {VectorSet::kCore, VectorSet::kStandard}) {
    for (Probe& probe : probes_of(vectors_of(set, corpus))) probes.push_back(std::move(probe));
  }
  const SetLimits limits;
  const std::vector<CrossScore> scores = cross_scores(probes, limits, 1992, 2);
  ASSERT_GE(scores.size(), 2u);
  for (const CrossScore& score : scores) {
    EXPECT_LE(score.vectors, 1'500u) << score.made_from;
    EXPECT_LE(score.units, 25'000u) << score.made_from;
    // Faults of positions and histories need presentations, and those of single values every value.
    const bool is_automaton =
        score.scored_on != "position" && score.scored_on != "history" && score.scored_on != "value";
    if (is_automaton) {
      EXPECT_GE(score.by_values.percent(), 99) << score.scored_on;
    }
  }
  for (const CrossScore& half : {scores[0], scores[1]}) {
    EXPECT_GT(half.by_values.of, 50'000u);
    EXPECT_GE(half.by_values.percent(), 99);
  }
}

// The proof that 99 % by output, reports included, needs more than 1,500 vectors: half of the
// reactions of Table 3-7 to an ill-formed sequence would have to share a vector.
TEST(Minimal, CannotHaveEveryReactionAsItsFirstError) {
  const ReportOnly bound = report_only(2);
  EXPECT_GT(bound.at_reaction.size(), 2'000u);
  EXPECT_LT(bound.most_by_output(1'500).percent(), 99);
  EXPECT_EQ(bound.most_by_output(bound.at_reaction.size()).percent(), 100);
}

}  // namespace
}  // namespace placemat
