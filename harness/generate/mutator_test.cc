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

// What 3,000 mutations of an empty input give, one behind the other.
std::string texts_of(const Mutator& mutator) {
  std::string texts;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Bytes units;
    mutator.mutate(units, 4096, seed);
    texts.append(units.begin(), units.end());
    texts += "\n\n";
  }
  return texts;
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

// U+2028 is no end of a class, and no mutation of units makes it by chance.
TEST(Mutator, PutsValuesThatAreTreatedApartIntoText) {
  const Bytes value{0xE2, 0x80, 0xA8};
  int seen = 0;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Bytes units;
    mutator().mutate(units, 200, seed);
    seen += std::ranges::search(units, value).empty() ? 0 : 1;
  }
  // A quarter of 3 in 14 mutations, one of 44 values in each of two dialects: about twelve.
  EXPECT_GT(seen, 5);
}

// A fault at one of a million values is met soon, in a text that is well-formed.
TEST(Mutator, PutsManyValuesIntoFewTexts) {
  static constexpr std::array<DialectId, 1> kUtf8{DialectId::kUtf8};
  const Mutator of_utf8(kUtf8);
  std::set<std::uint64_t> values;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Bytes units;
    of_utf8.mutate(units, 512, seed);
    const Answer answer = machine(Profile{}).decode(units);
    if (!answer.error) values.insert(answer.values.begin(), answer.values.end());
  }
  EXPECT_GT(values.size(), 90'000u);
}

// A fault at one ill-formed sequence of a million is met soon.
TEST(Mutator, PutsManySequencesThatEncodeNoScalarValueIntoFewTexts) {
  static constexpr std::array<DialectId, 1> kUtf8{DialectId::kUtf8};
  const Mutator of_utf8(kUtf8);
  std::set<std::uint64_t> beyond, below;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Bytes units;
    of_utf8.mutate(units, 512, seed);
    const Profile wider{DialectId::kUtf8Lenient21, PolicyId::kMaximalSubpart, Bom::kKeep};
    for (const std::uint64_t value : machine(wider).decode(units).values)
      (value > kMaxScalar ? beyond : below).insert(value);
  }
  EXPECT_GT(beyond.size(), 60'000u);
  for (std::uint64_t surrogate = 0xD800; surrogate <= 0xDFFF; ++surrogate)
    EXPECT_TRUE(below.contains(surrogate)) << surrogate;
}

// What depends on the value before needs the pair.
TEST(Mutator, ReachesPairsOfValuesThatJoin) {
  static constexpr std::array<DialectId, 1> kUtf8{DialectId::kUtf8};
  const Mutator of_utf8(kUtf8);
  const std::string seen = texts_of(of_utf8);
  int reached = 0;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    if (seen.find(letter + std::string("\xCC\x8A")) != std::string::npos) ++reached;  // U+030A
  EXPECT_GT(reached, 15);
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

// A validator that looks at 63 of 64 units shows in nothing but this.
TEST(Mutator, PutsOneItemBehindExactlyABlockButOneUnit) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    Bytes units(3, 0xFF);
    mutator().mutate(units, 4096, seed);
    const auto is_ascii = [](std::uint8_t unit) { return unit < 0x80; };
    const auto first = std::ranges::find_if_not(units, is_ascii);
    if (first - units.begin() == 63) ++found;
  }
  EXPECT_GT(found, 10u);
}

// What depends on the item before needs its pair. One item an execution would show at most 3,000.
TEST(Mutator, ReachesMostPairsOfItemsSoon) {
  static constexpr std::array<DialectId, 1> kUtf8{DialectId::kUtf8};
  const Mutator of_utf8(kUtf8);
  const std::size_t all = of_utf8.items().size() * of_utf8.items().size();
  ASSERT_GT(all, 3500u);
  const std::string seen = texts_of(of_utf8);
  std::size_t reached = 0;
  for (const Bytes& first : of_utf8.items())
    for (const Bytes& second : of_utf8.items()) {
      std::string pair(first.begin(), first.end());
      pair.append(second.begin(), second.end());
      if (seen.find(pair) != std::string::npos) ++reached;
    }
  EXPECT_GT(reached, all * 9 / 10);
}

}  // namespace
}  // namespace placemat
