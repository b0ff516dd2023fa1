// runs_source.cc: the source `runs`. A run of one character before another item. Vector code treats
// four or eight characters of one length at once, and changes its ways where the run ends.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/source.h"
#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

constexpr std::size_t kLongest = 17;
// For the quick budget: the lengths of whole vectors, and both of their neighbours.
constexpr std::array<std::size_t, 8> kQuickLengths{2, 3, 4, 5, 7, 8, 9, 16};

class Runs final : public Source {
 public:
  Runs(const Profile& profile, Budget budget) : items_(items(machine(profile))) {
    const Machine& law = machine(profile);
    const std::vector<Bytes> rest = completions(law);
    for (const std::uint8_t lead : class_firsts(law)) {
      const Transition& t = law.at(Machine::kStart, lead);
      if (t.error_length > 0) continue;
      Bytes character{lead};
      character.insert(character.end(), rest[t.next].begin(), rest[t.next].end());
      characters_.push_back(std::move(character));
    }
    if (budget == Budget::kQuick) {
      lengths_.assign(kQuickLengths.begin(), kQuickLengths.end());
    } else {
      for (std::size_t length = 2; length <= kLongest; ++length) lengths_.push_back(length);
    }
  }
  std::string_view name() const override { return "runs"; }
  std::string covers() const override {
    return fmt::format(
        "runs of {} to {} of each of {} characters, one for each class of leads, "
        "before each of {} items",
        lengths_.front(), lengths_.back(), characters_.size(), items_.size());
  }
  std::size_t shards() const override { return characters_.size(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    for (const std::size_t length : lengths_) {
      Bytes run;
      for (std::size_t n = 0; n < length; ++n) {
        run.insert(run.end(), characters_[shard].begin(), characters_[shard].end());
      }
      for (const Bytes& item : items_) {
        Bytes text = run;
        text.insert(text.end(), item.begin(), item.end());
        if (!sink.accept({.bytes = text, .depth = Depth::kPlain})) return;
      }
    }
  }

 private:
  std::vector<Bytes> items_, characters_;
  std::vector<std::size_t> lengths_;
};

}  // namespace

extern const SourceRow kRunsSource;
const SourceRow kRunsSource{
    .name = "runs",
    .summary = "runs of one character before every item",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Runs>(profile, options.budget);
    }};

}  // namespace placemat
