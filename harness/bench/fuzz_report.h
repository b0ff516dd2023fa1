// fuzz_report.h: the trials of a benchmark of fuzzing engines as the record of a report.
#pragma once

#include "harness/bench/fuzz_trial.h"
#include "harness/report/fuzz_benchmark.h"

namespace placemat::bench {

struct FuzzMeasurement {
  std::string fault;
  const FuzzEngineRow* engine = nullptr;
  std::vector<FuzzTrialResult> trials;
};

struct FuzzBenchmark {
  std::vector<const FuzzEngineRow*> engines;  // that ran
  std::vector<PlantedFault> faults;
  std::vector<FuzzMeasurement> measurements;
  double limit = 30;                                         // seconds
  double control_seconds = 0;                                // of processor time
  std::vector<std::pair<std::string, std::string>> not_run;  // an engine, and why
  std::vector<std::string> failures;                         // of trials, or of the control
};

// Faults that are found within so many executions count as equal.
inline constexpr double kEqualExecutions = 1000;

// The ratio of an engine with our mutator to the same one without.
RatioSummary mutator_ratio(const FuzzBenchmark& results, const FuzzEngineRow& with);

// Without the members that say where and how it was measured.
FuzzBenchmarkRecord record_of(const FuzzBenchmark& results);

}  // namespace placemat::bench
