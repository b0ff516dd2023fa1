#include "harness/report/views/speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "harness/report/text.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

// Texts and subjects in the order in which they were measured.
void add_once(std::vector<std::string>& list, const std::string& name) {
  if (std::ranges::find(list, name) == list.end()) list.push_back(name);
}

std::string cell_of_speed(const SpeedMeasurement& row) {
  return row.ratio > 0 ? fmt::format("{:.2f} ({:.2f})", row.gb_per_s, row.ratio)
                       : fmt::format("{:.2f}", row.gb_per_s);
}

struct SpeedGrid {
  std::string task;
  std::uint64_t size = 0;
  Table table;
};

// Columns of texts that a terminal has room for.
constexpr std::size_t kMostTexts = 6;

// A task at a size: subjects in rows, texts in columns, `most` of them in each table.
std::vector<SpeedGrid> grids_of(const std::vector<const SpeedMeasurement*>& rows,
                                std::size_t most) {
  std::vector<std::string> all, subjects;
  std::map<std::pair<std::string, std::string>, std::string> cells;
  for (const SpeedMeasurement* row : rows) {
    add_once(all, row->input);
    add_once(subjects, row->subject);
    cells[{row->subject, row->input}] = cell_of_speed(*row);
  }
  std::vector<SpeedGrid> grids;
  for (std::size_t first = 0; first < all.size(); first += most) {
    const std::span texts = std::span(all).subspan(first, std::min(most, all.size() - first));
    SpeedGrid grid{rows.front()->task, rows.front()->size, {}};
    grid.table.titles = {"decoder"};
    for (const std::string& text : texts) grid.table.titles.push_back(visible_line(text));
    for (const std::string& subject : subjects) {
      std::vector<std::string> line{visible_line(subject)};
      for (const std::string& text : texts) line.push_back(cells[{subject, text}]);
      grid.table.rows.push_back(std::move(line));
    }
    grids.push_back(std::move(grid));
  }
  return grids;
}

std::vector<SpeedGrid> grids_of(const SpeedRecord& speed, std::size_t most) {
  std::vector<std::pair<std::string, std::uint64_t>> order;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<const SpeedMeasurement*>>
      grouped_rows;
  for (const SpeedMeasurement& row : speed.measurements) {
    const std::pair key(row.task, row.size);
    if (grouped_rows[key].empty()) order.push_back(key);
    grouped_rows[key].push_back(&row);
  }
  std::vector<SpeedGrid> grids;
  for (const auto& key : order) {
    for (SpeedGrid& grid : grids_of(grouped_rows[key], most)) grids.push_back(std::move(grid));
  }
  return grids;
}

// Each reason once for a decoder and a task, whatever the text.
std::vector<std::string> excluded_lines(const SpeedRecord& speed) {
  std::vector<std::string> lines;
  for (const SpeedExcluded& row : speed.excluded) {
    add_once(lines, fmt::format("{}, {}: {}", row.subject, row.task, row.reason));
  }
  return lines;
}

std::string measured_where(const SpeedRecord& speed) {
  return fmt::format("{}; {}; {} of each measurement", speed.processor, speed.compiler,
                     counted(speed.repetitions, "repetition"));
}

std::string meaning_of(const SpeedRecord& speed) {
  return fmt::format("GB/s, the median; in parentheses the ratio to {}", speed.against);
}

}  // namespace

std::string speed_text(const SpeedRecord& speed) {
  std::string out = paragraph("speed: ", visible_line(measured_where(speed)));
  out += paragraph("       ", visible_line(meaning_of(speed)));
  for (const SpeedGrid& grid : grids_of(speed, kMostTexts)) {
    out += fmt::format("  {}, {}\n", visible_line(grid.task), counted(grid.size, "code unit"));
    out += to_text(grid.table, 4) + "\n";
  }
  for (const std::string& line : excluded_lines(speed)) {
    out += paragraph("  not measured: ", visible_line(line));
  }
  return out;
}

std::string speed_markdown(const SpeedRecord& speed) {
  std::string out = fmt::format("## Speed\n\n{}. {}.\n\n", escape_markdown(measured_where(speed)),
                                escape_markdown(meaning_of(speed)));
  for (const SpeedGrid& grid : grids_of(speed, speed.measurements.size())) {
    out += fmt::format("{}, {}:\n\n{}\n", escape_markdown(grid.task),
                       counted(grid.size, "code unit"), to_markdown(grid.table));
  }
  const std::vector<std::string> lines = excluded_lines(speed);
  for (const std::string& line : lines) {
    out += fmt::format("- Not measured: {}\n", escape_markdown(line));
  }
  return lines.empty() ? out : out + "\n";
}

}  // namespace placemat
