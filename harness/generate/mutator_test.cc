#include "harness/generate/mutator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace placemat {
namespace {

const Mutator& mutator() {
  static constexpr std::array<DialectId, 2> kDialects{DialectId::kUtf8, DialectId::kUtf1};
  static const Mutator kMutator(kDialects);
  return kMutator;
}

TEST(Mutator, TheSameSeedGivesTheSameChange) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Bytes a{0xC3, 0xA9, 0x41}, b = a;
    mutator().mutate(a, 100, seed);
    mutator().mutate(b, 100, seed);
    EXPECT_EQ(a, b) << seed;
  }
}

TEST(Mutator, RespectsTheLimitAndAcceptsAnEmptyInput) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Bytes empty;
    mutator().mutate(empty, 5, seed);
    EXPECT_LE(empty.size(), 5u);
    Bytes full(5, 0x80);
    mutator().mutate(full, 5, seed);
    EXPECT_LE(full.size(), 5u);
  }
}

TEST(Mutator, HasTheItemsOfEveryDialect) {
  const auto has = [](const Bytes& item) {
    return std::ranges::find(mutator().items(), item) != mutator().items().end();
  };
  EXPECT_TRUE(has({0xF4, 0x8F, 0xBF, 0xBF}));  // Table 3-7
  EXPECT_TRUE(has({0xED, 0xA0, 0x80}));
  EXPECT_TRUE(has({0xA0, 0xA0}));  // ISO 10646-1:1993 Annex G: U+00A0
}

// Starting from an empty input, every item and both edges of every block are
// reached.
TEST(Mutator, ReachesEveryItemAndTheEdgesOfBlocks) {
  std::set<std::string> seen;
  std::set<std::size_t> lengths;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Bytes units;
    mutator().mutate(units, 200, seed);
    lengths.insert(units.size());
    seen.emplace(units.begin(), units.end());
  }
  for (const Bytes& item : mutator().items()) {
    EXPECT_TRUE(seen.contains(std::string(item.begin(), item.end())));
  }
  for (const std::size_t edge : {16u, 32u, 64u}) {
    EXPECT_TRUE(lengths.contains(edge - 1)) << edge;
    EXPECT_TRUE(lengths.contains(edge + 1)) << edge;
  }
}

}  // namespace
}  // namespace placemat
