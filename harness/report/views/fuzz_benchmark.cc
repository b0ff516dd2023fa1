#include "harness/report/views/fuzz_benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

std::string number_text(double value, int digits) {
  return value > 0 ? fmt::format("{:.{}f}", value, digits) : "-";
}

std::string interval_text(const BenchmarkMedian& median, int digits) {
  if (!median.has_interval) return "";
  return fmt::format("{}..{}", number_text(median.low, digits), number_text(median.high, digits));
}

std::string title_of(const FuzzBenchmarkRecord& benchmark) {
  return fmt::format(
      "{}, seed {}, {} of each engine from an empty corpus, limit {:g} s, {:.0f} s of processor "
      "time",
      counted(benchmark.faults.size(), "planted fault"), benchmark.seed,
      counted(benchmark.trials_each, "trial"), benchmark.limit, benchmark.processor_seconds);
}

std::string ratio_text(const BenchmarkRatio& ratio) {
  if (ratio.faults == 0)
    return fmt::format("{}: no fault was found, neither with our mutator nor without",
                       ratio.engine);
  const std::string_view bound = ratio.at_least == 0  ? ratio.at_most == 0 ? "" : "at most "
                                 : ratio.at_most == 0 ? "at least "
                                                      : "about ";
  return fmt::format(
      "{}: {}{:.2f} times fewer executions than {} (geometric mean; faults: {}), {:.2f} at the "
      "lowest; found only with our mutator: {}, only without: {}, by neither: {}",
      ratio.engine, bound, ratio.mean, ratio.without, ratio.faults, ratio.lowest, ratio.at_least,
      ratio.at_most, ratio.neither);
}

Table table_of_fault(const FuzzBenchmarkRecord& benchmark, const BenchmarkFault& fault) {
  Table table;
  table.titles = {"engine", "found", "executions", "95 %", "seconds", "95 % of them"};
  for (const BenchmarkMeasurement& row : benchmark.measurements) {
    if (row.fault != fault.fault) continue;
    table.rows.push_back({row.engine, fmt::format("{}/{}", row.found, row.trials.size()),
                          number_text(row.executions.median, 0), interval_text(row.executions, 0),
                          number_text(row.seconds.median, 2), interval_text(row.seconds, 2)});
  }
  return table;
}

// What is not in the tables.
std::vector<std::string> remarks(const FuzzBenchmarkRecord& benchmark) {
  std::vector<std::string> all;
  for (const BenchmarkRatio& ratio : benchmark.ratios) all.push_back(ratio_text(ratio));
  for (const auto& [engine, why] : benchmark.not_run)
    all.push_back(fmt::format("not run: {}: {}", engine, why));
  for (const std::string& failure : benchmark.failures) all.push_back("failed: " + failure);
  if (!benchmark.complete) all.emplace_back("incomplete: a signal stopped the benchmark");
  return all;
}

constexpr std::string_view kAboveLimit = "-: above the limit";

// ---- the drawing ----

constexpr double kPlotWidth = 480, kPlotHeight = 240, kPlotLeft = 44, kPlotTop = 20,
                 kFirstSecond = 0.01;  // seconds
constexpr std::string_view kCurveColors[] = {"#1b6ca8", "#c2571a", "#4d7c2a",
                                             "#8a3ab0", "#b3892b", "#666666"};

double x_of_time(double seconds, double limit) {
  const double decades = std::log10(std::max(limit, 10 * kFirstSecond) / kFirstSecond);
  const double place = std::log10(std::max(seconds, kFirstSecond) / kFirstSecond) / decades;
  return kPlotLeft + kPlotWidth * std::min(place, 1.0);
}

std::string axes(double limit) {
  std::string text =
      fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#666\"/>\n", kPlotLeft,
                  kPlotTop, kPlotTop + kPlotHeight, kPlotLeft + kPlotWidth);
  text += fmt::format("<text x=\"4\" y=\"{}\">100 %</text><text x=\"16\" y=\"{}\">0 %</text>\n",
                      kPlotTop + 4, kPlotTop + kPlotHeight);
  for (double at = kFirstSecond; at < limit; at *= 10)
    text += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{:g} s</text>\n", x_of_time(at, limit) - 10,
                        kPlotTop + kPlotHeight + 18, at);
  return text + fmt::format("<text x=\"{}\" y=\"{}\">{:g} s</text>\n", kPlotLeft + kPlotWidth - 10,
                            kPlotTop + kPlotHeight + 34, limit);
}

// All trials are cut off at one limit, so the estimate of Kaplan and Meier is the plain share.
std::string curve(std::span<const double> found, std::size_t trials, double limit) {
  std::string path = fmt::format("M{} {}", kPlotLeft, kPlotTop);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(trials);
    path +=
        fmt::format("H{:.1f}V{:.1f}", x_of_time(found[i], limit), kPlotTop + kPlotHeight * share);
  }
  return path + fmt::format("H{}", kPlotLeft + kPlotWidth);
}

}  // namespace

std::string fuzz_benchmark_text(const FuzzBenchmarkRecord& benchmark) {
  std::string out = "benchmark of fuzzing engines\n" + paragraph("  ", title_of(benchmark));
  for (const BenchmarkFault& fault : benchmark.faults) {
    const Table table = table_of_fault(benchmark, fault);
    if (table.rows.empty()) continue;
    out += fmt::format("  {} ({})\n", visible_line(fault.fault), visible_line(fault.kind)) +
           to_text(table, 4);
  }
  if (!benchmark.measurements.empty()) out += fmt::format("  {}\n", kAboveLimit);
  for (const std::string& line : remarks(benchmark)) out += paragraph("  ", visible_line(line));
  return out;
}

std::string fuzz_benchmark_markdown(const FuzzBenchmarkRecord& benchmark) {
  std::string out = fmt::format("## Benchmark of fuzzing engines\n\n{}.\n\n", title_of(benchmark));
  Table table;
  table.titles = {"fault", "kind"};
  for (const std::string& title : table_of_fault(benchmark, {}).titles)
    table.titles.push_back(title);
  for (const BenchmarkFault& fault : benchmark.faults)
    for (const std::vector<std::string>& row : table_of_fault(benchmark, fault).rows) {
      table.rows.push_back({fault.fault, fault.kind});
      table.rows.back().insert(table.rows.back().end(), row.begin(), row.end());
    }
  if (!table.rows.empty()) out += fmt::format("{}\n{}\n\n", to_markdown(table), kAboveLimit);
  for (const std::string& line : remarks(benchmark)) out += "- " + escape_markdown(line) + "\n";
  return out + "\n";
}

std::string survival_svg(const FuzzBenchmarkRecord& benchmark) {
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 310\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>Trials in which the fault was not found, by time</title>\n" +
      axes(benchmark.limit);
  std::size_t at = 0;
  for (const std::string& engine : benchmark.engines) {
    std::vector<double> found;
    std::size_t trials = 0;
    for (const BenchmarkMeasurement& row : benchmark.measurements) {
      if (row.engine != engine) continue;
      trials += row.trials.size();
      for (const BenchmarkTrial& trial : row.trials)
        if (trial.found) found.push_back(trial.seconds);
    }
    if (trials == 0) continue;
    std::ranges::sort(found);
    const std::string_view color = kCurveColors[at % std::size(kCurveColors)];
    text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                        curve(found, trials, benchmark.limit), color);
    text += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{} ({}/{})</text>\n",
                        kPlotLeft + kPlotWidth + 12, kPlotTop + 16 + 18 * static_cast<double>(at),
                        color, escape_markup(engine), found.size(), trials);
    ++at;
  }
  return text + "</svg>\n";
}

}  // namespace placemat
