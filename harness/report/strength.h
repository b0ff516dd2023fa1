// strength.h: the strength of a set of vectors and of the standard run, in words.
// harness/strength/strength.h decides what was measured; the promised bars are stated here, once.
#pragma once

#include <string>
#include <vector>

#include "harness/strength/strength.h"

namespace placemat {

// Ways of observing, in the order of the columns.
struct StrengthColumn {
  std::string_view how;
  std::string_view title;
};
std::span<const StrengthColumn> strength_columns();

// "107,529 of 107,535 (99.9 %)", never 100.0 when one survives; "" without a tally, or when there
// is nothing to kill.
std::string share_text(const Tally* tally);

// Families of which no vector kills any mutant by its output.
std::vector<std::string> uncovered_families(const Strength& strength);

// "5 of 9 vectors kill what all of them kill ...".
std::string set_text(const Strength& strength);

// Where the curated vectors and the standard run are weaker than promised: every automaton by its
// output, 60 % of them by verdicts, every mutant in the run. Empty when they are not.
std::vector<std::string> weaknesses_of(const Strength& strength);

}  // namespace placemat
