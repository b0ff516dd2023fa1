#include "harness/judge/kind.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace placemat {
namespace {

// The flags of the corpora use the same closed list; their schema states it independently
// of this table.
TEST(Kind, NamesAreThoseOfTheCorpora) {
  std::ifstream in(PLACEMAT_SOURCE_DIR "/corpus/flags.schema.json");
  const auto schema = nlohmann::json::parse(in);
  const std::set<std::string> expected = schema.at("/$defs/kind/enum"_json_pointer);
  std::set<std::string> names;
  for (const KindRow& row : kinds()) names.emplace(row.name);
  EXPECT_EQ(names, expected);
}

TEST(Kind, EveryRowExplainsItself) {
  std::set<std::string_view> summaries, effects;
  for (const KindRow& row : kinds()) {
    SCOPED_TRACE(std::string(row.name));
    EXPECT_THAT(row.glyph, testing::AnyOfArray({'A', 'R', 'V', '#', '@', '~', '|', 'M', '!', 'T'}));
    EXPECT_FALSE(row.clause.empty());
    EXPECT_EQ(row.effect.back(), '.');
    EXPECT_TRUE(summaries.insert(row.summary).second);
    EXPECT_TRUE(effects.insert(row.effect).second);
    for (const std::string_view text : {row.summary, row.effect, row.clause}) {
      for (const char c : text) EXPECT_TRUE(c >= 0x20 && c <= 0x7E);
    }
  }
}

TEST(Kind, IsFoundByItsExactName) {
  for (const KindRow& row : kinds()) EXPECT_EQ(find_kind(row.name), row.kind);
  EXPECT_EQ(find_kind("encoding-misdetection"), std::nullopt);  // a bug class, never a finding
  EXPECT_EQ(find_kind("accepts-overlong "), std::nullopt);
  EXPECT_EQ(find_kind(""), std::nullopt);
}

// The glyphs as the legend of the report shows them.
TEST(Kind, GlyphsGroupTheKinds) {
  EXPECT_EQ(row_of(Kind::kAcceptsTruncatedTail).glyph, 'A');
  EXPECT_EQ(row_of(Kind::kConflatesRealFffd).glyph, 'R');
  EXPECT_EQ(row_of(Kind::kNulHandling).glyph, 'V');
  EXPECT_EQ(row_of(Kind::kWrongLengthCount).glyph, '#');
  EXPECT_EQ(row_of(Kind::kWrongErrorOffset).glyph, '@');
  EXPECT_EQ(row_of(Kind::kNondeterministic).glyph, '~');
  EXPECT_EQ(row_of(Kind::kDependsOnPosition).glyph, '|');
  EXPECT_EQ(row_of(Kind::kWrongCapacity).glyph, 'M');
  EXPECT_EQ(row_of(Kind::kCrash).glyph, '!');
  EXPECT_EQ(row_of(Kind::kHang).glyph, 'T');
}

TEST(Kind, IsReadFromAKey) {
  EXPECT_EQ(kind_of_key("a|utf-8/reject/keep|over-read|C2, a NUL behind"), Kind::kOverRead);
  EXPECT_EQ(kind_of_key("a|utf-8/reject/keep|nondeterministic|"), Kind::kNondeterministic);
  for (const char* text : {"", "over-read", "a|b|over-read", "a|b", "a|b|no-such|C2"}) {
    EXPECT_EQ(kind_of_key(text), std::nullopt) << text;
  }
}

// What ends or blocks the process is the worst, whatever it shows in.
TEST(Kind, SeverityFollowsWhatAUserSuffers) {
  EXPECT_EQ(severity_of(Kind::kCrash), Severity::kMemory);
  EXPECT_LT(severity_of(Kind::kOverRead), severity_of(Kind::kAcceptsOverlong));
  EXPECT_LT(severity_of(Kind::kAcceptsOverlong), severity_of(Kind::kDropsIllFormed));
  EXPECT_LT(severity_of(Kind::kDropsIllFormed), severity_of(Kind::kWrongValue));
  EXPECT_LT(severity_of(Kind::kWrongValue), severity_of(Kind::kWrongReplacementCount));
  EXPECT_LT(severity_of(Kind::kWrongReplacementCount), severity_of(Kind::kWrongErrorOffset));
}

}  // namespace
}  // namespace placemat
