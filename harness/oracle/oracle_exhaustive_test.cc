// The law and ICU on every pair of code units, alone and behind both ends of every
// range, and on longer strings where ICU reads further: sequences of six units, and inputs long
// enough for ICU's loops for long input. A difference is a failure unless a numbered divergence
// explains it. A divergence that is never observed is a failure too, and so is one that applies
// where the two agree.
#include <gtest/gtest.h>

#include "harness/oracle/divergence.h"
#include "harness/oracle/oracle_fixture.h"
#include "harness/oracle/strings.h"

namespace placemat {
namespace {

using testing_strings::all_units;
using testing_strings::for_each_string;

// Both ends of every range of Table 3-7, CESU-8 and modified UTF-8: seven
// classes of units per position would suffice, the ends find off-by-one errors.
const Bytes kEnds{0x00, 0x7F, 0x80, 0x9F, 0xA0, 0xB0, 0xBF,
                  0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF4};

TEST(Oracle, EveryPairBehindEveryEndOfARange) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    for_each_string(all_units(), 1, prefix, ask);
    for (const std::uint8_t first : kEnds) {
      prefix = {first};
      for_each_string(all_units(), 2, prefix, ask);
    }
  });
  expect_explained(tallies, 1 + 256 + kEnds.size() * (1 + 256 + 65536));
  // ICU-7 needs twelve units; divergence_test.cc covers it.
  EXPECT_EQ(never_observed(tallies), std::vector<std::string_view>{"ICU-7"});
  // No question about UTF-8 has a divergence; this check fails if one ever
  // needs one.
  for (const OracleTally& tally : tallies) {
    if (tally.question->profile.dialect == DialectId::kUtf8) {
      EXPECT_EQ(tally.agreed, tally.asked);
    }
  }
}

TEST(Oracle, RepresentativesUpToFiveUnits) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    for_each_string(kEnds, 5, prefix, ask);
  });
  expect_explained(tallies, 1 + 14 + 196 + 2744 + 38416 + 537824);
}

// Three-unit surrogate forms follow each other in strings of nine units.
TEST(Oracle, SurrogateUnitsUpToNine) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    for_each_string({0x80, 0xA0, 0xB0, 0xED}, 9, prefix, ask);
  });
  expect_explained(tallies, 349525);
}

TEST(Oracle, SixUnitsOfFewClasses) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    for_each_string({0x41, 0x80, 0xA0, 0xBF, 0xE0, 0xED, 0xEF, 0xF4}, 6, prefix, ask);
  });
  expect_explained(tallies, 1 + 8 + 64 + 512 + 4096 + 32768 + 262144);
}

// The signature: of UTF-8 and of other encodings, whole, doubled, in the
// middle, truncated.
TEST(Oracle, SignatureUnitsUpToSeven) {
  const auto tallies = ask_everything([](auto ask) {
    Bytes prefix;
    for_each_string({0xEF, 0xBB, 0xBF, 0xFE, 0xFF}, 7, prefix, ask);
  });
  expect_explained(tallies, 97656);
}

// ICU has loops for long input that leave its end to slower ones. Every pair of
// units stands at every distance from the end, after fillers of every sequence
// length.
TEST(Oracle, PairsInsideLongInput) {
  const std::vector<Bytes> fillers{{0x61}, {0xC3, 0xA9}, {0xE2, 0x82, 0xAC}};
  std::uint64_t strings = 0;
  const auto tallies = ask_everything([&](auto ask) {
    strings = 0;
    for (const Bytes& filler : fillers) {
      for (std::size_t at = 0; at <= 13; at += filler.size()) {
        for (const std::uint8_t first : all_units()) {
          for (const std::uint8_t second : all_units()) {
            if (first < 0x80 && second < 0x80 && (first != 0 || second != 0x7F)) continue;
            Bytes bytes;
            while (bytes.size() < at) bytes.insert(bytes.end(), filler.begin(), filler.end());
            bytes.insert(bytes.end(), {first, second});
            while (bytes.size() < 15) bytes.insert(bytes.end(), filler.begin(), filler.end());
            ask(bytes);
            ++strings;
          }
        }
      }
    }
  });
  expect_explained(tallies, strings);
}

}  // namespace
}  // namespace placemat
