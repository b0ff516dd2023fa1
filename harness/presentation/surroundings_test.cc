#include "harness/presentation/surroundings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/spec/reference.h"

namespace placemat {
namespace {

constexpr std::array kAll{Depth::kCore,   Depth::kPlain,  Depth::kChunked,
                          Depth::kPadded, Depth::kInTurn, Depth::kFull};

std::size_t unit_length(Filler filler) {
  switch (filler) {
    case Filler::kAscii:
      return 1;
    case Filler::kTwoUnits:
      return 2;
    case Filler::kThreeUnits:
      return 3;
    case Filler::kFourUnits:
      return 4;
  }
  return 0;
}

TEST(Pads, HaveExactlyTheirLengthAndAreWellFormed) {
  for (const Filler filler : kFillers) {
    for (std::size_t length = 0; length <= 300; ++length) {
      Bytes out{0xFF};  // existing content stays
      append_pad(out, filler, length);
      ASSERT_EQ(out.size(), 1 + length);
      ASSERT_EQ(out[0], 0xFF);
      const Answer answer = reference_decode(ByteView(out).subspan(1), Profile{});
      ASSERT_EQ(answer.error, std::nullopt) << unit_length(filler) << " x " << length;
      // Whole characters of the filler, and ASCII for the remainder.
      const std::size_t rest = length % unit_length(filler);
      ASSERT_EQ(answer.values.size(), rest + length / unit_length(filler));
    }
  }
}

TEST(Pads, PlaceTheFillerDirectlyBeforeTheCase) {
  for (const Filler filler : kFillers) {
    for (std::size_t length = unit_length(filler); length <= 70; ++length) {
      Bytes out;
      append_pad(out, filler, length);
      const ByteView last = ByteView(out).last(unit_length(filler));
      EXPECT_EQ(reference_decode(last, Profile{}).values.size(), 1u) << to_spaced_hex(last);
    }
  }
}

// The text around a case: every pad 0..64, and 127, 128, 255, 256, of ASCII,
// 2-, 3- and 4-unit filler; those of ASCII to 127; every tail to 64.
TEST(Pads, AreEveryLengthTo64AndTheEdgesBeyond) {
  std::vector<std::size_t> to_64;
  for (std::size_t n = 1; n <= 64; ++n) to_64.push_back(n);
  std::vector<std::size_t> all = to_64;
  for (const std::size_t n : {127u, 128u, 255u, 256u}) all.push_back(n);

  std::vector<std::size_t> ascii;
  for (std::size_t n = 1; n <= 128; ++n) ascii.push_back(n);
  for (const std::size_t n : {255u, 256u}) ascii.push_back(n);

  EXPECT_EQ(pad_lengths(Depth::kFull, Filler::kAscii), ascii);
  EXPECT_EQ(pad_lengths(Depth::kFull, Filler::kThreeUnits), all);
  EXPECT_EQ(pad_lengths(Depth::kPadded, Filler::kAscii), to_64);
  EXPECT_THAT(pad_lengths(Depth::kChunked, Filler::kAscii), testing::IsEmpty());
  EXPECT_EQ(pad_fillers(Depth::kFull).size(), 4u);
  EXPECT_THAT(pad_fillers(Depth::kPadded), testing::ElementsAre(Filler::kAscii));
  EXPECT_EQ(tail_lengths(Depth::kFull), to_64);
  EXPECT_THAT(tail_lengths(Depth::kPadded), testing::IsEmpty());
}

std::set<Cuts> set_of(const std::vector<Cuts>& all) { return {all.begin(), all.end()}; }

TEST(Splits, AreAscendingAndWithinTheCase) {
  for (const Depth m : kAll) {
    for (const std::size_t length : {0u, 1u, 2u, 5u, 12u, 13u, 16u, 40u, 80u, 81u, 300u, 1025u}) {
      for (const Cuts& cuts : splits(m, length)) {
        EXPECT_TRUE(std::ranges::is_sorted(cuts));
        EXPECT_TRUE(cuts.empty() || cuts.back() <= length);
      }
    }
  }
}

TEST(Splits, PlainCasesAreNotSplit) {
  EXPECT_TRUE(splits(Depth::kCore, 7).empty());
  EXPECT_TRUE(splits(Depth::kPlain, 7).empty());
}

// Cuts at both ends too: an empty first and an empty last chunk.
TEST(Splits, IntoTwoAreComplete) {
  for (const Depth m : {Depth::kChunked, Depth::kPadded, Depth::kFull}) {
    for (std::size_t length = 0; length <= 80; ++length) {
      const std::set<Cuts> all = set_of(splits(m, length));
      for (std::size_t at = 0; at <= length; ++at) EXPECT_TRUE(all.contains({at})) << at;
    }
  }
}

TEST(Splits, OfLongCasesIncludeTheEndsAndTheEdgesOfBlocks) {
  for (const std::size_t length : {81u, 128u, 129u, 1025u}) {
    const std::set<Cuts> all = set_of(splits(Depth::kChunked, length));
    for (std::size_t at = 0; at <= 12; ++at) {
      EXPECT_TRUE(all.contains({at}));
      EXPECT_TRUE(all.contains({length - at}));
    }
    for (std::size_t edge = 16; edge < length; edge += 16) {
      EXPECT_TRUE(all.contains({edge - 1}) && all.contains({edge})) << edge;
    }
  }
}

TEST(Splits, OneUnitAtATimeAndWithEmptyChunksBetween) {
  const std::set<Cuts> all = set_of(splits(Depth::kChunked, 4));
  EXPECT_TRUE(all.contains({1, 2, 3}));
  EXPECT_TRUE(all.contains({1, 1, 2, 2, 3, 3}));
}

TEST(Splits, IntoThreeAreCompleteForShortCases) {
  for (std::size_t length = 0; length <= 12; ++length) {
    const std::set<Cuts> all = set_of(splits(Depth::kFull, length));
    std::size_t expected = 0;
    for (std::size_t a = 0; a <= length; ++a) {
      for (std::size_t b = a; b <= length; ++b, ++expected) {
        EXPECT_TRUE(all.contains({a, b})) << a << " " << b << " of " << length;
      }
    }
    EXPECT_EQ(expected, (length + 1) * (length + 2) / 2);
  }
}

TEST(Splits, IntoThreeReachBothEndsOfLongCases) {
  const std::set<Cuts> all = set_of(splits(Depth::kFull, 100));
  EXPECT_TRUE(all.contains({0, 0}));
  EXPECT_TRUE(all.contains({1, 2}));
  EXPECT_TRUE(all.contains({98, 99}));
  EXPECT_TRUE(all.contains({100, 100}));
  EXPECT_TRUE(all.contains({48, 64}));
}

TEST(Splits, ExclusionsRemoveTheirSplits) {
  Exclusions two, three;
  two[kTwoSplits] = true;
  three[kThreeSplits] = true;
  EXPECT_FALSE(set_of(splits(Depth::kFull, 6, two)).contains({3}));
  EXPECT_TRUE(set_of(splits(Depth::kFull, 6, two)).contains({2, 4}));
  EXPECT_TRUE(set_of(splits(Depth::kFull, 6, three)).contains({3}));
  EXPECT_FALSE(set_of(splits(Depth::kFull, 6, three)).contains({2, 4}));
}

// The names are part of the schema of the corpora; each has its place.
TEST(Presentations, HaveTheirNamesInOrder) {
  EXPECT_EQ(kExclusions[kPads], "pads");
  EXPECT_EQ(kExclusions[kTails], "tails");
  EXPECT_EQ(kExclusions[kTwoSplits], "two-splits");
  EXPECT_EQ(kExclusions[kThreeSplits], "three-splits");
  EXPECT_EQ(kExclusions[kReuse], "reuse");
  EXPECT_EQ(kExclusions[kCapacity], "capacity");
}

}  // namespace
}  // namespace placemat
