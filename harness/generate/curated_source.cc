// curated_source.cc: the source `curated`, the vectors of corpus/ as they stand.
#include <fmt/format.h>

#include <array>

#include "harness/bytes/error.h"
#include "harness/bytes/numbers.h"
#include "harness/corpus/corpus.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

class Curated final : public Source {
 public:
  Curated(const Corpus& corpus, Budget budget) : corpus_(corpus), budget_(budget) {}
  std::string_view name() const override { return "curated"; }
  std::string covers() const override {
    return fmt::format("{} vectors of the corpora", grouped(corpus_.vectors.size()));
  }
  std::size_t shards() const override { return kShards; }
  std::vector<std::string> ids() const override {
    std::vector<std::string> ids;
    for (const Vector& vector : corpus_.vectors) ids.push_back(vector.id);
    return ids;
  }
  void generate(std::size_t shard, CaseSink& sink) const override {
    for (std::size_t i = shard; i < corpus_.vectors.size(); i += kShards) {
      const Vector& vector = corpus_.vectors[i];
      const Depth most = kDepths[static_cast<std::size_t>(budget_)];
      const Case c{vector.units.bytes, vector.id, vector.units.cuts, most, exclusions(vector)};
      if (!sink.accept(c)) return;
    }
  }

 private:
  static constexpr std::size_t kShards = 24;
  // By budget.
  static constexpr std::array kDepths{Depth::kChunked, Depth::kInTurn, Depth::kFull};
  static Exclusions exclusions(const Vector& vector) {
    Exclusions exclusions;
    for (std::size_t i = 0; vector.limit && i < kExclusions.size(); ++i) {
      exclusions[i] = vector.limit->excludes(kExclusions[i]);
    }
    return exclusions;
  }
  const Corpus& corpus_;
  Budget budget_;
};

}  // namespace

extern const SourceRow kCuratedSource;
const SourceRow kCuratedSource{
    .name = "curated",
    .summary = "the vectors of corpus/, each behind every pad and in every split",
    .is_always_whole = true,
    .make = [](const Profile&, const SourceOptions& options) -> std::unique_ptr<Source> {
      if (options.corpus == nullptr) throw InputError("the source 'curated' needs the corpora");
      return std::make_unique<Curated>(*options.corpus, options.budget);
    }};

}  // namespace placemat
