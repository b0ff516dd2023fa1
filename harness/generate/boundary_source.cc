// boundary_source.cc: the source `boundary`, all short strings over the ends of
// the classes of code units.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/all_strings.h"
#include "harness/generate/items.h"
#include "harness/generate/source.h"
#include "harness/generate/state_unit.h"

namespace placemat {
namespace {

class Boundary final : public Source {
 public:
  Boundary(const Profile& profile, const SourceOptions& options)
      : is_limited_(options.budget == Budget::kStandard),
        are_calls_slow_(options.are_calls_slow),
        law_(machine({profile.dialect, PolicyId::kMaximalSubpart, Bom::kKeep})),
        ends_(class_ends(machine(profile)), 0, length_of_ends(profile, options.budget)),
        firsts_(class_firsts(machine(profile)), length_of_ends(profile, options.budget) + 1,
                length_of_firsts(profile, options.budget)) {}
  std::string_view name() const override { return "boundary"; }
  std::string covers() const override {
    std::string text = fmt::format("all {} strings of up to {} units over the {} ends of classes",
                                   grouped(ends_.count()), ends_.longest(), ends_.letters());
    if (firsts_.count() > 0) {
      text += fmt::format(", and all {} longer ones of up to {} over the {} first units of classes",
                          grouped(firsts_.count()), firsts_.longest(), firsts_.letters());
    }
    if (is_limited_) {
      text += fmt::format(
          "; those of full length by one strict and one lossy operation, {}those among them that "
          "are "
          "shorter strings in a row by one of the two; the shorter ones by all operations",
          are_calls_slow_ ? every_some() : "");
    }
    return text;
  }
  std::size_t shards() const override { return ends_.letters(); }
  void generate(std::size_t shard, CaseSink& sink) const override {
    SlowCalls some(sink);
    const auto walk = [&](const AllStrings& strings) {
      const auto depth_of = [&](ByteView prefix) {
        if (prefix.size() + 1 < strings.longest() || !is_limited_) return Depth::kPlain;
        return has_whole_item(law_, prefix) ? Depth::kSingle : Depth::kCore;
      };
      return strings.walk(shard, depth_of, are_calls_slow_ ? some : sink);
    };
    if (!walk(ends_)) return;
    if (shard < firsts_.letters() && firsts_.count() > 0) walk(firsts_);
  }

 private:
  static constexpr std::size_t kLongest = 6;
  // A dialect of many classes has that many more strings; a standard run stays
  // near a million of each kind.
  static std::size_t longest(std::size_t letters, std::size_t limit) {
    std::size_t length = 0, strings = 1;
    while (length < kLongest && strings * letters <= limit) ++length, strings *= letters;
    return length;
  }
  static std::size_t length_of_ends(const Profile& profile, Budget budget) {
    if (budget == Budget::kDeep) return kLongest;
    return longest(class_ends(machine(profile)).size(),
                   budget == Budget::kQuick ? 30'000 : 1'000'000);
  }
  static std::size_t length_of_firsts(const Profile& profile, Budget budget) {
    if (budget != Budget::kStandard) return 0;
    return longest(class_firsts(machine(profile)).size(), 1'500'000);
  }
  bool is_limited_, are_calls_slow_;
  const Machine& law_;
  AllStrings ends_, firsts_;
};

}  // namespace

extern const SourceRow kBoundarySource;
const SourceRow kBoundarySource{
    .name = "boundary",
    .summary = "all short strings over the ends of the classes of code units",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Boundary>(profile, options);
    }};

}  // namespace placemat
