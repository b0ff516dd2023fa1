// random_source.cc: the source `random`. Structured, not uniform: items of every
// kind, runs of ASCII, any scalar value of any length, and now and then one unit
// changed, dropped or doubled.
#include <fmt/format.h>

#include <random>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

class Random final : public Source {
 public:
  Random(const Profile& profile, const SourceOptions& options)
      : items_(items(machine(profile))), dialect_(dialect(profile.dialect)), options_(options) {}
  std::string_view name() const override { return "random"; }
  std::string covers() const override {
    return fmt::format("{} structured strings of up to {} items, seed {}",
                       grouped(kShards * per_shard()), kMostItems, options_.seed);
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    std::mt19937_64 random(options_.seed * kShards + shard);
    for (std::size_t i = 0; i < per_shard(); ++i) {
      const Bytes bytes = string(random);
      const bool is_cut = i % 8 == 0 && bytes.size() <= kLongestCut;
      const auto m = is_cut ? Depth::kChunked : Depth::kPlain;
      if (!sink.accept({.bytes = bytes, .depth = m})) return;
    }
  }

 private:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kMostItems = 48;
  static constexpr std::size_t kLongestCut = 64;
  static std::size_t below(std::mt19937_64& random, std::size_t bound) { return random() % bound; }

  std::size_t per_shard() const {
    switch (options_.budget) {
      case Budget::kQuick:
        return 100;
      case Budget::kStandard:
        return 1'000;
      case Budget::kDeep:
        return 1'000'000;
    }
    return 0;
  }
  Bytes string(std::mt19937_64& random) const {
    Bytes bytes;
    for (std::size_t n = 1 + below(random, kMostItems); n > 0; --n) append_item(bytes, random);
    if (below(random, 3) == 0) damage(bytes, random);
    return bytes;
  }
  void append_item(Bytes& bytes, std::mt19937_64& random) const {
    switch (below(random, 8)) {
      case 0: {
        const Bytes& item = items_[below(random, items_.size())];
        bytes.insert(bytes.end(), item.begin(), item.end());
        return;
      }
      case 1:
      case 2:
        bytes.insert(bytes.end(), 1 + below(random, 40),
                     static_cast<std::uint8_t>('a' + below(random, 26)));
        return;
      default: {
        const Form& form = dialect_.forms[below(random, dialect_.forms.size())];
        for (std::size_t i = 0; i < form.length; ++i) {
          const Range range = form.units[i];
          bytes.push_back(static_cast<std::uint8_t>(
              range.first + below(random, static_cast<std::size_t>(range.last - range.first) + 1)));
        }
      }
    }
  }
  static void damage(Bytes& bytes, std::mt19937_64& random) {
    const auto at = static_cast<std::ptrdiff_t>(below(random, bytes.size()));
    switch (below(random, 3)) {
      case 0:
        bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(below(random, 256));
        return;
      case 1:
        bytes.erase(bytes.begin() + at);
        return;
      default:
        bytes.insert(bytes.begin() + at, bytes[static_cast<std::size_t>(at)]);
        return;
    }
  }
  std::vector<Bytes> items_;
  const Dialect& dialect_;
  SourceOptions options_;
};

}  // namespace

extern const SourceRow kRandomSource;
const SourceRow kRandomSource{
    .name = "random",
    .summary = "structured random strings, from a seed",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Random>(profile, options);
    }};

}  // namespace placemat
