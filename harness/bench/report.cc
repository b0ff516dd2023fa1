// report.cc: see report.h.
#include "harness/bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <tuple>

namespace placemat::bench {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

// One table: the measurements of a task and a size by subject and input.
struct Table {
  Task task;
  std::size_t size;
  std::vector<std::string> subjects, inputs;  // in the order of the plan, those with a number
  std::map<std::pair<std::string, std::string>, const Measurement*> cells;

  const Measurement* cell(const std::string& subject, const std::string& input) const {
    const auto found = cells.find({subject, input});
    return found == cells.end() ? nullptr : found->second;
  }
};

std::vector<Table> tables_of(const Plan& plan, const Results& results) {
  std::vector<Table> tables;
  for (const Task task : plan.tasks)
    for (const std::size_t size : plan.sizes) {
      Table table{task, size, {}, {}, {}};
      for (const Measurement& row : results.measured)
        if (row.task == task && row.size == size) table.cells[{row.subject, row.input}] = &row;
      const auto has = [&](bool is_subject, const std::string& name) {
        return std::ranges::any_of(table.cells, [&](const auto& cell) {
          return name == (is_subject ? cell.first.first : cell.first.second);
        });
      };
      for (const BenchTarget& subject : plan.subjects)
        if (has(true, subject.name)) table.subjects.push_back(subject.name);
      for (const std::string& input : plan.inputs)
        if (has(false, input)) table.inputs.push_back(input);
      if (!table.cells.empty()) tables.push_back(std::move(table));
    }
  return tables;
}

std::string size_text(std::size_t size) {
  if (size % (1 << 20) == 0) return fmt::format("{} MiB", size >> 20);
  if (size % (1 << 10) == 0) return fmt::format("{} KiB", size >> 10);
  return fmt::format("{} B", size);
}

std::string cell_text(const Table& table, const std::string& subject, const std::string& input,
                      const std::string& against) {
  const Measurement* const cell = table.cell(subject, input);
  if (cell == nullptr) return "-";
  if (subject == against) return fmt::format("{:.2f} GB/s", cell->gigabytes_per_second());
  const Measurement* const base = table.cell(against, input);
  if (base == nullptr) return fmt::format("({:.2f})", cell->gigabytes_per_second());
  const double ratio = base->median() / cell->median();
  return ratio < 0.1 ? fmt::format("{:.4f}", ratio) : fmt::format("{:.2f}", ratio);
}

// ---- bars --------------------------------------------------------------------

// A logarithmic scale of a plot: the position of a value.
struct Scale {
  double first, last;  // values
  double left, width;  // pixels
  double x(double value) const {
    const double part = std::log10(value / first) / std::log10(last / first);
    return left + width * std::clamp(part, 0.0, 1.0);
  }
};
constexpr Scale kThroughput{0.01, 1000, 190, 330};
constexpr Scale kRatio{0.01, 100, 640, 270};
constexpr int kRowHeight = 18, kBarHeight = 13;

// Lines at the powers of ten, with their values below.
std::string axis(const Scale& scale, int height) {
  std::string svg;
  for (double value = scale.first; value <= scale.last * 1.01; value *= 10)
    svg += fmt::format(
        "<g class=\"m\"><line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1}\"/>"
        "<text x=\"{0:.1f}\" y=\"{2}\">{3:g}</text></g>",
        scale.x(value), height, height + 13, value);
  return svg;
}

std::string bar(const char* kind, double from, double to, int y) {
  return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>",
                     kind, std::min(from, to), y - 11, std::abs(to - from), kBarHeight);
}

// One input of a table: a row for each subject.
std::string plot(const Table& table, const std::string& input, const std::string& against) {
  std::string rows;
  int y = 14;
  for (const std::string& subject : table.subjects) {
    const Measurement* const cell = table.cell(subject, input);
    if (cell == nullptr) continue;
    const double speed = cell->gigabytes_per_second();
    const char* const kind = subject == against ? "b" : subject.starts_with('(') ? "f" : "a";
    rows += fmt::format("<text x=\"0\" y=\"{}\">{}</text>", y, subject);
    rows += bar(kind, kThroughput.left, kThroughput.x(speed), y);
    rows += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{:.2f}</text>", kThroughput.x(speed) + 5, y,
                        speed);
    if (const Measurement* const base = table.cell(against, input)) {
      const double ratio = base->median() / cell->median();
      rows += bar(ratio < 1 ? "s" : kind, kRatio.x(1), kRatio.x(ratio), y);
      rows += fmt::format("<text x=\"990\" class=\"e\" y=\"{}\">{}</text>", y,
                          subject == against ? "1" : cell_text(table, subject, input, against));
    }
    y += kRowHeight;
  }
  const int height = y - kBarHeight;
  return fmt::format("<svg width=\"1000\" height=\"{}\">{}{}{}</svg>", height + 18,
                     axis(kThroughput, height), axis(kRatio, height), rows);
}

}  // namespace

