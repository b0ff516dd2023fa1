// neighbours_source.cc: the source `neighbours`. Values that some code treats apart, in
// pairs: bases and combining marks, emoji and joiners, signatures, noncharacters, limits.
// Each also follows each kind of ill-formed text.
#include <fmt/format.h>

#include "harness/bytes/numbers.h"
#include "harness/generate/items.h"
#include "harness/generate/neighbours.h"
#include "harness/generate/notable.h"
#include "harness/generate/source.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

// Unicode 3.9 D14.
bool is_noncharacter(std::uint64_t value) {
  return (value >= 0xFDD0 && value <= 0xFDEF) || (value & 0xFFFE) == 0xFFFE;
}

// Two of these make a flag.
constexpr NeighbourRange kIndicators[] = {{0x1F1E6, 0x1F1FF}};
// More values apart from scripts: controls, separators, replacements, limits and what lies
// beside them. The noncharacters are added from their definition.
constexpr std::uint64_t kAlone[] = {
    0x01,    0x07,    0x08,    0x0B,    0x0C,    0x1A,    0x25,     0x26,    0x30,
    0x39,    0x3E,    0x3F,    0x41,    0x5A,    0x61,    0x7A,     0x7E,    0xAD,
    0xBF,    0xC0,    0xDF,    0xE9,    0xFE,    0x130,   0x131,    0x17F,   0x301,
    0x3A9,   0x801,   0x1E9E,  0x200E,  0x2029,  0x202E,  0x212A,   0x4E00,  0xAC00,
    0xD7FE,  0xE001,  0xFB01,  0xFE0F,  0xFEFE,  0xFF00,  0xFFFC,   0x10001, 0x1D11E,
    0x1F468, 0x20000, 0x3FFFD, 0xE0001, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD};

// Ill-formed in UTF-8: the ends of what is overlong, and surrogates and values beyond 10FFFF.
struct LongForm {
  std::uint64_t value;
  std::size_t units;
};
constexpr LongForm kIllFormed[] = {
    {0, 2},         {0x2F, 2},      {0x7F, 2},     {0, 3},         {0x2F, 3},     {0x7F, 3},
    {0x7FF, 3},     {0, 4},         {0x2F, 4},     {0xFFFF, 4},    {0xD800, 3},   {0xDBFF, 3},
    {0xDC00, 3},    {0xDFFF, 3},    {0x110000, 4}, {0x13FFFF, 4},  {0x140000, 4}, {0x1FFFFF, 4},
    {0, 5},         {0x1FFFFF, 5},  {0x200000, 5}, {0x3FFFFFF, 5}, {0, 6},        {0x3FFFFFF, 6},
    {0x4000000, 6}, {0x7FFFFFFF, 6}};

constexpr std::size_t kNeighboursQuickStep = 17;

class Neighbours final : public Source {
 public:
  Neighbours(const Profile& profile, Budget budget)
      : dialect_(dialect(profile.dialect)),
        items_(items(machine(profile))),
        step_(budget == Budget::kQuick ? kNeighboursQuickStep : 1) {
    for (const std::uint64_t value : kNotable) {
      if (!is_noncharacter(value)) add(alone_, value);
    }
    for (const std::uint64_t value : kAlone) add(alone_, value);
    for (std::uint64_t value = 0; value <= kMaxScalar; ++value) {
      if (is_noncharacter(value)) add(alone_, value);
    }
    add_ranges(first_, kBases);
    add_ranges(second_, kJoining);
    add_ranges(common_first_, kCommonBases);
    add_ranges(common_second_, kCommonJoining);
    add_ranges(indicators_, kIndicators);
    for (const LongForm& form : kIllFormed) {
      ill_formed_.push_back(in_units(form.units, form.value));
    }
  }
  std::string_view name() const override { return "neighbours"; }
  std::string covers() const override {
    return fmt::format(
        "{}: {} bases before {} values that join with them, {} such values after {} bases, those "
        "that join and regional indicators after their like, {} other notable values after each "
        "other, three times, and before {} sequences that are overlong or encode no scalar value, "
        "and all but the bases after each of {} items",
        step_ == 1 ? "all pairs" : fmt::format("one pair in {}", step_), grouped(first_.size()),
        common_second_.size(), grouped(second_.size()), common_first_.size(),
        grouped(alone_.size()), ill_formed_.size(), items_.size());
  }
  std::size_t shards() const override { return kShards; }
  void generate(std::size_t shard, CaseSink& sink) const override {
    std::size_t n = 0;
    const auto is_next = [&] { return n++ % (kShards * step_) == shard; };
    const auto pairs = [&](const std::vector<Bytes>& before, const std::vector<Bytes>& after) {
      for (const Bytes& a : before) {
        for (const Bytes& b : after) {
          if (is_next() && !give(a, b, sink)) return false;
        }
      }
      return true;
    };
    const auto thrice = [&](const std::vector<Bytes>& values) {
      for (const Bytes& value : values) {
        if (is_next() && !give(value, joined(value, value), sink)) return false;
      }
      return true;
    };
    static_cast<void>(thrice(alone_) && thrice(indicators_) && thrice(common_second_) &&
                      pairs(alone_, ill_formed_) && pairs(indicators_, indicators_) &&
                      pairs(common_second_, common_second_) && pairs(first_, common_second_) &&
                      pairs(common_first_, second_) && pairs(alone_, alone_) &&
                      pairs(items_, alone_) && pairs(items_, second_));
  }

 private:
  static constexpr std::size_t kShards = 16;

  void add(std::vector<Bytes>& to, std::uint64_t value) const {
    const Sequence own = shortest(dialect_, value);
    if (own.length > 0) to.emplace_back(own.view().begin(), own.view().end());
  }
  void add_ranges(std::vector<Bytes>& to, std::span<const NeighbourRange> ranges) const {
    for (const NeighbourRange& range : ranges) {
      for (std::uint64_t value = range.first; value <= range.last; ++value) add(to, value);
    }
  }
  static Bytes joined(const Bytes& a, const Bytes& b) {
    Bytes pair = a;
    pair.insert(pair.end(), b.begin(), b.end());
    return pair;
  }
  static bool give(const Bytes& a, const Bytes& b, CaseSink& sink) {
    return sink.accept({.bytes = joined(a, b)});
  }

  const Dialect& dialect_;
  std::vector<Bytes> items_, alone_, first_, second_, common_first_, common_second_, indicators_,
      ill_formed_;
  std::size_t step_;
};

}  // namespace

extern const SourceRow kNeighboursSource;
const SourceRow kNeighboursSource{
    .name = "neighbours",
    .summary = "values that some code treats apart, in pairs and after ill-formed text",
    .make = [](const Profile& profile, const SourceOptions& options) -> std::unique_ptr<Source> {
      return std::make_unique<Neighbours>(profile, options.budget);
    }};

}  // namespace placemat
