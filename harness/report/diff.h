// diff.h: what changed between two reports, test by test; for a baseline as the
// older side see baseline.h. A test is a named
// case (a curated vector) under one decoder and profile, told by the kinds and
// presentations that fail; for sources whose cases have no names it is a
// finding, told by its key. Totals are never compared: they hide one
// regression behind one repair. Contrasts claim nothing and are not compared.
#pragma once

#include <string>
#include <vector>

#include "harness/report/record.h"

namespace placemat {

struct DiffEntry {
  std::string decoder;    // empty: all of them
  std::string judged_as;  // the profile; empty: all
  std::string source;
  std::string test;  // a vector's id, a finding's key; empty: all of the source or decoder
  std::string before, after;
  bool is_regression = false;
};

struct Diff {
  std::vector<DiffEntry> newly_failing;  // regressions, all of them
  std::vector<DiffEntry> newly_passing;
  // Fails before and after, in another way. A regression only when a kind comes
  // in that is graver than failing: one whose glyph is A (ill-formed input now
  // passes for text), M (memory) or ! (crash). A hang is not among them: its
  // limit is wall clock, and a busy machine must not turn a build red.
  std::vector<DiffEntry> changed;
  // Tests, sources or decoders that only one report has; never regressions.
  std::vector<DiffEntry> added, removed;
  // What a baseline covers and the report does not: "source random". A
  // regression.
  std::vector<std::string> lost;
  // What makes the two hard to compare: other budgets, an unfinished run.
  std::vector<std::string> notes;

  bool has_regressions() const;
  bool is_empty() const;  // of entries
};

Diff make_diff(const Report& before, const Report& after);

// A kind that is graver than failing, see above.
bool is_grave(Kind kind);
// Into an order that depends on the entries alone.
void sort_entries(Diff& diff);

// Regressions first; each list is sorted, so that the text depends on the
// reports alone.
std::string render_diff(const Diff& diff);
std::string render_diff_json(const Diff& diff);

}  // namespace placemat