Environment this_environment() {
  const std::string version = __VERSION__;  // clang's begins with its name, g++'s does not
  Environment environment{
      processor(), version.starts_with("Clang") ? version : "g++ " + version, "", {}};
  for (const AbsentDecoder& absent : absent_decoders()) environment.absent.push_back(absent.name);
  return environment;
}

SpeedRecord record_of(const Plan& plan, const Results& results, const Environment& environment,
                      const std::string& against) {
  SpeedRecord record{.tool_version = environment.tool_version,
                     .processor = environment.processor,
                     .compiler = environment.compiler,
                     .seed = plan.seed,
                     .repetitions = plan.repetitions,
                     .offset = plan.offset,
                     .against = against,
                     .absent = environment.absent};
  for (const BenchTarget& subject : plan.subjects)
    record.subjects.push_back({subject.name, subject.version});
  std::map<std::tuple<Task, std::string, std::size_t>, double> peers;
  for (const Measurement& row : results.measured)
    if (row.subject == against) peers[{row.task, row.input, row.size}] = row.median();
  for (const Measurement& row : results.measured) {
    const auto peer = peers.find({row.task, row.input, row.size});
    const auto [low, high] = row.middle_half();
    record.measurements.push_back({.task = name_of(row.task),
                                   .input = row.input,
                                   .size = row.size,
                                   .subject = row.subject,
                                   .iterations = row.iterations,
                                   .median_ns = row.median(),
                                   .gb_per_s = row.gigabytes_per_second(),
                                   .low = low,
                                   .high = high,
                                   .ratio = peer == peers.end() ? 0 : peer->second / row.median()});
  }
  for (const Excluded& row : results.excluded)
    record.excluded.push_back({name_of(row.task), row.input, row.size, row.subject, row.reason});
  return record;
}

std::string to_table(const Plan& plan, const Results& results, const std::string& against) {
  std::string text;
  for (const Table& table : tables_of(plan, results)) {
    std::size_t width = 8;
    for (const std::string& subject : table.subjects) width = std::max(width, subject.size());
    text += fmt::format("{}, {}\n{:{}}", name_of(table.task), size_text(table.size), "", width);
    for (const std::string& input : table.inputs) text += fmt::format(" {:>14}", input);
    text += '\n';
    for (const std::string& subject : table.subjects) {
      text += fmt::format("{:{}}", subject, width);
      for (const std::string& input : table.inputs)
        text += fmt::format(" {:>14}", cell_text(table, subject, input, against));
      text += '\n';
    }
    text += '\n';
  }
  return text;
}

std::string to_html(const Plan& plan, const Results& results, const Environment& environment,
                    const std::string& against) {
  std::string html = fmt::format(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>placemat bench</title>"
      "<style>body{{font:14px sans-serif;margin:2em;max-width:70em}}h2{{margin:2em 0 0}}"
      "h3{{margin:1.2em 0 .3em}}svg{{display:block}}svg text{{font:12px monospace}}"
      ".a{{fill:#4a7ab5}}.b{{fill:#c77d2e}}.f{{fill:#aaa}}.s{{fill:#a33}}line{{stroke:#ddd}}"
      ".e{{text-anchor:end}}.m text{{text-anchor:middle;fill:#666}}"
      "</style><h1>placemat bench</h1><p>{}; {}; seed {}; median of {} interleaved repetitions; "
      "inputs and outputs {} bytes behind the start of a page. On the left throughput in GB/s, on "
      "the right the same divided by that of {}; both scales "
      "are logarithmic. Grey is work that no decoder can do without.</p><p>",
      environment.processor, environment.compiler, plan.seed, plan.repetitions, plan.offset,
      against);
  const std::vector<Table> tables = tables_of(plan, results);
  for (const Table& table : tables)
    html += fmt::format("<a href=\"#{0}-{1}\">{0}, {2}</a> ", name_of(table.task), table.size,
                        size_text(table.size));
  html += "</p>";
  for (const Table& table : tables) {
    html += fmt::format("<h2 id=\"{0}-{1}\">{0}, {2}</h2>", name_of(table.task), table.size,
                        size_text(table.size));
    for (const std::string& input : table.inputs)
      html += fmt::format("<h3>{}</h3>{}", input, plot(table, input, against));
  }
  return html + "</html>\n";
}

}  // namespace placemat::bench
