// minimal_test.cc: small sets within limits, by hand; and a score that falls where the mutants left
// out need vectors of their own.
#include "harness/strength/minimal.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

using Set = std::vector<std::uint32_t>;

// Probes of these lengths.
std::vector<Probe> probes(const std::vector<std::size_t>& lengths) {
  std::vector<Probe> all;
  for (const std::size_t length : lengths) all.push_back({"", Bytes(length, 0x61)});
  return all;
}

Kills kills(std::vector<Set> by_values, std::vector<Set> by_everything) {
  Kills all;
  all.by_values = std::move(by_values);
  all.by_everything = std::move(by_everything);
  return all;
}

TEST(CoverWithin, KillsValuesFirst) {
  const Kills some = kills({{0}, {}, {}}, {{0}, {1}, {1}});
  const std::vector<bool> all(3, true);
  EXPECT_EQ(cover_within(some, all, probes({1, 1}), {2, 100}), (Set{0, 1}));
  EXPECT_EQ(cover_within(some, all, probes({1, 1}), {1, 100}), Set{0});
}

TEST(CoverWithin, KeepsTheLimitOfUnits) {
  const Kills some = kills({{0}, {1}, {2}}, {{0}, {1}, {2}});
  const std::vector<bool> all(3, true);
  EXPECT_EQ(cover_within(some, all, probes({5, 50, 5}), {9, 10}), (Set{0, 2}));
  EXPECT_EQ(cover_within(some, all, probes({5, 50, 5}), {9, 4}), Set{});
}

TEST(CoverWithin, IsMadeFromTheCountedMutantsOnly) {
  const Kills some = kills({{0}, {1}}, {{0}, {1}});
  EXPECT_EQ(cover_within(some, {false, true}, probes({1, 1}), {1, 99}), Set{1});
}

// Only a mutant of a noncharacter needs the second one, and no such mutant is there.
TEST(CoverWithin, HasEachNotableValueBeforeWhatOnlyReportsShow) {
  const std::vector<Probe> some{{"", {0x61}}, {"", {0xEF, 0xBF, 0xBE}}};
  const Kills none = kills({{}}, {{0}});
  EXPECT_EQ(cover_within(none, {true}, some, {1, 99}), Set{1});
}

// A byte order mark counts again where a text begins with it.
TEST(CoverWithin, HasEachNotableValueInFront) {
  const std::vector<Probe> some{{"", {0x61, 0xEF, 0xBB, 0xBF, 0xC2}},
                                {"", {0xEF, 0xBB, 0xBF, 0x61}}};
  EXPECT_EQ(cover_within(kills({}, {}), {}, some, {1, 99}), Set{1});
}

// No mutant is left, and the law can meet something new.
TEST(CoverWithin, FillsItsRoomWithNewReactions) {
  const std::vector<Probe> some{{"", {0x61}}, {"", {0x61}}, {"", {0xE2, 0x82}}};
  const Kills none = kills({{0}}, {{0}});
  EXPECT_EQ(cover_within(none, {true}, some, {9, 99}), (Set{0, 2}));
  EXPECT_EQ(cover_within(none, {true}, some, {1, 99}), Set{0});
}

// 3 + 2 + 1 mutants at three reactions, of ten.
TEST(ReportOnlyMutants, LimitWhatFewVectorsKill) {
  const ReportOnly bound{10, {3, 2, 1}};
  EXPECT_EQ(bound.most_by_output(0).killed, 4u);
  EXPECT_EQ(bound.most_by_output(1).killed, 7u);
  EXPECT_EQ(bound.most_by_output(2).killed, 9u);
  EXPECT_EQ(bound.most_by_output(3).killed, 10u);
  EXPECT_EQ(bound.most_by_output(4).percent(), 100);
}

// Two strings: whatever is made from one half has both.
TEST(CrossScores, ScoreTheMutantsOfTheOtherHalf) {
  const std::vector<Probe> two{{"lone", {0x80}}, {"two", {0xC3, 0xA9}}};
  const std::vector<CrossScore> whole = cross_scores(two, {}, 1992, 2);
  ASSERT_GE(whole.size(), 2u);
  EXPECT_EQ(whole[0].vectors, 2u);
  EXPECT_EQ(whole[0].units, 3u);
  EXPECT_EQ(whole[0].by_values.percent(), 100);
  EXPECT_GT(whole[0].by_values.of, 50u);
  // With room for one, what needs the other survives.
  const std::vector<CrossScore> cut = cross_scores(two, {1, 99}, 1992, 2);
  EXPECT_EQ(cut[0].by_values.of, whole[0].by_values.of);
  EXPECT_LT(cut[0].by_values.percent(), 90);
}

}  // namespace
}  // namespace placemat
