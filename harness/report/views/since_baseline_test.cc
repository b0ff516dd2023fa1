// since_baseline_test.cc: the page of a run that was compared with a baseline says what changed.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/baseline.h"
#include "harness/report/fixture.h"
#include "harness/report/views/html.h"
#include "harness/report/views/view.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kBaselineLine = "{\"record\":\"since_baseline\"";

nlohmann::json baseline_record(const std::string& page) {
  const std::size_t at = page.find(kBaselineLine);
  if (at == std::string::npos) return {};
  return nlohmann::json::parse(page.substr(at, page.find('\n', at) - at));
}

// The older side is a baseline, which is no report that the page could compare itself.
TEST(SinceBaseline, IsInThePageOfTheRun) {
  Report worse = fixture::report();
  fixture::fail_vector(worse.subjects[0], "bom/start", Kind::kBomHandling);
  worse.subjects.erase(worse.subjects.begin() + 1);
  const Diff diff = make_diff(Reference{baseline_of(fixture::report())}, worse);
  const SinceBaseline since{"old.jsonl", diff};
  write_views(scratch(), worse, &since);
  const nlohmann::json record = baseline_record(read_text_file(scratch("report.html")));
  EXPECT_EQ(record.at("baseline"), "old.jsonl");
  EXPECT_EQ(record.at("regressions"), true);
  EXPECT_THAT(record.at("lost"), testing::Contains("decoder=beta"));
  ASSERT_EQ(record.at("newly_failing").size(), 1u);
  EXPECT_EQ(record.at("newly_failing")[0].at("test"), "bom/start");
  EXPECT_EQ(record.at("newly_failing")[0].at("decoder"), "alpha");
}

TEST(SinceBaseline, IsInNoOtherPage) {
  EXPECT_THAT(render_html(fixture::report()), Not(HasSubstr(kBaselineLine)));
}

}  // namespace
}  // namespace placemat
