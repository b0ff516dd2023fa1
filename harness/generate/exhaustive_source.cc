// exhaustive_source.cc: the source `exhaustive`, all strings of a few code units.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/all_strings.h"
#include "harness/generate/source.h"

namespace placemat {
namespace {

class Exhaustive final : public Source {
 public:
  explicit Exhaustive(Budget budget) : all_(every_unit(), 0, budget == Budget::kQuick ? 2 : 3) {}
  std::string_view name() const override { return "exhaustive"; }
  std::string covers() const override {
    return fmt::format(
        "all {} strings of up to {} code units by one strict and one lossy operation; those of "
        "full "
        "length that begin with ASCII by one of the two, in turn",
        grouped(all_.count()), all_.longest());
  }
  std::size_t shards() const override { return 256; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    // ASCII before a string is what the pads of other sources are.
    all_.walk(shard, {Depth::kCore, shard < 0x80 ? Depth::kSingle : Depth::kCore}, sink);
  }

 private:
  static std::vector<std::uint8_t> every_unit() {
    std::vector<std::uint8_t> units;
    for (int unit = 0; unit <= 0xFF; ++unit) units.push_back(static_cast<std::uint8_t>(unit));
    return units;
  }
  AllStrings all_;
};

}  // namespace

extern const SourceRow kExhaustiveSource;
const SourceRow kExhaustiveSource{
    .name = "exhaustive",
    .summary = "all strings of up to 3 code units",
    .make = [](const Profile&, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Exhaustive>(options.budget);
    }};

}  // namespace placemat
