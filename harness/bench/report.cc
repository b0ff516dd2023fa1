// report.cc: see report.h.
#include "harness/bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

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
      for (const Subject& subject : plan.subjects)
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

}  // namespace

Setting this_setting() {
  const std::string version = __VERSION__;  // clang's begins with its name, g++'s does not
  Setting setting{processor(), version.starts_with("Clang") ? version : "g++ " + version, "", {}};
  for (const AbsentDecoder& absent : absent_decoders()) setting.absent.push_back(absent.name);
  return setting;
}

std::string to_json(const Plan& plan, const Results& results, const Setting& setting) {
  nlohmann::ordered_json json{{"format", "placemat-bench-1"},
                              {"tool_version", setting.tool_version},
                              {"processor", setting.processor},
                              {"compiler", setting.compiler},
                              {"seed", plan.seed},
                              {"repetitions", plan.repetitions},
                              {"absent", setting.absent}};
  for (const Subject& subject : plan.subjects)
    json["subjects"].push_back({{"name", subject.name}, {"version", subject.version}});
  json["measurements"] = nlohmann::ordered_json::array();
  for (const Measurement& row : results.measured)
    json["measurements"].push_back({{"task", name_of(row.task)},
                                    {"input", row.input},
                                    {"size", row.size},
                                    {"subject", row.subject},
                                    {"iterations", row.iterations},
                                    {"median_ns", row.median()},
                                    {"spread", row.spread()},
                                    {"gb_per_s", row.gigabytes_per_second()}});
  json["excluded"] = nlohmann::ordered_json::array();
  for (const Excluded& row : results.excluded)
    json["excluded"].push_back({{"task", name_of(row.task)},
                                {"input", row.input},
                                {"size", row.size},
                                {"subject", row.subject},
                                {"reason", row.reason}});
  return json.dump(1) + "\n";
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

std::string to_html(const Plan& plan, const Results& results, const Setting& setting,
                    const std::string& against) {
  std::string html = fmt::format(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>placemat bench</title>"
      "<style>body{{font:14px sans-serif;margin:2em;max-width:60em}}"
      "svg text{{font:12px monospace}}.a{{fill:#4a7ab5}}.b{{fill:#c77d2e}}</style>"
      "<h1>placemat bench</h1><p>{}; {}; seed {}. Throughput, median of {} interleaved "
      "repetitions, on a logarithmic scale from 0.01 to 200 GB/s; beside it the ratio to {}.</p>",
      setting.processor, setting.compiler, plan.seed, plan.repetitions, against);
  for (const Table& table : tables_of(plan, results))
    for (const std::string& input : table.inputs) {
      html +=
          fmt::format("<h2>{}, {}, {}</h2><svg width=\"900\" height=\"{}\">", name_of(table.task),
                      input, size_text(table.size), 18 * table.subjects.size() + 4);
      int y = 14;
      for (const std::string& subject : table.subjects) {
        const Measurement* const cell = table.cell(subject, input);
        if (cell == nullptr) continue;
        const double decades = std::log10(std::max(cell->gigabytes_per_second(), 0.01) / 0.01);
        const double width = decades / std::log10(200 / 0.01) * 450;
        html += fmt::format(
            "<text x=\"0\" y=\"{}\">{}</text><rect class=\"{}\" x=\"190\" y=\"{}\" "
            "width=\"{:.1f}\" height=\"13\"/><text x=\"{:.1f}\" y=\"{}\">{:.2f} GB/s, {}</text>",
            y, subject, subject == against ? "b" : "a", y - 11, width, 196 + width, y,
            cell->gigabytes_per_second(),
            subject == against ? "1" : cell_text(table, subject, input, against));
        y += 18;
      }
      html += "</svg>";
    }
  return html + "</html>\n";
}

}  // namespace placemat::bench
