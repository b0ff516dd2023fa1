// matrix.h: what stands in which cell of the table of decoders, for every rendering: an expected
// result is an empty cell, any other has a glyph. It must not know how a cell is drawn.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

// The glyph of a finding that the expected list explains.
inline constexpr char kDeclared = 'q';

struct Glyph {
  char glyph;
  std::string_view name;     // one word, for style sheets: "accepts"
  std::string_view meaning;  // for the legend
};

// Gravest first; `q` last.
std::span<const Glyph> glyphs();
const Glyph& glyph_row(char glyph);

// A claimed finding without a reason. A finding of a contrast is never new, because a contrast
// claims nothing.
bool is_new(const Finding& finding);
// The finding's glyph, `q` when there is a reason for it.
char shown_glyph(const Finding& finding);

// The input on one line: "C0 AF", "C0 AF (a NUL behind)", "(encoding D800)".
std::string input_of(const Finding& finding);
std::string input_of(const Symptom& symptom);

// A column of the table. A class is about inputs whose only ill-formed parts are of that class,
// asked in plain calls. What a class is not the reason of has columns of its own.
enum class Column : std::uint8_t {
  kSeveral = kErrorClassCount,  // after the error classes, in their order
  kEncoder,
  kCalls,
  kPresentation,
};
inline constexpr std::size_t kColumnCount = kErrorClassCount + 4;
constexpr Column column_of(ErrorClass error_class) { return static_cast<Column>(error_class); }
// Nothing where the column is no error class.
std::optional<ErrorClass> class_of(Column column);

struct ColumnRow {
  Column column;
  std::string_view name, summary;
  std::string_view upper, lower;  // the name on two short lines
};
std::span<const ColumnRow> columns();  // in the order of the enumerators
const ColumnRow& row_of(Column column);

// Where a finding is listed: the class of its own minimal input, where a plain call shows it. What
// a call does besides answering marks kCalls too, whatever input it needs.
Column column_of(const Finding& finding);
bool marks(const Finding& finding, Column column);

// What one glyph in a cell represents.
struct Mark {
  char glyph;
  std::vector<Kind> kinds;
  std::vector<const Finding*> findings;  // that mark this column
  std::uint64_t checks = 0;              // failed, of these kinds
  // The plainest input of the class that showed it in a plain call; empty where `findings` say it.
  std::string alone = {};
};

struct Cell {
  std::uint64_t checks = 0;  // 0: nothing checked
  std::uint64_t failed = 0;  // of the kinds in the marks
  std::vector<Mark> marks;   // gravest first; empty: as expected

  std::string glyphs() const;
};

Cell cell_of(const DecoderResult& subject, Column column);

// The cells as a report states them, for those who read its lines with another program.
struct CellLine {
  struct Mark {
    std::string glyph;
    std::vector<Kind> kinds;
    std::uint64_t checks = 0;
    std::string alone;
    std::vector<std::string> findings;  // their keys
  };
  std::string decoder, judged_as, column;
  std::uint64_t checks = 0, failed = 0;
  std::vector<Mark> marks;
};
std::vector<CellLine> cell_lines(const DecoderResult& subject);

// Every glyph of the subject, gravest first.
std::string glyphs_of(const DecoderResult& subject);

// The columns that a table of the report needs: every class, and of the others those with a mark.
std::vector<ColumnRow> shown_columns(const Report& report);

// The subjects in display order, which depends on their names alone.
std::vector<const DecoderResult*> claimed_subjects(const Report& report);
std::vector<const DecoderResult*> contrasts(const Report& report);

// By error class, gravity and key.
std::vector<const Finding*> shown_findings(const DecoderResult& subject);

std::uint64_t checks_of(const DecoderResult& subject);
std::uint64_t failed_of(const DecoderResult& subject);

}  // namespace placemat
