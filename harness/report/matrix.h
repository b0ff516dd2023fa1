// matrix.h: error classes x decoders, as every rendering shows it: an expected result is an empty
// cell, any other has a glyph. It must not know how a cell is drawn.
#pragma once

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

// What one glyph in a cell represents.
struct Mark {
  char glyph;
  std::vector<Kind> kinds;
  // The findings of this error class, or, where all of the kind were minimised into other classes,
  // those. Empty when the failed checks left no finding.
  std::vector<const Finding*> findings;
  std::uint64_t checks = 0;  // failed, of these kinds
};

struct Cell {
  std::uint64_t checks = 0;  // 0: nothing checked
  std::uint64_t failed = 0;
  std::vector<Mark> marks;  // gravest first; empty: as expected

  std::string glyphs() const;
};

Cell cell_of(const DecoderResult& subject, ErrorClass error_class);

// Every glyph of the subject, gravest first.
std::string glyphs_of(const DecoderResult& subject);

// The subjects in display order, which depends on their names alone.
std::vector<const DecoderResult*> claimed_subjects(const Report& report);
std::vector<const DecoderResult*> contrasts(const Report& report);

// By error class, gravity and key.
std::vector<const Finding*> shown_findings(const DecoderResult& subject);

std::uint64_t checks_of(const DecoderResult& subject);
std::uint64_t failed_of(const DecoderResult& subject);

}  // namespace placemat
