#include "harness/report/views/fuzzing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

// Rows of the table of growth.
constexpr std::size_t kMostMoments = 8;

std::string time_of(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string what_ran(const FuzzingRecord& fuzzing) {
  const double rate =
      fuzzing.seconds > 0 ? static_cast<double>(fuzzing.executions) / fuzzing.seconds : 0;
  std::string text = fmt::format(
      "{} in {}, {} a second, by {} ({}), guided by {}", counted(fuzzing.executions, "execution"),
      time_of(fuzzing.seconds), grouped(static_cast<std::uint64_t>(rate)), fuzzing.engine,
      fuzzing.processes == 1 ? "1 process" : fmt::format("{} processes", fuzzing.processes),
      fuzzing.signal);
  if (!fuzzing.own_mutator) text += ", without our mutator";
  if (fuzzing.resumed > 0) text += fmt::format(", resumed {}", counted(fuzzing.resumed, "time"));
  return text;
}

std::string what_grew(const FuzzingRecord& fuzzing) {
  const std::string coverage =
      fuzzing.coverage > 0 ? fmt::format("{} edges, ", grouped(fuzzing.coverage)) : "";
  return fmt::format("{}{} features, {} in the corpus; {} compared, {} of them wrong", coverage,
                     grouped(fuzzing.features), counted(fuzzing.corpus, "input"),
                     counted(fuzzing.checks, "answer"), grouped(fuzzing.failed));
}

// A few moments, each about twice as late as the one before, and the last.
Table growth_of(const FuzzingRecord& fuzzing) {
  Table table;
  table.titles = {"after", "executions", "edges", "features", "inputs", "findings"};
  std::vector<const FuzzingPoint*> moments;
  double due = fuzzing.seconds;
  for (auto point = fuzzing.growth.rbegin(); point != fuzzing.growth.rend(); ++point) {
    const bool is_wanted = moments.empty() || point->seconds <= due;
    if (!is_wanted || moments.size() == kMostMoments) continue;
    moments.push_back(&*point);
    due = point->seconds / 2;
  }
  std::ranges::reverse(moments);
  for (const FuzzingPoint* point : moments) {
    table.rows.push_back({time_of(point->seconds), grouped(point->executions),
                          grouped(point->coverage), grouped(point->features),
                          grouped(point->corpus), grouped(point->findings)});
  }
  return table;
}

Table detections_of(const FuzzingRecord& fuzzing) {
  Table table;
  table.titles = {"found after", "executions", "finding"};
  std::vector<FuzzingDetection> ordered = fuzzing.detections;
  std::ranges::sort(ordered, {}, &FuzzingDetection::seconds);
  for (const FuzzingDetection& one : ordered) {
    // The kind and the units; decoder and profile stand above.
    const std::size_t profile = one.key.find('|');
    const std::size_t kind = one.key.find('|', profile == std::string::npos ? 0 : profile + 1);
    const std::string what = kind == std::string::npos ? one.key : one.key.substr(kind + 1);
    table.rows.push_back(
        {time_of(one.seconds), grouped(one.executions), visible_line(what.substr(0, 120))});
  }
  return table;
}

}  // namespace

std::string fuzzing_text(const FuzzingRecord& fuzzing) {
  std::string out = fmt::format("fuzzing of {} as {}\n", visible_line(fuzzing.decoder),
                                visible_line(fuzzing.judged_as));
  out += paragraph("  ", what_ran(fuzzing)) + paragraph("  ", what_grew(fuzzing));
  if (!fuzzing.growth.empty()) out += to_text(growth_of(fuzzing), 2) + "\n";
  if (!fuzzing.detections.empty()) out += to_text(detections_of(fuzzing), 2) + "\n";
  for (const std::string& line : fuzzing.not_reached) {
    out += paragraph("  not reached: ", visible_line(line));
  }
  return out;
}

std::string fuzzing_markdown(const FuzzingRecord& fuzzing) {
  std::string out =
      fmt::format("## Fuzzing of {}\n\n{}. {}.\n\n", escape_markdown(fuzzing.decoder),
                  escape_markdown(what_ran(fuzzing)), escape_markdown(what_grew(fuzzing)));
  if (!fuzzing.growth.empty()) out += to_markdown(growth_of(fuzzing)) + "\n";
  if (!fuzzing.detections.empty()) out += to_markdown(detections_of(fuzzing)) + "\n";
  for (const std::string& line : fuzzing.not_reached) {
    out += fmt::format("- Not reached: {}\n", escape_markdown(line));
  }
  return fuzzing.not_reached.empty() ? out : out + "\n";
}

}  // namespace placemat
