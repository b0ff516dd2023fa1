// context_test.cc: the source `context` enumerates its stated contexts. The
// positions are derived from the cases with ranges of Table 3-7, not taken from
// the source.
#include "harness/generate/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/spec/reference.h"

namespace placemat {
namespace {

struct Keeper final : CaseSink {
  bool accept(const Case& c) override {
    cases.emplace_back(c.bytes.begin(), c.bytes.end());
    return cases.size() < limit;
  }
  std::vector<Bytes> cases;
  std::size_t limit = static_cast<std::size_t>(-1);
};

const std::vector<Bytes>& cases_of_utf8() {
  static const std::vector<Bytes> kCases = [] {
    const auto source = make_context_source({}, 1992);
    Keeper keeper;
    for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, keeper);
    return std::move(keeper.cases);
  }();
  return kCases;
}

bool is_ascii(std::uint8_t unit) { return unit < 0x80; }

TEST(Context, PutsItemsAfterEveryLeadAndSecondUnit) {
  std::set<std::pair<int, int>> followed;
  for (const Bytes& bytes : cases_of_utf8()) {
    const std::size_t length = bytes.size() < 2   ? 0
                               : bytes[0] < 0xC2  ? 0
                               : bytes[0] <= 0xDF ? 2
                               : bytes[0] <= 0xEF ? 3
                               : bytes[0] <= 0xF4 ? 4
                                                  : 0;
    if (length > 0 && bytes.size() > length) followed.emplace(bytes[0], bytes[1]);
  }
  // Table 3-7: 30 leads with 64 second units, E0 and ED with 32, 14 of three
  // units and 3 of four with 64, F0 with 48, F4 with 16.
  std::size_t well_formed = 0;
  for (const auto& [lead, second] : followed) {
    const int first = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const int last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    well_formed += second >= first && second <= last ? 1 : 0;
  }
  EXPECT_EQ(well_formed, 30u * 64 + 2 * 32 + 14 * 64 + 3 * 64 + 48 + 16);
}

TEST(Context, HasASurrogateAndATruncatedTailAfterEveryNumberOfUnits) {
  std::set<std::size_t> surrogate_at, cut_off_at;
  for (const Bytes& bytes : cases_of_utf8()) {
    const auto at =
        static_cast<std::size_t>(std::ranges::find_if_not(bytes, is_ascii) - bytes.begin());
    if (at + 1 < bytes.size() && bytes[at] == 0xED && bytes[at + 1] >= 0xA0) {
      surrogate_at.insert(at);
    }
    if (at + 1 == bytes.size() && bytes[at] >= 0xC2 && bytes[at] <= 0xF4) cut_off_at.insert(at);
  }
  for (std::size_t at = 128; at <= 260; ++at) {
    EXPECT_TRUE(surrogate_at.contains(at)) << at;
    EXPECT_TRUE(cut_off_at.contains(at)) << at;
  }
  for (const std::size_t edge : {512u, 1024u, 4096u}) {
    for (std::size_t before = 0; before <= 3; ++before) {
      EXPECT_TRUE(surrogate_at.contains(edge - before)) << edge - before;
    }
  }
}

TEST(Context, ContinuesAfterTheTwoHundredAndFiftySixthError) {
  const auto replaced = [](const Bytes& bytes) {
    const Answer answer = reference_decode(bytes, {});
    return std::ranges::count(answer.values, kReplacement);
  };
  EXPECT_TRUE(std::ranges::any_of(cases_of_utf8(), [&](const Bytes& bytes) {
    return bytes.size() < 600 && is_ascii(bytes.back()) && replaced(bytes) == 256;
  }));
}

TEST(Context, DependsOnTheSeedOnly) {
  const auto a = make_context_source({}, 1), b = make_context_source({}, 1),
             c = make_context_source({}, 2);
  Keeper first, second, third;
  a->generate(a->shards() - 1, first);
  b->generate(b->shards() - 1, second);
  c->generate(c->shards() - 1, third);
  EXPECT_EQ(first.cases, second.cases);
  EXPECT_NE(first.cases, third.cases);
}

TEST(Context, StopsOnRequest) {
  const auto source = make_context_source({}, 1);
  for (std::size_t shard = 0; shard < source->shards(); ++shard) {
    Keeper keeper;
    keeper.limit = 3;
    source->generate(shard, keeper);
    EXPECT_EQ(keeper.cases.size(), 3u) << shard;
  }
}

TEST(Context, ExistsForEveryDialectExceptInAQuickRun) {
  for (const Dialect& d : dialects()) {
    const Profile profile{d.id, PolicyId::kMaximalSubpart, Bom::kKeep};
    EXPECT_NE(make_source("context", profile, {Budget::kStandard, 1, nullptr}), nullptr) << d.name;
    const auto source = make_context_source(profile, 1);
    Keeper keeper;
    keeper.limit = 10'000;
    source->generate(source->shards() - 1, keeper);
    EXPECT_GT(keeper.cases.size(), 1000u) << d.name;
  }
  EXPECT_EQ(make_source("context", {}, {Budget::kQuick, 1, nullptr}), nullptr);
}

}  // namespace
}  // namespace placemat
