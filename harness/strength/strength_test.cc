// strength_test.cc: a measurement that is stopped reports what it has measured
// and the number of mutants that it has not.
#include "harness/strength/strength.h"

#include <gtest/gtest.h>

#include <numeric>

#include "harness/strength/mutants.h"

namespace placemat {
namespace {

std::size_t all_mutants() {
  return automaton_mutants().size() + position_mutants().size() + history_mutants(1992).size() +
         state_mutants().size() + buffer_mutants().size();
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
  const Strength strength = measure("two", probes, options);
  EXPECT_EQ(told_of, all_mutants());
  EXPECT_GT(strength.not_judged, 0u);
  EXPECT_GE(counted(strength), 500u);
  // For streams and memory, kills by strings are not counted.
  EXPECT_EQ(counted(strength) + strength.not_judged, all_mutants());
  EXPECT_FALSE(strength.families.front().by_standard_run.has_value());
}

TEST(Measure, JudgesEveryMutantWhenNotStopped) {
  const std::vector<Probe> probes{{"lone", {0x80}}};
  StrengthOptions options;
  options.threads = 2;
  const Strength strength = measure("one", probes, options);
  EXPECT_EQ(strength.not_judged, 0u);
  EXPECT_EQ(counted(strength), all_mutants());
}

}  // namespace
}  // namespace placemat
