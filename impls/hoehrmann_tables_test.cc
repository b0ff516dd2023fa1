// hoehrmann_tables_test.cc: the computed tables against independent facts: the
// class of each boundary unit, the sizes, and the encoding of every scalar
// value. It must not include the law of the harness.
#include "impls/hoehrmann_tables.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "impls/arithmetic_utf8.h"

namespace {

using placemat::hoehrmann::kClassRanges;
using placemat::hoehrmann::kTable2008;
using placemat::hoehrmann::kTable2010;
using placemat::hoehrmann::kUnitClasses;

// Hoehrmann, "Flexible and Economical UTF-8 Decoder": both ends of each run.
TEST(HoehrmannTables, ClassOfEachBoundaryUnit) {
  const struct {
    unsigned unit;
    unsigned number;
  } expected[] = {
      {0x00, 0}, {0x7F, 0}, {0x80, 1},  {0x8F, 1}, {0x90, 9},  {0x9F, 9}, {0xA0, 7}, {0xBF, 7},
      {0xC0, 8}, {0xC1, 8}, {0xC2, 2},  {0xDF, 2}, {0xE0, 10}, {0xE1, 3}, {0xEC, 3}, {0xED, 4},
      {0xEE, 3}, {0xEF, 3}, {0xF0, 11}, {0xF1, 6}, {0xF3, 6},  {0xF4, 5}, {0xF5, 8}, {0xFF, 8},
  };
  for (const auto& row : expected) {
    EXPECT_EQ(kUnitClasses[row.unit], row.number) << std::hex << row.unit;
    EXPECT_EQ(kTable2008[row.unit], row.number) << std::hex << row.unit;
    EXPECT_EQ(kTable2010[row.unit], row.number) << std::hex << row.unit;
  }
}

TEST(HoehrmannTables, TwelveClassesNumberedFromZero) {
  const std::set<unsigned> numbers(kUnitClasses.begin(), kUnitClasses.end());
  EXPECT_EQ(numbers.size(), 12u);
  EXPECT_EQ(*numbers.begin(), 0u);
  EXPECT_EQ(*numbers.rbegin(), 11u);
}

TEST(HoehrmannTables, RangesCoverEveryUnitOnce) {
  std::vector<int> seen(256, 0);
  for (const auto& range : kClassRanges)
    for (unsigned unit = range.units.first; unit <= range.units.last; ++unit) ++seen[unit];
  EXPECT_EQ(seen, std::vector<int>(256, 1));
  EXPECT_TRUE(placemat::hoehrmann::classes_suffice());
}

// FF >> class removes the length marks of a lead, and nothing else.
TEST(HoehrmannTables, ClassOfALeadIsItsShift) {
  const auto payload = [](unsigned unit) { return unit & (0xFFu >> kUnitClasses[unit]); };
  for (unsigned unit = 0x00; unit <= 0x7F; ++unit) EXPECT_EQ(payload(unit), unit);
  for (unsigned unit = 0xC2; unit <= 0xDF; ++unit) EXPECT_EQ(payload(unit), unit - 0xC0);
  for (unsigned unit = 0xE0; unit <= 0xEF; ++unit) EXPECT_EQ(payload(unit), unit - 0xE0);
  for (unsigned unit = 0xF0; unit <= 0xF4; ++unit) EXPECT_EQ(payload(unit), unit - 0xF0);
}

unsigned step2008(unsigned state, unsigned unit) {
  return kTable2008[256 + 16 * state + kTable2008[unit]];
}
unsigned step2010(unsigned state, unsigned unit) {
  return kTable2010[256 + state + kTable2010[unit]];
}

// 364 = 256 + 9 x 12 and 400 = 256 + 9 x 16: the sizes that were published.
TEST(HoehrmannTables, NineStatesAllReached) {
  EXPECT_EQ(kTable2008.size(), 400u);
  EXPECT_EQ(kTable2010.size(), 364u);
  std::set<unsigned> plain{0}, scaled{0};
  for (int round = 0; round < 4; ++round) {
    for (unsigned unit = 0; unit < 256; ++unit) {
      for (const unsigned state : std::set<unsigned>(plain)) plain.insert(step2008(state, unit));
      for (const unsigned state : std::set<unsigned>(scaled)) scaled.insert(step2010(state, unit));
    }
  }
  EXPECT_EQ(plain, (std::set<unsigned>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(scaled, (std::set<unsigned>{0, 12, 24, 36, 48, 60, 72, 84, 96}));
}

TEST(HoehrmannTables, RejectIsAbsorbing) {
  for (unsigned unit = 0; unit < 256; ++unit) {
    EXPECT_EQ(step2008(1, unit), 1u);
    EXPECT_EQ(step2010(12, unit), 12u);
  }
}

TEST(HoehrmannTables, LayoutsHoldTheSameAutomaton) {
  for (unsigned state = 0; state < 9; ++state)
    for (unsigned unit = 0; unit < 256; ++unit)
      EXPECT_EQ(step2008(state, unit) * 12, step2010(state * 12, unit));
}

// 'a' accepted, 'p' inside a sequence, 'r' rejected.
char outcome(const placemat::ArithmeticUtf8& law, const std::vector<std::uint8_t>& units) {
  std::size_t at = 0;
  while (at < units.size()) {
    const auto item = law.first_item(units.data() + at, units.size() - at);
    if (!item.well_formed) return item.at_end ? 'p' : 'r';
    at += item.length;
  }
  return 'a';
}

char outcome_of_state(unsigned state) { return state == 0 ? 'a' : state == 1 ? 'r' : 'p'; }

TEST(HoehrmannTables, AgreesWithArithmeticOnAllStringsOfThree) {
  const placemat::ArithmeticUtf8 law;
  std::size_t disagreements = 0, accepted = 0;
  std::vector<std::uint8_t> one(1), two(2), three(3);
  for (unsigned a = 0; a < 256; ++a) {
    one[0] = two[0] = three[0] = static_cast<std::uint8_t>(a);
    const unsigned first = step2008(0, a);
    disagreements += outcome_of_state(first) != outcome(law, one);
    for (unsigned b = 0; b < 256; ++b) {
      two[1] = three[1] = static_cast<std::uint8_t>(b);
      const unsigned second = step2008(first, b);
      disagreements += outcome_of_state(second) != outcome(law, two);
      for (unsigned c = 0; c < 256; ++c) {
        three[2] = static_cast<std::uint8_t>(c);
        const unsigned third = step2008(second, c);
        disagreements += outcome_of_state(third) != outcome(law, three);
        accepted += third == 0;
      }
    }
  }
  EXPECT_EQ(disagreements, 0u);
  // 128^3 + 2 x 128 x 1920 + (63488 - 2048): units that are sequences of 1, 2, 3.
  EXPECT_EQ(accepted, 2097152u + 491520u + 61440u);
}

}  // namespace
