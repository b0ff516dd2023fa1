// sequences_source.cc: the source `sequences`, all ordered pairs and triples of
// well-formed and ill-formed items.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

class Sequences final : public Source {
 public:
  Sequences(const Profile& profile, Budget budget)
      : items_(items(machine(profile))),
        budget_(budget),
        step_(budget == Budget::kQuick ? quick_step_of_pairs(items_.size()) : 1) {
    for (const Form& form : dialect(profile.dialect).forms) {
      if (!characters_.empty() && characters_.back().size() == form.length) continue;
      Bytes& lowest = characters_.emplace_back();
      for (std::size_t i = 0; i < form.length; ++i) lowest.push_back(form.units[i].first);
    }
  }
  std::string_view name() const override { return "sequences"; }
  std::string covers() const override {
    const std::size_t n = items_.size();
    const std::string single =
        fmt::format("each of {} kinds of item in every presentation, {}{} ordered pairs", n,
                    step_ == 1 ? "" : fmt::format("one in {} of ", step_), grouped(n * n));
    return budget_ == Budget::kQuick
               ? single + " of them, uncut; each between two characters of each length"
               : fmt::format("{} and {} triples of them", single, grouped(n * n * n));
  }
  std::size_t shards() const override { return items_.size(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    const Depth deep = budget_ == Budget::kDeep    ? Depth::kFull
                       : budget_ == Budget::kQuick ? Depth::kPlain
                                                   : Depth::kChunked;
    std::size_t pairs = shard * items_.size();
    if (!sink.accept({.bytes = items_[shard], .depth = Depth::kFull})) return;
    for (const Bytes& second : items_) {
      if (pairs++ % step_ != 0) continue;
      Bytes pair = items_[shard];
      pair.insert(pair.end(), second.begin(), second.end());
      if (!sink.accept({.bytes = pair, .depth = deep})) return;
      for (const Bytes& third : items_) {
        if (budget_ == Budget::kQuick) break;
        Bytes triple = pair;
        triple.insert(triple.end(), third.begin(), third.end());
        const auto m = budget_ == Budget::kDeep ? Depth::kChunked : Depth::kVerdict;
        if (!sink.accept({.bytes = triple, .depth = m})) return;
      }
    }
    if (budget_ == Budget::kQuick) between_characters(items_[shard], sink);
  }

 private:
  void between_characters(const Bytes& item, CaseSink& sink) const {
    for (const Bytes& character : characters_) {
      Bytes text = character;
      text.insert(text.end(), item.begin(), item.end());
      text.insert(text.end(), character.begin(), character.end());
      if (!sink.accept({.bytes = text, .depth = Depth::kVerdict})) return;
    }
  }

  std::vector<Bytes> items_;
  std::vector<Bytes> characters_;  // the first of each length
  Budget budget_;
  std::size_t step_;
};

}  // namespace

extern const SourceRow kSequencesSource;
const SourceRow kSequencesSource{
    .name = "sequences",
    .summary = "all ordered pairs and triples of well-formed and ill-formed items",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Sequences>(profile, options.budget);
    }};

}  // namespace placemat
