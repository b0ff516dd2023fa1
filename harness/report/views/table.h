// table.h: rows and columns for a terminal, for Markdown and for programs, from one table. It must
// not know the meaning of the cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace placemat {

// The width of a line, in columns: 100, or that of a narrower terminal once it is set.
inline constexpr std::size_t kTextWidth = 100, kNarrowestText = 40;
std::size_t text_width();
void set_text_width(std::size_t columns);
// A terminal that has fewer columns than views are made for.
inline bool is_narrow() { return text_width() < kTextWidth; }

struct Table {
  std::vector<std::string> titles;  // also the keys in JSON, blanks as '_'
  std::vector<std::vector<std::string>> rows;
};

// Columns as wide as their cells, two blanks between them; the last one is
// wrapped so that no line is longer than text_width(). No line ends in a blank. Where the columns
// do not fit, each row is a paragraph: its first cell, then the others behind their titles.
std::string to_text(const Table& table, std::size_t indent = 0, bool with_titles = true);
std::string to_markdown(const Table& table);
// An array of objects.
std::string to_json(const Table& table);

// `text` in lines of at most `width`, broken at blanks only; never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// The same, behind `first` on the first line and as many blanks on the others.
std::string paragraph(std::string_view first, std::string_view text);

// The lines as they are, or each as a paragraph behind its indent and mark where is_narrow(). So
// what a program reads has its lines whole.
std::string fitted(std::string_view lines);

}  // namespace placemat
