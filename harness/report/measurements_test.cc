// measurements_test.cc: measurements that were made apart from a run, read without a report and
// added to one.
#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"
#include "harness/report/merge.h"
#include "harness/report/published.h"
#include "harness/report/record_members.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

std::filesystem::path measurements_file(const std::string& name, const std::string& text) {
  write_text_file(scratch(name).string(), text);
  return scratch(name);
}

std::string all_measurements() {
  const Report report = fixture::report();
  return to_line(report.strength[0]) + to_line(report.comparisons[0]) +
         to_line(report.certificates[0]) + to_line(report.speed[0]);
}

TEST(Measurements, AreReadWithoutAReport) {
  const ReportFile file =
      read_report_or_measurements(measurements_file("all.json", all_measurements()));
  EXPECT_FALSE(file.is_report);
  EXPECT_EQ(file.report.strength.size(), 1u);
  EXPECT_EQ(file.report.certificates.size(), 1u);
  ASSERT_EQ(file.report.comparisons.size(), 1u);
  EXPECT_EQ(file.report.comparisons[0].sources[0].milliseconds, 1250u);
  ASSERT_EQ(file.report.speed.size(), 1u);
  EXPECT_EQ(to_line(file.report.speed[0]), to_line(fixture::report().speed[0]));
  write_report(fixture::report(), scratch("report.jsonl"), 1);
  EXPECT_TRUE(read_report_or_measurements(scratch("report.jsonl")).is_report);
}

TEST(Measurements, AreNoReport) {
  const auto refusal = [](const std::string& name, const std::string& text, bool as_report) {
    try {
      const auto path = measurements_file(name, text);
      as_report ? read_report(path) : read_report_or_measurements(path).report;
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_THAT(refusal("alone.json", all_measurements(), true), HasSubstr("before the header"));
  EXPECT_THAT(refusal("other.json", all_measurements() + "{\"record\":\"absent\"}\n", false),
              HasSubstr("other.json:5: this record is no measurement"));
  EXPECT_THAT(refusal("cut.json", all_measurements().substr(0, 40), false), HasSubstr("not JSON"));
}

TEST(Measurements, OfTheSameThingStandForTheFormerOnes) {
  Report report = fixture::report(), measured;
  measured.strength = report.strength;
  measured.strength[0].vectors = 77;
  measured.comparisons = report.comparisons;
  measured.comparisons[0].mutants = 78;
  measured.certificates = report.certificates;
  measured.certificates[0].version = "79";
  measured.speed = report.speed;
  add_measurements(report, measured);
  ASSERT_EQ(report.strength.size(), 1u);
  EXPECT_EQ(report.strength[0].vectors, 77u);
  ASSERT_EQ(report.comparisons.size(), 1u);
  EXPECT_EQ(report.comparisons[0].mutants, 78u);
  ASSERT_EQ(report.certificates.size(), 1u);
  EXPECT_EQ(report.certificates[0].version, "79");
  EXPECT_EQ(report.speed.size(), 1u) << "the same measurement twice";
  measured.speed[0].processor = "another processor";
  add_measurements(report, measured);
  EXPECT_EQ(report.speed.size(), 2u);
}

TEST(Measurements, AReportWithNoneTakesThem) {
  Report report = fixture::report();
  const Report measured = report;
  report.strength.clear();
  report.comparisons.clear();
  report.certificates.clear();
  report.speed.clear();
  add_measurements(report, measured);
  write_report(report, scratch("taken.jsonl"), 1);
  const Report again = read_report(scratch("taken.jsonl"));
  EXPECT_TRUE(again.footer.complete);
  EXPECT_EQ(report_text(again, 1), report_text(fixture::report(), 1));
}

TEST(Measurements, ArePublishedWithoutTheMachine) {
  const std::string lines = report_text(fixture::report(), 1);
  EXPECT_THAT(lines, HasSubstr("\"processor\":\"a processor\""));
  EXPECT_THAT(published(lines, "report.jsonl"), Not(HasSubstr("a processor")));
}

}  // namespace
}  // namespace placemat
