// fuzz_report.h: what a benchmark of fuzzing engines found, as a table, as JSON, and as a drawing
// of the survival curves.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/bench/fuzz_trial.h"

namespace placemat::bench {

struct FuzzMeasurement {
  std::string fault;
  const FuzzEngineRow* engine = nullptr;
  std::vector<FuzzTrialResult> trials;
};

struct FuzzBenchmark {
  std::vector<PlantedFault> faults;
  std::vector<FuzzMeasurement> measurements;
  double limit = 30;                                         // seconds
  std::vector<std::pair<std::string, std::string>> not_run;  // an engine, and why
};

// Faults that are found within so many executions count as equal.
inline constexpr double kEqualExecutions = 1000;

// The ratio of each engine with our mutator to the same one without.
RatioSummary mutator_ratio(const FuzzBenchmark& results, const FuzzEngineRow& with);

nlohmann::ordered_json fuzz_json(const FuzzBenchmark& results);
std::string fuzz_table(const FuzzBenchmark& results);
std::string survival_svg(const FuzzBenchmark& results);

}  // namespace placemat::bench
