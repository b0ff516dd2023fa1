#include "harness/report/views/badge.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using Json = nlohmann::json;

Json badge_of(const Report& report) { return Json::parse(render_badge(report)); }

// What https://shields.io/badges/endpoint-badge reads.
TEST(Badge, HasTheMembersOfTheEndpoint) {
  const Json badge = badge_of(fixture::report());
  std::set<std::string> names;
  for (const auto& [name, value] : badge.items()) names.insert(name);
  EXPECT_EQ(names,
            (std::set<std::string>{"schemaVersion", "label", "message", "color", "isError"}));
  EXPECT_EQ(badge.at("schemaVersion"), 1);
  EXPECT_EQ(badge.at("label"), "UTF-8");
}

TEST(Badge, SaysWhatTheVerdictIs) {
  Report report = fixture::report();
  report.footer.expected_errors.clear();
  EXPECT_EQ(badge_of(report).at("message"), "1 new finding");
  EXPECT_EQ(badge_of(report).at("color"), "red");
  EXPECT_EQ(badge_of(report).at("isError"), true);
  report.subjects.erase(report.subjects.begin() + 1);
  EXPECT_EQ(badge_of(report).at("message"), "1 decoder conforms, 1 with known findings");
  EXPECT_EQ(badge_of(report).at("color"), "yellow");
  report.subjects.erase(report.subjects.begin() + 1);
  EXPECT_EQ(badge_of(report).at("message"), "conforms");
  EXPECT_EQ(badge_of(report).at("color"), "brightgreen");
  report.subjects[0].not_tested.push_back(std::string(kSampleOfCases) + "one in 10");
  EXPECT_EQ(badge_of(report).at("message"), "conforms in a sample");
  EXPECT_EQ(badge_of(report).at("color"), "green");
}

// Nothing that was not judged to its end is called right.
TEST(Badge, IsNoPraiseOfWhatWasNotJudged) {
  EXPECT_EQ(badge_of({}).at("message"), "unfinished");
  Report report = fixture::report();
  report.subjects = {report.subjects[0]};
  report.footer.expected_errors.clear();
  report.footer.complete = false;
  EXPECT_EQ(badge_of(report).at("message"), "unfinished");
  report.footer.complete = true;
  for (SourceTally& source : report.subjects[0].sources) source.checks = 0;
  EXPECT_EQ(badge_of(report).at("message"), "not judged");
  report = fixture::report();
  report.subjects = {report.subjects[0]};
  report.footer.expected_errors = {"an entry without a reason"};
  EXPECT_EQ(badge_of(report).at("color"), "red");
}

}  // namespace
}  // namespace placemat
