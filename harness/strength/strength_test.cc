// strength_test.cc: a measurement that is stopped reports what it has measured
// and the number of mutants that it has not.
#include "harness/strength/strength.h"

#include <gtest/gtest.h>

#include <numeric>

#include "harness/strength/mutants.h"

namespace placemat {
namespace {

std::size_t all_mutants() {
  return automaton_mutants().size() + position_mutants().size() + history_mutants().size() +
         value_mutants(1992).size() + state_mutants().size() + buffer_mutants().size();
}

std::size_t counted(const Strength& strength) {
  return std::accumulate(
      strength.families.begin(), strength.families.end(), std::size_t{0},
      [](std::size_t sum, const FamilyStrength& family) { return sum + family.mutants; });
}

TEST(Measure, CountsTheJudgedMutantsWhenStopped) {
  const std::vector<Probe> probes{{"lone", {0x80}}, {"two", {0xC3, 0xA9}}};
  std::atomic<bool> stop{false};
  StrengthOptions options;
  options.threads = 2;
  options.stop = &stop;
  std::size_t told_of = 0;
  options.progress = [&](std::size_t done, std::size_t all) {
    told_of = all;
    if (done >= 500) stop = true;
  };
  const StrengthMeasurement measured = measure("two", probes, options);
  EXPECT_EQ(told_of, all_mutants() + 2 * automaton_mutants().size());
  EXPECT_GT(measured.not_judged, 0u);
  EXPECT_GE(counted(measured.strength), 500u);
  // For streams and memory, kills by strings are not counted.
  EXPECT_EQ(counted(measured.strength) + measured.not_judged, all_mutants());
  EXPECT_EQ(find_tally(measured.strength.families.front(), kByStandardRun), nullptr);
}

TEST(Measure, JudgesEveryMutantWhenNotStopped) {
  const std::vector<Probe> probes{{"lone", {0x80}}};
  StrengthOptions options;
  options.threads = 2;
  const StrengthMeasurement measured = measure("one", probes, options);
  EXPECT_EQ(measured.not_judged, 0u);
  const Strength& strength = measured.strength;
  EXPECT_EQ(counted(strength), all_mutants());
  EXPECT_EQ(strength.small_set, measured.small_set.size());
  EXPECT_EQ(strength.small_set_by_verdict, measured.small_set_by_verdict.size());
  const FamilyStrength& classes = strength.families.at(1);
  EXPECT_EQ(classes.name, "class");
  EXPECT_TRUE(classes.is_automaton);
  ASSERT_EQ(classes.tallies.size(), 3u);
  EXPECT_EQ(classes.tallies[0].how, kByOutput);
  EXPECT_EQ(classes.tallies[1].how, kByValues);
  EXPECT_EQ(classes.tallies[2].how, kByVerdict);
  // "class/00/as-80": the unit itself shows it.
  EXPECT_EQ(classes.tallies[0].survivors.at(0).mutant, "class/00/as-80");
  EXPECT_EQ(classes.tallies[0].survivors.at(0).killed_by, "00");
  // Strings alone do not show a fault of streams or memory.
  EXPECT_EQ(find_tally(strength.families.back(), kByOutput), nullptr);
}

}  // namespace
}  // namespace placemat
