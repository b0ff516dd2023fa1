// exhaustive_source.cc: the source `exhaustive`, all strings of a few code units.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/all_strings.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

class Exhaustive final : public Source {
 public:
  Exhaustive(const Profile& profile, const SourceOptions& options)
      : all_(every_unit(), 0, options.budget == Budget::kQuick ? 2 : 3),
        law_(machine({profile.dialect, PolicyId::kMaximalSubpart, Bom::kKeep})),
        is_limited_(options.budget == Budget::kStandard),
        are_calls_slow_(options.are_calls_slow) {}
  std::string_view name() const override { return "exhaustive"; }
  std::string covers() const override {
    const std::string all =
        fmt::format("all {} strings of up to {} code units by one strict and one lossy operation",
                    grouped(all_.count()), all_.longest());
    if (!is_limited_) return all;
    return fmt::format(
        "{}; {}those of full length that are shorter strings in a row by one of the two", all,
        are_calls_slow_ ? every_some() : "");
  }
  std::size_t shards() const override { return 256; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    const auto depth_of = [&](ByteView prefix) {
      const bool is_longest = is_limited_ && prefix.size() + 1 == all_.longest();
      return is_longest && has_whole_item(law_, prefix) ? Depth::kSingle : Depth::kCore;
    };
    SlowCalls some(sink);
    all_.walk(shard, depth_of, are_calls_slow_ ? some : sink);
  }

 private:
  static std::vector<std::uint8_t> every_unit() {
    std::vector<std::uint8_t> units;
    for (int unit = 0; unit <= 0xFF; ++unit) units.push_back(static_cast<std::uint8_t>(unit));
    return units;
  }
  AllStrings all_;
  const Machine& law_;
  bool is_limited_, are_calls_slow_;
};

}  // namespace

extern const SourceRow kExhaustiveSource;
const SourceRow kExhaustiveSource{
    .name = "exhaustive",
    .summary = "all strings of up to 3 code units",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Exhaustive>(profile, options);
    }};

}  // namespace placemat
