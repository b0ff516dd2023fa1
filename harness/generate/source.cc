#include "harness/generate/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/bytes/error.h"

namespace placemat {

extern const SourceRow kCuratedSource, kStateUnitSource, kBoundarySource, kScalarsSource,
    kSequencesSource, kLifecycleSource, kEnvironmentSource, kNeighboursSource, kContextSource,
    kLongSource, kRunsSource, kExhaustiveSource, kRandomSource, kBlocksSource;

// In the order in which they run.
std::span<const SourceRow> source_rows() {
  static const std::vector<SourceRow> kRows{
      kCuratedSource,   kStateUnitSource,   kBoundarySource,   kScalarsSource, kSequencesSource,
      kLifecycleSource, kEnvironmentSource, kNeighboursSource, kContextSource, kLongSource,
      kRunsSource,      kExhaustiveSource,  kRandomSource,     kBlocksSource};
  return kRows;
}

std::string_view name_of(Budget budget) {
  switch (budget) {
    case Budget::kQuick:
      return "quick";
    case Budget::kStandard:
      return "standard";
    case Budget::kDeep:
      return "deep";
  }
  return "";
}

std::optional<Budget> find_budget(std::string_view name) {
  for (const Budget budget : {Budget::kQuick, Budget::kStandard, Budget::kDeep}) {
    if (name_of(budget) == name) return budget;
  }
  return std::nullopt;
}

const SourceRow& source_named(std::string_view name) {
  const auto row = std::ranges::find(source_rows(), name, &SourceRow::name);
  if (row != source_rows().end()) return *row;
  std::string names;
  for (const SourceRow& known : source_rows()) {
    names += (names.empty() ? "" : ", ") + std::string(known.name);
  }
  throw InputError(fmt::format("unknown source '{}'; one of: {}", name, names));
}

std::unique_ptr<Source> make_source(std::string_view name, const Profile& profile,
                                    const SourceOptions& options) {
  const SourceRow& row = source_named(name);
  const bool is_included = options.budget >= row.least ||
                           (row.is_quick_for_one_operation && options.is_quick_but_thorough());
  return is_included ? row.make(profile, options) : nullptr;
}

}  // namespace placemat
