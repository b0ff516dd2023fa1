// The order of an audit: what it is worth when its time ends.
#include "harness/campaign/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "harness/bytes/scratch_fixture.h"
#include "harness/isolation/lines_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;

// The time ends when identification begins; a judgement does not need it.
TEST(AuditOrder, StoppedBeforeItIdentifiesItHasJudged) {
  const Hostile also("1", "PLACEMAT_HOSTILE_ALSO");
  AuditRequest request;
  request.decoder.command = {kHostileChild};
  request.sources = {"state-unit"};
  request.oracle = false;
  request.corpus = PLACEMAT_SOURCE_DIR "/corpus";
  request.out = scratch("out");
  std::atomic<bool> stop = false;
  std::vector<std::string> phases;
  Report report;
  AuditCalls calls;
  calls.stop = &stop;
  calls.phase = [&](const std::string& what) {
    phases.push_back(what);
    if (what == "identifying") stop = true;
  };
  calls.on_report = [&](const Report& written) { report = written; };
  try {
    audit(request, calls);
    ADD_FAILURE() << "it was not stopped";
  } catch (const UnfinishedError& error) {
    EXPECT_TRUE(error.has_finding());
    EXPECT_THAT(error.what(), HasSubstr("--resume goes on"));
  }
  set_stop_of_requests(nullptr);
  EXPECT_THAT(phases, testing::Contains(testing::StartsWith("reducing ")));
  EXPECT_EQ(phases.back(), "identifying");
  EXPECT_TRUE(report.footer.complete);
  ASSERT_EQ(report.subjects.size(), 1u);
  EXPECT_FALSE(report.subjects[0].findings.empty());
  EXPECT_THAT(report.subjects[0].not_tested,
              testing::Contains("what machine it is: it was not identified"));
  ASSERT_EQ(report.externals.size(), 1u);
  EXPECT_TRUE(report.externals[0].profiles.empty());
  EXPECT_EQ(report.externals[0].trouble, "the audit was stopped before that");
}

}  // namespace
}  // namespace placemat
