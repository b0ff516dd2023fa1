// Scores are kept for the key that they are of, and nothing else is taken for one.
#include "harness/prove/mutation_score.h"

#include <gmock/gmock.h>

#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"

namespace placemat::prove {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

MutationScore some_score() {
  return {.mutants = 7,
          .refuted = 4,
          .equivalent = 2,
          .equivalents = {"a.h:1: 3 becomes 4", "b.h:2: < becomes <="},
          .survivors = {{"c.h:3: + becomes |", "C2 80"}},
          .seconds = 1.5};
}

void expect_some_score(const MutationScore& score) {
  EXPECT_EQ(score.mutants, 7u);
  EXPECT_EQ(score.refuted, 4u);
  EXPECT_EQ(score.equivalent, 2u);
  EXPECT_THAT(score.equivalents, ElementsAre("a.h:1: 3 becomes 4", "b.h:2: < becomes <="));
  ASSERT_EQ(score.survivors.size(), 1u);
  EXPECT_EQ(score.survivors.front().mutant, "c.h:3: + becomes |");
  EXPECT_EQ(score.survivors.front().text, "C2 80");
  EXPECT_EQ(score.seconds, 1.5);
}

TEST(MutationScore, IsReadAsItWasWritten) { expect_some_score(score_from(to_text(some_score()))); }

TEST(MutationScore, OtherTextIsNone) {
  for (const char* text : {"", "{}", "[]", "7", R"({"mutants": "seven"})", "{"})
    EXPECT_THROW(score_from(text), InputError) << text;
}

TEST(MutationScore, SumHasAllOfBoth) {
  MutationScore sum = some_score();
  sum += some_score();
  EXPECT_EQ(sum.mutants, 14u);
  EXPECT_EQ(sum.score_of(), 10u);
  EXPECT_EQ(sum.equivalents.size(), 4u);
  EXPECT_EQ(sum.survivors.size(), 2u);
}

TEST(KeptScores, AreFoundByTheirKeyOnly) {
  const KeptScores kept(fs::path(scratch()) / "scores");
  EXPECT_FALSE(kept.find("one"));
  kept.keep("one", some_score());
  ASSERT_TRUE(kept.find("one"));
  expect_some_score(*kept.find("one"));
  EXPECT_FALSE(kept.find("other"));
}

TEST(KeptScores, WithoutADirectoryNoneIsKept) {
  const KeptScores none{fs::path()};
  none.keep("one", some_score());
  EXPECT_FALSE(none.find("one"));
}

// A busy machine may leave a mutant undecided, which is not to be taken over.
TEST(KeptScores, OneWithAnUndecidedMutantIsNotKept) {
  const KeptScores kept{fs::path(scratch())};
  MutationScore score = some_score();
  score.undecided = {"d.h:4: 1 becomes 2"};
  kept.keep("one", score);
  EXPECT_FALSE(kept.find("one"));
}

TEST(KeptScores, WhatIsCutOffIsNone) {
  const fs::path directory = scratch();
  const KeptScores kept(directory);
  kept.keep("one", some_score());
  for (const auto& file : fs::directory_iterator(directory)) fs::resize_file(file, 20);
  EXPECT_FALSE(kept.find("one"));
}

}  // namespace
}  // namespace placemat::prove
