#include "harness/bench/fuzz_report.h"

#include <fmt/format.h>

namespace placemat::bench {
namespace {

std::vector<Censored> members(const FuzzMeasurement& row, Censored FuzzTrialResult::* member) {
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
  return median_of(members(row, &FuzzTrialResult::executions)).median;
}

// Executions until the limit, in the median of the trials that reached it.
double executions_to_limit(const FuzzMeasurement& row) {
  std::vector<Censored> counts;
  for (const FuzzTrialResult& trial : row.trials)
    if (!trial.executions) counts.emplace_back(trial.executions_in_all);
  return median_of(std::move(counts)).median.value_or(0);
}

std::string number_text(const Censored& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::string interval_text(const CensoredMedian& median, int digits) {
  if (!median.has_interval) return "";
  return fmt::format("{}..{}", number_text(median.low, digits), number_text(median.high, digits));
}

nlohmann::ordered_json json_of(const Censored& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json json_of(const CensoredMedian& median) {
  return {{"median", json_of(median.median)},
          {"has_interval", median.has_interval},
          {"low", json_of(median.low)},
          {"high", json_of(median.high)}};
}

}  // namespace

RatioSummary mutator_ratio(const FuzzBenchmark& results, const FuzzEngineRow& with) {
  std::vector<RatioPair> pairs;
  for (const PlantedFault& fault : results.faults) {
    const FuzzMeasurement* ours = measurement_of(results, fault.name, with.name);
    const FuzzMeasurement* theirs = measurement_of(results, fault.name, with.without_mutator);
    if (ours == nullptr || theirs == nullptr) continue;
    pairs.push_back(
        {median_executions(*ours), median_executions(*theirs), executions_to_limit(*theirs)});
  }
  return ratio_of(pairs, kEqualExecutions);
}

nlohmann::ordered_json fuzz_json(const FuzzBenchmark& results) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  double processor = 0;
  for (const FuzzMeasurement& row : results.measurements) {
    nlohmann::ordered_json trials = nlohmann::ordered_json::array();
    for (const FuzzTrialResult& trial : row.trials) {
      processor += trial.processor_seconds;
      trials.push_back({{"executions", json_of(trial.executions)},
                        {"executions_in_all", trial.executions_in_all},
                        {"seconds", json_of(trial.seconds)},
                        {"processor_seconds", trial.processor_seconds},
                        {"failure", trial.failure}});
    }
    rows.push_back({{"fault", row.fault},
                    {"engine", row.engine->name},
                    {"executions", json_of(median_of(members(row, &FuzzTrialResult::executions)))},
                    {"seconds", json_of(median_of(members(row, &FuzzTrialResult::seconds)))},
                    {"trials", trials}});
  }
  nlohmann::ordered_json not_run = nlohmann::ordered_json::array(),
                         ratios = nlohmann::ordered_json::array(),
                         faults = nlohmann::ordered_json::array();
  for (const auto& [engine, why] : results.not_run)
    not_run.push_back({{"engine", engine}, {"why", why}});
  for (const FuzzEngineRow& engine : fuzz_engines()) {
    if (engine.without_mutator.empty()) continue;
    const RatioSummary ratio = mutator_ratio(results, engine);
    ratios.push_back({{"engine", engine.name},
                      {"without", engine.without_mutator},
                      {"faults", ratio.pairs},
                      {"bounds", ratio.bounds},
                      {"only_without", ratio.only_without},
                      {"neither", ratio.neither},
                      {"mean", json_of(ratio.mean)},
                      {"worst", json_of(ratio.worst)}});
  }
  for (const PlantedFault& fault : results.faults)
    faults.push_back({{"fault", fault.name}, {"kind", fault.kind}, {"group", fault.group}});
  return {{"limit_seconds", results.limit},
          {"processor_seconds", processor},
          {"not_run", not_run},
          {"faults", faults},
          {"ratios", ratios},
          {"measurements", rows}};
}

std::string fuzz_table(const FuzzBenchmark& results) {
  std::string text;
  double processor = 0;
  for (const PlantedFault& fault : results.faults) {
    text += fmt::format("{} ({})\n", fault.name, fault.kind);
    for (const FuzzEngineRow& engine : fuzz_engines()) {
      const FuzzMeasurement* row = measurement_of(results, fault.name, engine.name);
      if (row == nullptr) continue;
      std::size_t found = 0;
      for (const FuzzTrialResult& trial : row->trials) {
        processor += trial.processor_seconds;
        if (trial.executions) ++found;
      }
      const CensoredMedian executions = median_of(members(*row, &FuzzTrialResult::executions));
      const CensoredMedian seconds = median_of(members(*row, &FuzzTrialResult::seconds));
      text += fmt::format("  {:24}{:>7}{:>12}{:>20}{:>9}{:>16}\n", engine.name,
                          fmt::format("{}/{}", found, row->trials.size()),
                          number_text(executions.median, 0), interval_text(executions, 0),
                          number_text(seconds.median, 2), interval_text(seconds, 2));
    }
  }
  if (!text.empty())
    text = fmt::format("  {:24}{:>7}{:>12}{:>20}{:>9}{:>16}\n", "engine", "found", "executions",
                       "95 %", "seconds", "95 %") +
           text + "-: the median is above the limit\n";
  for (const FuzzEngineRow& engine : fuzz_engines()) {
    if (engine.without_mutator.empty()) continue;
    const RatioSummary ratio = mutator_ratio(results, engine);
    if (ratio.mean)
      text += fmt::format(
          "{}: {}{:.2f} times fewer executions than {} (geometric mean; faults: {}), {:.2f} at "
          "the lowest\n",
          engine.name, ratio.bounds > 0 ? "at least " : "", *ratio.mean, engine.without_mutator,
          ratio.pairs, *ratio.worst);
    if (ratio.bounds + ratio.only_without + ratio.neither > 0)
      text += fmt::format("  found only with our mutator: {}; only without: {}; by neither: {}\n",
                          ratio.bounds, ratio.only_without, ratio.neither);
  }
  return text + fmt::format("processor time: {:.0f} s\n", processor);
}

std::string survival_svg(const FuzzBenchmark& results) {
  constexpr double kWide = 480, kHigh = 240, kLeft = 40, kTop = 20;
  constexpr std::string_view kColors[] = {"#1b6ca8", "#c2571a", "#4d7c2a",
                                          "#8a3ab0", "#b3892b", "#666666"};
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 300\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<title>Trials in which the fault was not found, by time</title>\n";
  text += fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#666\"/>\n", kLeft, kTop,
                      kTop + kHigh, kLeft + kWide);
  text += fmt::format("<text x=\"4\" y=\"{}\">100 %</text><text x=\"16\" y=\"{}\">0 %</text>\n",
                      kTop + 4, kTop + kHigh);
  text += fmt::format("<text x=\"{}\" y=\"{}\">{:g} s</text>\n", kLeft + kWide - 20,
                      kTop + kHigh + 18, results.limit);
  std::size_t at = 0;
  for (const FuzzEngineRow& engine : fuzz_engines()) {
    std::vector<Censored> times;
    for (const FuzzMeasurement& row : results.measurements)
      if (row.engine == &engine)
        for (const FuzzTrialResult& trial : row.trials) times.push_back(trial.seconds);
    if (times.empty()) continue;
    const std::string_view color = kColors[at % std::size(kColors)];
    std::string path = fmt::format("M{} {}", kLeft, kTop);
    for (const SurvivalStep& step : survival(times))
      path += fmt::format("H{:.1f}V{:.1f}", kLeft + kWide * step.time / results.limit,
                          kTop + kHigh * (1 - step.surviving));
    text += fmt::format("<path d=\"{}H{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                        path, kLeft + kWide, color);
    text += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", kLeft + kWide + 12,
                        kTop + 16 + 18 * static_cast<double>(at), color, engine.name);
    ++at;
  }
  return text + "</svg>\n";
}

}  // namespace placemat::bench
