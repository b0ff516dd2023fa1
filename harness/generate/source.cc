#include "harness/generate/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/bytes/hash.h"

namespace placemat {
namespace {

// Some cases of a source, drawn so that no regularity of their order matters.
class Sample final : public Source {
 public:
  Sample(std::unique_ptr<Source> whole, std::uint64_t every, std::uint64_t seed)
      : whole_(std::move(whole)), every_(every), seed_(seed) {}
  std::string_view name() const override { return whole_->name(); }
  std::string covers() const override {
    return fmt::format("one in {}, drawn by the seed, of: {}", every_, whole_->covers());
  }
  std::size_t shards() const override { return whole_->shards(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    Drawn drawn(sink, every_, SplitMix64(seed_ ^ SplitMix64(shard).next()));
    whole_->generate(shard, drawn);
  }
  std::vector<std::string> ids() const override { return whole_->ids(); }

 private:
  class Drawn final : public CaseSink {
   public:
    Drawn(CaseSink& to, std::uint64_t every, SplitMix64 chance)
        : to_(to), every_(every), chance_(chance) {}
    bool accept(const Case& c) override { return chance_.below(every_) != 0 || to_.accept(c); }

   private:
    CaseSink& to_;
    std::uint64_t every_;
    SplitMix64 chance_;
  };
  std::unique_ptr<Source> whole_;
  std::uint64_t every_, seed_;
};

}  // namespace

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
  if (!is_included) return nullptr;
  std::unique_ptr<Source> source = row.make(profile, options);
  if (source == nullptr || row.is_always_whole || options.every <= 1) return source;
  return std::make_unique<Sample>(std::move(source), options.every, options.seed);
}

}  // namespace placemat
