// certificate_table_fixture.h: a table in Markdown as rows and columns by name, for tests that
// compare the table of harness/certify/README.md with what the command prints.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "harness/bytes/text_file.h"

namespace placemat {

// By the first cell of a row, then by the title of a column.
using CellsByName = std::map<std::string, std::map<std::string, std::string>>;

inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t at = 1; at < line.size();) {
    const std::size_t end = line.find('|', at);
    if (end == std::string::npos) break;
    std::string cell = line.substr(at, end - at);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    cells.push_back(cell);
    at = end + 1;
  }
  return cells;
}

// Of the lines that begin with a bar; the second one has dashes.
inline CellsByName cells_by_name(const std::string& text) {
  CellsByName table;
  std::vector<std::string> titles;
  bool is_behind_dashes = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (titles.empty()) {
      titles = cells;
    } else if (is_behind_dashes) {
      for (std::size_t i = 1; i < cells.size() && i < titles.size(); ++i)
        table[cells.front()][titles[i]] = cells[i];
    }
    is_behind_dashes = is_behind_dashes || line.find("---") != std::string::npos;
  }
  return table;
}

// The table between the two markers of harness/certify/README.md.
inline CellsByName documented_certificates() {
  const std::string page = read_text_file(PLACEMAT_SOURCE_DIR "/harness/certify/README.md");
  const std::size_t from = page.find("<!-- certificates: begin -->"),
                    to = page.find("<!-- certificates: end -->");
  if (from == std::string::npos || to == std::string::npos) return {};
  return cells_by_name(page.substr(from, to - from));
}

}  // namespace placemat
