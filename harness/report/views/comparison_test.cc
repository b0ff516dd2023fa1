// comparison_test.cc: two decoders against each other, for a person and for a program.
#include "harness/report/views/comparison.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace placemat {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

DecoderComparison two_causes() {
  DecoderComparison comparison;
  comparison.first = "a";
  comparison.first_version = "in-tree";
  comparison.second = "other";
  comparison.second_version = "2.0\x1B";
  comparison.asked = 1000;
  comparison.differ = 130;
  comparison.is_complete = true;
  comparison.not_compared = {"chunks were not asked"};
  comparison.groups = {{Contrast::kReadAsOther, "well-formed", "C3 A9", "", 1, "well-formed: E9",
                        "well-formed: C3 A9"},
                       {Contrast::kOnlyFirstAccepts, "overlong", "C0 80", "C0..C1 80..BF", 128,
                        "well-formed: 00", "ill-formed"}};
  return comparison;
}

TEST(ComparisonView, SaysWhatEachDoes) {
  EXPECT_EQ(
      comparison_text(two_causes()),
      "a and other 2.0\\x1B: 1,000 strings asked, 130 read differently, 2 causes\n\n"
      "both accept it, and read other text\n"
      "  C3 A9\n    well-formed\n    a      well-formed: E9\n    other  well-formed: C3 A9\n\n"
      "only a accepts it\n"
      "  C0 80\n    overlong, C0..C1 80..BF (128 strings)\n"
      "    a      well-formed: 00\n    other  ill-formed\n\n"
      "chunks were not asked\n");
}

TEST(ComparisonView, AgreementAndWhatIsMissing) {
  DecoderComparison comparison = two_causes();
  comparison.groups.clear();
  EXPECT_THAT(comparison_text(comparison),
              AllOf(HasSubstr("1,000 strings asked, none read differently\n"),
                    Not(HasSubstr("no answer")), Not(HasSubstr("interrupted"))));
  comparison.unanswered = 2;
  comparison.first_unanswered = "41";
  comparison.not_askable = 3;
  comparison.is_complete = false;
  EXPECT_THAT(comparison_text(comparison),
              AllOf(HasSubstr("no answer of one of the two to 2 strings, the shortest 41\n"),
                    HasSubstr("3 strings cannot be given to one of the two\n"),
                    HasSubstr("interrupted: ")));
}

TEST(ComparisonView, LongTextIsCutForAPersonOnly) {
  DecoderComparison comparison = two_causes();
  std::string units = "C0";
  for (int i = 0; i < 300; ++i) units += " 80";
  comparison.groups[0].units = units;
  const std::string text = comparison_text(comparison);
  EXPECT_THAT(text, AllOf(HasSubstr(" ...\n"), Not(HasSubstr(units))));
  const auto json = nlohmann::json::parse(comparison_json(comparison));
  EXPECT_EQ(json.at("causes").at(0).at("units"), units);
  EXPECT_EQ(json.at("causes").at(1).at("contrast"), "only-first-accepts");
  EXPECT_EQ(json.at("asked"), 1000);
}

}  // namespace
}  // namespace placemat
