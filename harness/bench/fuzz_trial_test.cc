#include "harness/bench/fuzz_trial.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace placemat::bench {
namespace {

TEST(DrawFaults, HasEachKindAndIsRepeatable) {
  const std::vector<PlantedFault> all = planted_faults(1992, {}, WorkOptions(1));
  const auto drawn = draw_faults(all, 24, 1992), again = draw_faults(all, 24, 1992);
  ASSERT_EQ(drawn.size(), 24U);
  std::map<std::string, std::size_t> kinds;
  std::set<std::string> groups;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    ++kinds[drawn[i].kind];
    groups.insert(drawn[i].kind + "/" + drawn[i].group);
    EXPECT_EQ(drawn[i].name, again[i].name);
  }
  EXPECT_EQ(kinds.size(), 6U);
  for (const auto& [kind, count] : kinds) EXPECT_EQ(count, 4U) << kind;
  EXPECT_GT(groups.size(), 18U);
  EXPECT_NE(draw_faults(all, 24, 1993)[0].name, drawn[0].name);
}

// The directory with "true" stands for that of the targets.
FuzzTrialResult trial_of(const char* program, FuzzDriver driver) {
  const std::atomic<bool> stop = false;
  const FuzzEngineRow engine{"engine", driver, program};
  FuzzTrialPlan plan;
  plan.engine = &engine;
  plan.limit = 0.2;
  return run_fuzz_trial({"/bin", "", ""}, plan, stop);
}

TEST(FuzzTrial, AProgramThatEndsWithoutResultIsAFailureAndNotCutOff) {
  const FuzzTrialResult found = trial_of("true", FuzzDriver::kLibFuzzer);
  EXPECT_FALSE(found.executions.has_value());
  EXPECT_EQ(found.failure, "exit code 0");
}

// "yes" writes its argument, the seed, until it is ended.
TEST(FuzzTrial, ATargetThatExecutesNothingIsAFailure) {
  const FuzzTrialResult found = trial_of("yes", FuzzDriver::kLoop);
  EXPECT_FALSE(found.seconds.has_value());
  EXPECT_EQ(found.failure, "no execution within the limit");
  EXPECT_GT(found.processor_seconds, 0);
}

TEST(FuzzPrograms, SayWhatIsAbsent) {
  const FuzzPrograms none{"/bin", "", ""};
  for (const FuzzEngineRow& engine : fuzz_engines()) {
    const std::string absence = none.absence_of(engine);
    if (engine.driver == FuzzDriver::kAfl)
      EXPECT_EQ(absence, "give --afl-targets");
    else
      EXPECT_NE(absence.find("build benchmark_fuzzers"), std::string::npos) << absence;
  }
}

}  // namespace
}  // namespace placemat::bench
