// diff_entries.cc: what any comparison needs, of two reports or with a baseline. It must not know
// how the entries come about.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "harness/report/diff.h"

namespace placemat {
namespace {

constexpr std::vector<DiffEntry> Diff::* kLists[] = {&Diff::newly_failing, &Diff::newly_passing,
                                                     &Diff::changed,       &Diff::newly_asked,
                                                     &Diff::added,         &Diff::removed};

}  // namespace

std::string budgets_text(const std::string& before, const std::string& after) {
  return is_smaller_budget(before, after) ? fmt::format("{} before, {} after", before, after) : "";
}

bool is_grave(Kind kind) {
  const char glyph = row_of(kind).glyph;
  return glyph == 'A' || glyph == 'M' || glyph == '!';
}

void sort_entries(Diff& diff) {
  for (const auto list : kLists) {
    std::ranges::sort(diff.*list, {}, [](const DiffEntry& e) {
      return std::tie(e.decoder, e.judged_as, e.source, e.test, e.before, e.after);
    });
  }
}

bool Diff::has_regressions() const {
  if (!lost.empty()) return true;
  const auto is_regression = [](const DiffEntry& entry) { return entry.is_regression; };
  return std::ranges::any_of(newly_failing, is_regression) ||
         std::ranges::any_of(changed, is_regression);
}

bool Diff::is_empty() const {
  return std::ranges::all_of(kLists, [&](const auto list) { return (this->*list).empty(); });
}

}  // namespace placemat
