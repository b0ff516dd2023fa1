#include "harness/campaign/explain_question.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"

namespace placemat {
namespace {

using testing::HasSubstr;

std::string message_of(std::string_view text) {
  try {
    read_question(text, nullptr);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ExplainQuestion, ErrorsNamePlaceAndRemedy) {
  EXPECT_THAT(message_of("C0 A"), HasSubstr("column 4: odd number"));
  EXPECT_THAT(message_of("C0 GA"), HasSubstr("column 4: 'G' is no hex digit"));
  EXPECT_THAT(message_of("zz"), HasSubstr("column 1"));
  EXPECT_THAT(message_of("overlong/nothing"), HasSubstr("no vector 'overlong/nothing'"));
  EXPECT_THAT(message_of("x|utf-8/maximal-subpart/keep|odd-kind|C0"), HasSubstr("odd-kind"));
  EXPECT_THAT(message_of("x|utf-9/skip/keep|crash|C0"), HasSubstr("utf-9"));
  EXPECT_THAT(message_of("x|utf-8/skip/keep|wrong-encoding|encode, 2 units expected, 3 written"),
              HasSubstr("encoder"));
}

TEST(ExplainQuestion, FindingKey) {
  const ExplainQuery question = read_question(
      "x|cesu-8/per-byte/keep|depends-on-chunks|C3|A9, in 2 chunks, with capacity 0", nullptr);
  EXPECT_EQ(question.units, parse_units("C3|A9"));
  EXPECT_EQ(to_text(question.profile), "cesu-8/per-byte/keep");
  ASSERT_TRUE(question.finding);
  EXPECT_EQ(question.finding->decoder, "x");
  EXPECT_EQ(question.finding->kind, Kind::kDependsOnChunks);
  EXPECT_EQ(question.finding->conditions, "in 2 chunks, with capacity 0");
}

TEST(ExplainCorpus, ThemeIsNoQuestion) {
  Corpus corpus;
  corpus.themes["theme"] = {"theme", "what it is about"};
  try {
    read_question("theme", &corpus);
    FAIL() << "it was taken for code units";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("placemat corpus show theme"));
  }
}

}  // namespace
}  // namespace placemat
