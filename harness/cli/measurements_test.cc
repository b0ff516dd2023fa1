// measurements_test.cc: `placemat report` with what --format json of other commands printed.
#include <gmock/gmock.h>

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/cli/command.h"
#include "harness/report/fixture.h"

namespace placemat::cli {
namespace {

using testing::HasSubstr;

void report_on(std::vector<std::string> arguments) {
  CLI::App app;
  Global global;
  add_report(app, global);
  arguments.insert(arguments.begin(), "report");
  std::ranges::reverse(arguments);  // the order that CLI11 expects
  app.parse(arguments);
}

// A report without measurements.
std::string plain_report() {
  Report report = fixture::report();
  report.strength.clear();
  report.comparisons.clear();
  report.certificates.clear();
  report.speed.clear();
  write_report(report, scratch("plain.jsonl"), 1);
  return scratch("plain.jsonl");
}

std::string file_of(const std::string& name, const std::string& text) {
  write_text_file(scratch(name).string(), text);
  return scratch(name);
}

TEST(ReportCommandMeasurements, AreMergedIntoAReport) {
  const Report full = fixture::report();
  const std::string all = scratch("all.jsonl");
  report_on({file_of("bench.json", to_line(full.speed[0])), plain_report(),
             file_of("sources.json", to_line(full.comparisons[0])),
             file_of("strength.json", to_line(full.strength[0])), "--merge", all});
  const Report merged = read_report(all);
  EXPECT_TRUE(merged.footer.complete);
  EXPECT_EQ(merged.speed.size(), 1u);
  EXPECT_EQ(merged.comparisons.size(), 1u);
  EXPECT_EQ(merged.strength.size(), 1u);
  EXPECT_TRUE(merged.certificates.empty());
}

TEST(ReportCommandMeasurements, AreOnThePageWithoutAMerge) {
  const std::string page = scratch("page.html");
  report_on(
      {plain_report(), file_of("bench.json", to_line(fixture::report().speed[0])), "--html", page});
  EXPECT_THAT(read_text_file(page), HasSubstr("{\"record\":\"speed\""));
}

TEST(ReportCommandMeasurements, NeedAReport) {
  try {
    report_on({file_of("bench.json", to_line(fixture::report().speed[0]))});
    ADD_FAILURE() << "no report was named";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("bench.json: measurements alone; name the report.jsonl"));
  }
}

}  // namespace
}  // namespace placemat::cli
