#include "harness/report/views/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/text.h"

namespace placemat {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 8;  // a last column is not squeezed below this

std::size_t columns_of_text = kTextWidth;

std::vector<std::size_t> widths_of(const Table& table, bool with_titles) {
  std::vector<std::size_t> widths(table.titles.size(), 0);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (with_titles) widths[i] = table.titles[i].size();
    for (const auto& row : table.rows) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

// Appends `text` to `line`, and continues on further lines in the same column where it is too long
// for one.
void append_wrapped(std::string& out, std::string line, std::string_view text) {
  const std::size_t margin = line.size();
  const std::size_t room = std::max(kNarrowest, text_width() - std::min(text_width(), margin));
  for (const std::string& part : wrapped(text, room)) {
    line += part;
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    line.assign(margin, ' ');
  }
}

void append_row(std::string& out, const std::vector<std::string>& cells,
                const std::vector<std::size_t>& widths, std::size_t indent) {
  std::string line(indent, ' ');
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    line += fmt::format("{:{}}", cells[i], widths[i] + kGap);
  }
  append_wrapped(out, std::move(line), cells.back());
}

// A last column narrower than this is no help to a reader.
constexpr std::size_t kUseful = 20;

bool fits(const std::vector<std::size_t>& widths, std::size_t indent) {
  if (!is_narrow() || widths.size() < 2) return true;
  std::size_t columns = indent + std::min(kUseful, widths.back());
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) columns += widths[i] + kGap;
  return columns <= text_width();
}

std::string stacked(const Table& table, std::size_t indent) {
  std::string out;
  for (const auto& row : table.rows) {
    append_wrapped(out, std::string(indent, ' '), row[0]);
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      std::string title(indent + kGap, ' ');
      if (!table.titles[i].empty()) title += table.titles[i] + "  ";
      append_wrapped(out, std::move(title), row[i]);
    }
  }
  return out;
}

}  // namespace

std::size_t text_width() { return columns_of_text; }

void set_text_width(std::size_t columns) {
  columns_of_text = std::clamp(columns, kNarrowestText, kTextWidth);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t end = text.rfind(' ', width);
    if (end == std::string_view::npos || end == 0) end = text.find(' ', width);
    if (end == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::string paragraph(std::string_view first, std::string_view text) {
  std::string out;
  append_wrapped(out, std::string(first), text);
  return out;
}

std::string fitted(std::string_view lines) {
  if (!is_narrow()) return std::string(lines);
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const std::size_t begin = std::min(line.find_first_not_of(" !+"), line.size());
    out += line.size() <= text_width() ? std::string(line) + "\n"
                                       : paragraph(line.substr(0, begin), line.substr(begin));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return out;
}

std::string to_text(const Table& table, std::size_t indent, bool with_titles) {
  const std::vector<std::size_t> widths = widths_of(table, with_titles);
  if (!fits(widths, indent)) return stacked(table, indent);
  std::string out;
  if (with_titles) append_row(out, table.titles, widths, indent);
  for (const auto& row : table.rows) append_row(out, row, widths, indent);
  return out;
}

std::string to_markdown(const Table& table) {
  std::string out;
  const auto add = [&](const std::vector<std::string>& cells, bool is_text) {
    for (const std::string& cell : cells) {
      out += fmt::format("| {} ", is_text ? escape_markdown(cell) : cell);
    }
    out += "|\n";
  };
  add(table.titles, true);
  add(std::vector<std::string>(table.titles.size(), "---"), false);
  for (const auto& row : table.rows) add(row, true);
  return out;
}

std::string to_json(const Table& table) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string key = table.titles[i];
      std::ranges::replace(key, ' ', '_');
      object[key] = row[i];
    }
    rows.push_back(std::move(object));
  }
  return rows.dump(2) + '\n';
}

}  // namespace placemat
