// diff.h: what changed between two reports, test by test; for a baseline as the older side see
// baseline.h. A test is a named case (a curated vector) under one decoder and profile, identified
// by the kinds and presentations that fail; for sources without named cases it is a finding,
// identified by its key. Totals are never compared: they hide a regression behind a repair.
// Contrasts claim nothing and are not compared.
#pragma once

#include <string>
#include <vector>

#include "harness/report/covered.h"
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
  std::vector<DiffEntry> newly_failing;  // all of them are regressions
  std::vector<DiffEntry> newly_passing;
  // Fails before and after, in another way. A regression only when a graver kind is added, one
  // whose glyph is A (ill-formed input is accepted), M (memory) or ! (crash). A hang is not among
  // them: its limit is wall clock, so it can depend on the load of the machine.
  std::vector<DiffEntry> changed;
  // Would be regressions if the newer side had not a larger budget, which asks more of each source.
  // The older side may have failed in the same way, unasked, so they are neither regressions nor
  // proof that there is none.
  std::vector<DiffEntry> newly_asked;
  std::string budgets;  // "quick before, standard after", where `newly_asked` can have entries
  // Tests, sources or decoders that only one report has; see `lost`.
  std::vector<DiffEntry> added, removed;
  // What the older side covers and the newer one does not. Each is a regression.
  std::vector<Loss> lost;
  // What limits the comparison: different budgets, an unfinished run.
  std::vector<std::string> notes;

  bool has_regressions() const;
  // It has regressions, or failures of which that is unknown. A gate does not let either pass.
  bool may_be_worse() const { return has_regressions() || !newly_asked.empty(); }
  bool is_empty() const;  // of entries
};

Diff make_diff(const Report& before, const Report& after);

// "quick before, standard after" where the budget after is the larger one, else empty.
std::string budgets_text(const std::string& before, const std::string& after);

// A kind that is graver than other failures, see above.
bool is_grave(Kind kind);
// Sorts by the entries alone, so the order of work does not matter.
void sort_entries(Diff& diff);

// Regressions first; each list is sorted, so the text depends on the reports alone.
std::string render_diff(const Diff& diff);
std::string render_diff_json(const Diff& diff);

}  // namespace placemat
