#include "harness/bench/fuzz_report.h"

#include <algorithm>

namespace placemat::bench {
namespace {

std::vector<Censored> members_of(const FuzzMeasurement& row, Censored FuzzTrialResult::* member) {
  std::vector<Censored> values;
  for (const FuzzTrialResult& trial : row.trials) values.push_back(trial.*member);
  return values;
}

const FuzzMeasurement* measurement_of(const FuzzBenchmark& results, std::string_view fault,
                                      std::string_view engine) {
  for (const FuzzMeasurement& row : results.measurements)
    if (row.fault == fault && row.engine->name == engine) return &row;
  return nullptr;
}

Censored median_executions(const FuzzMeasurement& row) {
  return median_of(members_of(row, &FuzzTrialResult::executions)).median;
}

// Executions until the limit, in the median of the trials that reached it.
double executions_to_limit(const FuzzMeasurement& row) {
  std::vector<Censored> counts;
  for (const FuzzTrialResult& trial : row.trials)
    if (!trial.executions) counts.emplace_back(trial.executions_in_all);
  return median_of(std::move(counts)).median.value_or(0);
}

BenchmarkMedian stated(const CensoredMedian& median) {
  return {median.median.value_or(0), median.low.value_or(0), median.high.value_or(0),
          median.has_interval};
}

BenchmarkMeasurement stated(const FuzzMeasurement& row, double limit) {
  BenchmarkMeasurement stated_row{
      .fault = row.fault,
      .engine = std::string(row.engine->name),
      .executions = stated(median_of(members_of(row, &FuzzTrialResult::executions))),
      .seconds = stated(median_of(members_of(row, &FuzzTrialResult::seconds)))};
  for (const FuzzTrialResult& trial : row.trials) {
    if (trial.executions) ++stated_row.found;
    const double executions = trial.executions.value_or(trial.executions_in_all);
    stated_row.trials.push_back({trial.executions.has_value(),
                                 static_cast<std::uint64_t>(executions),
                                 trial.seconds.value_or(limit), trial.processor_seconds});
  }
  return stated_row;
}

BenchmarkRatio stated(const FuzzEngineRow& engine, const RatioSummary& ratio) {
  return {std::string(engine.name),
          std::string(engine.without_mutator),
          ratio.pairs,
          ratio.at_least,
          ratio.at_most,
          ratio.neither,
          ratio.mean.value_or(0),
          ratio.lowest.value_or(0)};
}

}  // namespace

RatioSummary mutator_ratio(const FuzzBenchmark& results, const FuzzEngineRow& with) {
  std::vector<RatioPair> pairs;
  for (const PlantedFault& fault : results.faults) {
    const FuzzMeasurement* ours = measurement_of(results, fault.name, with.name);
    const FuzzMeasurement* theirs = measurement_of(results, fault.name, with.without_mutator);
    if (ours == nullptr || theirs == nullptr) continue;
    pairs.push_back({median_executions(*ours), median_executions(*theirs),
                     executions_to_limit(*ours), executions_to_limit(*theirs)});
  }
  return ratio_of(pairs, kEqualExecutions);
}

FuzzBenchmarkRecord record_of(const FuzzBenchmark& results) {
  FuzzBenchmarkRecord record;
  record.limit = results.limit;
  record.processor_seconds = results.control_seconds;
  record.failures = results.failures;
  for (const auto& [engine, why] : results.not_run) record.not_run.push_back({engine, why});
  for (const PlantedFault& fault : results.faults)
    record.faults.push_back({fault.name, fault.kind, fault.group, fault.planted});
  for (const FuzzEngineRow* engine : results.engines) {
    record.engines.emplace_back(engine->name);
    const RatioSummary ratio = mutator_ratio(results, *engine);
    if (ratio.pairs + ratio.neither > 0) record.ratios.push_back(stated(*engine, ratio));
  }
  for (const FuzzMeasurement& row : results.measurements) {
    for (const FuzzTrialResult& trial : row.trials)
      record.processor_seconds += trial.processor_seconds;
    record.measurements.push_back(stated(row, results.limit));
  }
  return record;
}

}  // namespace placemat::bench
