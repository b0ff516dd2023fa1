// sources_deep_test.cc: what the sources of a run and the exported sets kill. Minutes.
#include <gtest/gtest.h>

#include "harness/corpus/fixture.h"
#include "harness/generate/vector_set.h"
#include "harness/strength/sources.h"
#include "harness/strength/strength.h"

namespace placemat {
namespace {

using fixture::corpus;

TEST(Sources, KillOneMutantOfEachFamilyTogether) {
  ComparisonOptions options;
  options.sample = 1;
  const SourceComparison all = compare_sources(corpus(), options, {2});
  EXPECT_EQ(all.mutants, kMutantFamilyCount);
  EXPECT_EQ(all.killed, all.mutants);
  EXPECT_TRUE(all.survivors.empty());
  EXPECT_EQ(all.killed_by_quick + all.quick_misses.size(), all.killed);
  std::uint64_t alone = 0;
  for (const SourceStrength& source : all.sources) {
    EXPECT_GT(source.checks, 0u) << source.source;
    EXPECT_LE(source.killed_alone, source.killed) << source.source;
    alone += source.killed_alone;
  }
  EXPECT_LE(alone, all.killed);
  std::uint64_t killed = 0, by_quick = 0;
  ASSERT_EQ(all.families.size(), kMutantFamilyCount);
  for (const FamilySample& family : all.families) {
    EXPECT_EQ(family.sampled, 1u) << family.family;
    EXPECT_GT(family.size, 100u) << family.family;
    killed += family.killed;
    by_quick += family.killed_by_quick;
  }
  EXPECT_EQ(killed, all.killed);
  EXPECT_EQ(by_quick, all.killed_by_quick);
}

// Two families of 900 and 100 mutants; of the small one, the quick run kills half.
TEST(Sources, WeighEachFamilyByItsSize) {
  SourceComparison comparison;
  EXPECT_EQ(quick_share(comparison), 0);
  comparison.families = {{"large", 900, 4, 4, 4}, {"small", 100, 4, 4, 2}, {"empty", 50, 0, 0, 0}};
  EXPECT_DOUBLE_EQ(quick_share(comparison), 95);
}

Strength strength_of(VectorSet set) {
  StrengthOptions options;
  options.threads = 2;
  return measure("a set", probes_of(vectors_of(set, corpus())), options).strength;
}

double percent(const Strength& strength, std::string_view how) {
  const Tally tally = automata_tally(strength, how);
  return 100.0 * static_cast<double>(tally.killed) / static_cast<double>(tally.killable);
}

TEST(VectorSetStrength, IsWhatTheReadmeStates) {
  EXPECT_GE(percent(strength_of(VectorSet::kCore), kByOutput), 92);
  EXPECT_GE(percent(strength_of(VectorSet::kStandard), kByOutput), 96);
  const Strength full = strength_of(VectorSet::kFull);
  EXPECT_EQ(percent(full, kByOutput), 100);
  EXPECT_EQ(percent(full, kByVerdict), 100);
}

}  // namespace
}  // namespace placemat
