// defects_test.cc: a defect as an explanation, as an issue, as a row of a page and as a result.
#include "harness/report/views/defects.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/corpus/defects_fixture.h"

namespace placemat {
namespace {

using nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class DefectViews : public testing::Test {
 protected:
  DefectViews() {
    ordered_json count = DefectFiles::entry("lib-count");
    count["effect"] = "wrong-count";
    count["question"] = "other";
    count["about"] = "It counts <b> | two.";
    files_.write({count,
                  DefectFiles::entry("lib-one"),
                  {{"id", "lib-secret"},
                   {"effect", "out-of-bounds"},
                   {"versions", {"1.0"}},
                   {"withheld", true}}});
    files_.write_program("lib-one", "echo well-formed");
    files_.write_program("lib-count", "echo well-formed");
    catalogue_ = files_.load();
  }
  FoundDefect found(std::string_view id) const { return catalogue_.find(id); }

  const DefectFiles files_;
  DefectCatalogue catalogue_;
};

TEST_F(DefectViews, TheExplanationHasTheProgramAndHowItIsRun) {
  EXPECT_THAT(defect_text(catalogue_, found("lib-one")),
              AllOf(StartsWith("lib-one: lib (C) accepts ill-formed text\n"),
                    HasSubstr("Code units  C0 80\n"), HasSubstr("Seen        well-formed\n"),
                    HasSubstr("Expected    ill-formed\n"), HasSubstr("\n    echo well-formed\n"),
                    HasSubstr("\n    sh lib-one.sh\n"),
                    HasSubstr("not found; searched: the issues of lib")));
  const auto json = nlohmann::json::parse(defect_json(catalogue_, found("lib-one")));
  EXPECT_EQ(json.at("program"), "echo well-formed\n");
  EXPECT_EQ(json.at("promised"), "utf-8/maximal-subpart/keep");
}

TEST_F(DefectViews, TheIssueBeginsWithTheProgram) {
  const std::string text = defect_issue(catalogue_, found("lib-one"));
  EXPECT_THAT(text, StartsWith("# lib: check accepts C0 80\n\n`lib-one.sh`:\n\n```sh\n"
                               "echo well-formed\n```\n"));
  EXPECT_LT(text.find("sh lib-one.sh"), text.find("**It prints:** `well-formed`"));
  EXPECT_THAT(text, AllOf(HasSubstr("**Rule:** The manual: \"C0 80 is refused.\""),
                          HasSubstr("**Searched for duplicates:** the issues of lib")));
}

TEST_F(DefectViews, TheTitleOfAnIssueNamesWhatWasCalled) {
  const auto title_for = [&](const std::string& entry, const std::string& about) {
    ordered_json defect = DefectFiles::entry("lib-one");
    defect["entry"] = entry;
    defect["about"] = about;
    files_.write({defect, DefectFiles::entry("lib-count")});
    const DefectCatalogue catalogue = files_.load();
    const std::string text = defect_issue(catalogue, catalogue.find("lib-one"));
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(title_for("get(a, b); also put", "It loses b. It lies."),
            "# lib: get\\(a, b\\) loses b");
  EXPECT_EQ(title_for("get, a text", "It loses a unit."), "# lib: get loses a unit");
  EXPECT_EQ(title_for("get (and put)", "A unit is lost."), "# lib: get: A unit is lost");
  EXPECT_EQ(title_for("get", "get loses a unit."), "# lib: get loses a unit");
  EXPECT_EQ(title_for("lib->get", "It loses a unit."), "# lib-\\>get loses a unit");
}

TEST_F(DefectViews, AWithheldDefectIsNamedAndNotTold) {
  EXPECT_THAT(defect_text(catalogue_, found("lib-secret")), HasSubstr("not public yet"));
  EXPECT_THROW(defect_issue(catalogue_, found("lib-secret")), InputError);
  EXPECT_EQ(nlohmann::json::parse(defect_json(catalogue_, found("lib-secret"))).size(), 7u);
}

TEST_F(DefectViews, ThePageIsByEffectAndWhatIsNotOursIsNoMarkup) {
  const std::string page = defect_page(catalogue_);
  EXPECT_THAT(
      page, AllOf(StartsWith("# Defects"), HasSubstr("\n3 defects in 1 product, worst first."),
                  HasSubstr("It counts \\<b\\> \\| two."), HasSubstr("- lib 1.0: not public yet\n"),
                  HasSubstr("It accepts C0 80. [lib-one](../corpus/defects/native/lib-one.sh) |"),
                  HasSubstr("| lib | get | It gives Latin-1. | the manual |")));
  const auto bounds = page.find("## It reads or writes memory out of bounds");
  const auto accepts = page.find("## It accepts ill-formed text");
  const auto count = page.find("## It counts wrong");
  ASSERT_NE(count, std::string::npos);
  EXPECT_LT(bounds, accepts);
  EXPECT_LT(accepts, count);
}

TEST_F(DefectViews, ADifferenceStandsApartAndIsNotCounted) {
  ordered_json difference = DefectFiles::entry("lib-one");
  difference["difference"] = true;
  files_.write({difference, DefectFiles::entry("lib-count")});
  const DefectCatalogue catalogue = files_.load();
  const std::string page = defect_page(catalogue);
  EXPECT_THAT(page, HasSubstr("\n1 defect in 1 product, worst first."));
  EXPECT_LT(page.find("[lib-count]"), page.find("## Differences, and so not counted"));
  EXPECT_LT(page.find("## Differences, and so not counted"), page.find("[lib-one]"));
  EXPECT_THAT(defect_list_text(catalogue), HasSubstr("only we expect\n  lib-one: It accepts"));
  EXPECT_EQ(nlohmann::json::parse(defect_list_json(catalogue)).at(1).at("difference"), true);
  EXPECT_THAT(defect_text(catalogue, catalogue.find("lib-one")),
              HasSubstr("It is a difference and no defect"));
}

TEST_F(DefectViews, TheListNamesEach) {
  EXPECT_THAT(defect_list_text(catalogue_), AllOf(HasSubstr("  lib-one: It accepts C0 80.\n"),
                                                  HasSubstr("  lib-secret: not public yet\n"),
                                                  HasSubstr("3 defects in 1 product\n")));
  const auto json = nlohmann::json::parse(defect_list_json(catalogue_));
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json.at(0).at("id"), "lib-secret");
}

TEST_F(DefectViews, ResultsAreCountedAndContradictionsMarked) {
  const std::vector<NativeResult> results{
      {found("lib-one"), NativeOutcome::kReproduced, "1.0", "well-formed"},
      {found("lib-count"), NativeOutcome::kOther, "1.0", "7"},
      {found("lib-secret"), NativeOutcome::kWithheld, "1.0", ""}};
  const std::string text = native_results_text(results);
  EXPECT_THAT(text, AllOf(StartsWith("lib 1.0\n  reproduced    lib-one  C0 80: well-formed\n"),
                          HasSubstr("!!other answer  lib-count\n                prints    7\n"),
                          HasSubstr("3 defects, 1 reproduced, 1 other answer, 1 withheld; "
                                    "1 result with !! contradicts the catalogue\n")));
  const auto json = nlohmann::json::parse(native_results_json(results));
  EXPECT_EQ(json.at(1).at("contradicts_entry"), true);
  EXPECT_EQ(json.at(1).at("outcome"), "other answer");
}

TEST_F(DefectViews, AnAbsentProductNamesItsPackage) {
  const std::vector<NativeResult> results{{found("lib-one"), NativeOutcome::kAbsent, "", ""}};
  EXPECT_THAT(native_results_text(results),
              AllOf(HasSubstr("lib (absent)\n"), HasSubstr("lib-one  package lib-dev\n"),
                    Not(HasSubstr("!!"))));
}

}  // namespace
}  // namespace placemat
