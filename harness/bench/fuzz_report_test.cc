#include "harness/bench/fuzz_report.h"

#include <gtest/gtest.h>

namespace placemat::bench {
namespace {

constexpr FuzzEngineRow kPlain{"plain", FuzzDriver::kLoop, "p"};
constexpr FuzzEngineRow kOurs{"ours", FuzzDriver::kLoop, "p", true, "plain"};

FuzzTrialResult found_after(double executions, double seconds) {
  return {executions, seconds, executions + 10, 2 * seconds, ""};
}
FuzzTrialResult cut_off_after(double executions) {
  return {std::nullopt, std::nullopt, executions, 30, ""};
}

// "a" is found by both, "b" by ours, "c" by plain.
FuzzBenchmark three_faults() {
  FuzzBenchmark results;
  results.engines = {&kPlain, &kOurs};
  for (const char* name : {"a", "b", "c"}) results.faults.push_back({name, "bug", "", ""});
  results.measurements = {
      {"a", &kPlain, {found_after(16'000, 4)}}, {"a", &kOurs, {found_after(2'000, 1)}},
      {"b", &kPlain, {cut_off_after(80'000)}},  {"b", &kOurs, {found_after(5'000, 1)}},
      {"c", &kPlain, {found_after(1'500, 1)}},  {"c", &kOurs, {cut_off_after(6'000)}}};
  results.control_seconds = 7;
  return results;
}

// 8, at least 16 and at most 1/4: the cube root of 32.
TEST(FuzzBenchmarkRecord, ComparesWithAndWithoutOurMutator) {
  const FuzzBenchmarkRecord record = record_of(three_faults());
  ASSERT_EQ(record.ratios.size(), 1U);
  EXPECT_EQ(record.ratios[0].engine, "ours");
  EXPECT_EQ(record.ratios[0].faults, 3U);
  EXPECT_EQ(record.ratios[0].at_least, 1U);
  EXPECT_EQ(record.ratios[0].at_most, 1U);
  EXPECT_NEAR(record.ratios[0].mean, 3.1748, 1e-4);
  EXPECT_DOUBLE_EQ(record.ratios[0].lowest, 0.25);
}

TEST(FuzzBenchmarkRecord, StatesEachTrialAndAllProcessorTime) {
  const FuzzBenchmarkRecord record = record_of(three_faults());
  ASSERT_EQ(record.measurements.size(), 6U);
  const BenchmarkMeasurement &found = record.measurements[0], &cut_off = record.measurements[2];
  EXPECT_EQ(found.found, 1U);
  EXPECT_EQ(found.executions.median, 16'000);
  EXPECT_FALSE(found.executions.has_interval);
  EXPECT_EQ(found.trials.at(0).executions, 16'000U);
  EXPECT_EQ(cut_off.found, 0U);
  EXPECT_EQ(cut_off.executions.median, 0);
  EXPECT_FALSE(cut_off.trials.at(0).found);
  EXPECT_EQ(cut_off.trials.at(0).executions, 80'000U);
  EXPECT_EQ(cut_off.trials.at(0).seconds, 30);
  EXPECT_DOUBLE_EQ(record.processor_seconds, 7 + 2 * (4 + 1 + 1 + 1) + 2 * 30);
}

}  // namespace
}  // namespace placemat::bench
