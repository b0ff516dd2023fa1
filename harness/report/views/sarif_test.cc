#include "harness/report/views/sarif.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/bytes/json.h"
#include "harness/report/fixture.h"

namespace placemat {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json sarif_of(const Report& report) { return Json::parse(render_sarif(report)); }
const Json& results_of(const Json& log) { return log.at("runs")[0].at("results"); }

// reports/schema/sarif.schema.json is closed: it allows nothing that the schema of OASIS does not.
void expect_valid(const Report& report) {
  const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/sarif.schema.json");
  for (const Violation& violation : schema.violations(sarif_of(report))) {
    std::string place;
    for (const std::string& part : violation.path) place += "/" + part;
    ADD_FAILURE() << place << ": " << violation.what;
  }
}

TEST(Sarif, KeepsToItsSchema) {
  expect_valid(fixture::report());
  expect_valid({});
  Report report = fixture::report();
  Finding& finding = report.subjects[1].findings[0];
  finding.seen = finding.minimal = "\x1B\xFF<&\"\n";
  finding.key = "beta|\x01|\xED\xA0\x80";
  report.subjects[1].decoder = "beta \xE2\x80\xAE";
  expect_valid(report);
}

TEST(Sarif, ASchemaThatRefusesWhatIsWrong) {
  const Schema schema(PLACEMAT_SOURCE_DIR "/reports/schema/sarif.schema.json");
  const Json right = sarif_of(fixture::report());
  ASSERT_TRUE(schema.violations(right).empty());
  for (const char* place :
       {"/version", "/runs/0/tool/driver/name", "/runs/0/tool/driver/rules/0/help",
        "/runs/0/results/0/partialFingerprints", "/runs/0/results/0/locations",
        "/runs/0/results/0/message/text", "/runs/0/invocations/0/executionSuccessful"}) {
    Json wrong = right;
    wrong.at(Json::json_pointer(place)) = 7;
    EXPECT_FALSE(schema.violations(wrong).empty()) << place;
  }
}

TEST(Sarif, HasARuleWithHelpForEveryKind) {
  const Json rules = sarif_of({}).at("runs")[0].at("tool").at("driver").at("rules");
  ASSERT_EQ(rules.size(), kKindCount);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    EXPECT_EQ(rules[i].at("id"), kinds()[i].name);
    EXPECT_THAT(rules[i].at("help").at("text").get<std::string>(),
                HasSubstr(std::string(kinds()[i].clause)));
  }
}

// The fixture has a new finding of beta and a known one of gamma; the contrast claims nothing.
TEST(Sarif, AFindingIsAResultAndAKnownOneIsSuppressed) {
  const Json log = sarif_of(fixture::report());
  const Json& results = results_of(log);
  ASSERT_EQ(results.size(), 2u);
  const Json& fresh = results[0];
  EXPECT_EQ(fresh.at("ruleId"), "accepts-overlong");
  EXPECT_EQ(log.at("runs")[0]
                .at("tool")
                .at("driver")
                .at("rules")
                .at(fresh.at("ruleIndex").get<std::size_t>())
                .at("id"),
            "accepts-overlong");
  EXPECT_EQ(fresh.at("level"), "error");
  EXPECT_EQ(fresh.at("partialFingerprints").at("findingKey/v1"),
            fixture::report().subjects[1].findings[0].key);
  EXPECT_THAT(fresh.at("message").at("text").get<std::string>(),
              HasSubstr("placemat replay beta 'C0 AF'"));
  EXPECT_FALSE(fresh.contains("suppressions"));
  EXPECT_EQ(results[1].at("suppressions")[0].at("justification"),
            "one replacement per sequence, as documented (https://example.org/issues/7)");
  EXPECT_EQ(results[1].at("level"), "warning");
}

// The same finding of another run: other counts, text and time.
TEST(Sarif, TheFingerprintStaysWhenTheRestChanges) {
  Report later = fixture::report();
  later.header.run.started = "2027-01-01T00:00:00Z";
  later.subjects[1].findings[0].checks = 1;
  later.subjects[1].findings[0].seen = "otherwise";
  later.subjects.erase(later.subjects.begin());
  const Json before = sarif_of(fixture::report()), after = sarif_of(later);
  EXPECT_EQ(results_of(before)[0].at("partialFingerprints"),
            results_of(after)[0].at("partialFingerprints"));
}

TEST(Sarif, AnUnfinishedRunIsNoSuccess) {
  Report report = fixture::report();
  report.footer.expected_errors.clear();
  const auto is_success = [&] {
    return sarif_of(report)
        .at("runs")[0]
        .at("invocations")[0]
        .at("executionSuccessful")
        .get<bool>();
  };
  EXPECT_TRUE(is_success());
  report.footer.complete = false;
  EXPECT_FALSE(is_success());
  report = fixture::report();  // its expected list has an error
  EXPECT_FALSE(is_success());
}

TEST(Sarif, DoesNotDependOnTheOrderOfWork) {
  Report report = fixture::report();
  const std::string text = render_sarif(report);
  std::ranges::reverse(report.subjects);
  EXPECT_EQ(render_sarif(report), text);
}

}  // namespace
}  // namespace placemat
