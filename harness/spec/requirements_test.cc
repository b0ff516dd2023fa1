// The six requirements of 1992 (five of X/Open, the sixth of Pike and Thompson)
// and which dialect meets which, stated from published facts about each.
#include "harness/spec/requirements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace placemat {
namespace {

using testing::HasSubstr;

std::string missed(const Dialect& dialect) {
  std::string out;
  for (const Requirement& requirement : requirements()) {
    const RequirementVerdict verdict = check_requirement(dialect, requirement.number);
    EXPECT_FALSE(verdict.evidence.empty()) << dialect.name << ' ' << requirement.number;
    if (!verdict.met) out += (out.empty() ? "" : " ") + std::to_string(requirement.number);
  }
  return out;
}

TEST(Requirements, AreSixInOrder) {
  ASSERT_EQ(requirements().size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(requirements()[static_cast<std::size_t>(i)].number, i + 1);
}

TEST(Requirements, DialectsMissTheKnownRequirements) {
  const std::map<std::string_view, std::string_view> expected{
      {"utf-8", ""},
      {"utf-8-2279", ""},
      {"utf-8-lenient21", ""},
      {"utf-8-overlong", ""},
      {"plan9-1992", ""},
      {"plan9-modern", ""},
      // A trailing unit can be mistaken for a lead: the reason for UTF-8.
      {"fss-utf-xopen", "6"},
      // Trailing units 21..7E, slash among them; division by 190; units A0..FF
      // are both leads and trailing units.
      {"utf-1", "1 2 3 6"},
      // ED leads three units and six; six units encode 21 bits.
      {"cesu-8", "4 5"},
      {"mutf-8", ""},
      {"wtf-8", ""},
      {"utf8mb3", ""},
      // FF carries no bit of the value: 42 bits in eight units, 63 in thirteen.
      {"utf-8-extended", "5"},
      {"utf-8-perl", "5"},
  };
  ASSERT_EQ(expected.size(), dialects().size());
  for (const Dialect& dialect : dialects()) {
    EXPECT_EQ(missed(dialect), expected.at(dialect.name)) << dialect.name;
  }
}

TEST(Requirements, EvidenceNamesTheUnits) {
  EXPECT_THAT(check_requirement(dialect(DialectId::kUtf1), 2).evidence, HasSubstr("21..7E"));
  EXPECT_THAT(check_requirement(dialect(DialectId::kUtf1), 3).evidence, HasSubstr("190"));
  EXPECT_THAT(check_requirement(dialect(DialectId::kCesu8), 4).evidence,
              HasSubstr("ED begins 3 and 6 units"));
}

// The start of a character is found after consuming at most one: in UTF-8 a
// reader that started inside a sequence resynchronises after at most three
// units.
TEST(Requirements, SynchronisationOfUtf8IsBoundedByThreeUnits) {
  EXPECT_THAT(check_requirement(dialect(DialectId::kUtf8), 6).evidence,
              HasSubstr("after 3 code units"));
}

// A dialect that violates one rule only, so that the check is seen to fail.
Dialect broken(std::size_t unit, Range range) {
  Dialect dialect = placemat::dialect(DialectId::kUtf8);
  dialect.forms.back().units[unit] = range;
  return dialect;
}

TEST(Requirements, ABrokenDialectFailsTheCheck) {
  EXPECT_FALSE(check_requirement(broken(2, {0x2F, 0x2F}), 1).met);
  EXPECT_FALSE(check_requirement(broken(2, {0x00, 0x00}), 1).met);
  EXPECT_TRUE(check_requirement(broken(2, {0x41, 0x41}), 1).met);
  EXPECT_FALSE(check_requirement(broken(2, {0x41, 0x41}), 2).met);
  EXPECT_FALSE(check_requirement(broken(0, {0xE0, 0xE0}), 4).met);
}

}  // namespace
}  // namespace placemat
