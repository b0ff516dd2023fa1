// reproducer_run_test.cc: what an issue says of a reproducer that was run. The reproducers here are
// shell lines that state their own answer.
#include "harness/campaign/reproducer_run.h"

#include <gmock/gmock.h>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;

Issue issue_with(const std::string& line) {
  Issue issue;
  issue.reproducer =
      Reproducer{"sh", "", "echo hello {} >&2; " + line, "", "It prints the answer."};
  issue.stored.finding.replay = "placemat replay mine 'FF'";
  return issue;
}

// The program in the place of placemat shows each fault.
Issue ran(Issue issue) {
  const std::filesystem::path program = written("placemat", "#!/bin/sh\necho $2; exit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  run_reproducer(issue, {".", program});
  return issue;
}

TEST(ReproducerRun, ShowsTheFault) {
  EXPECT_EQ(ran(issue_with("echo wrong; exit 1")).shown, "Here it showed the fault.");
}

TEST(ReproducerRun, SaysHowOftenItShowedTheFault) {
  const std::string count = written("count", "0").string();
  const Issue issue = ran(issue_with("n=$(cat " + count + "); echo $((n + 1)) | tee " + count +
                                     "; exit $((n % 4 == 3))"));
  EXPECT_EQ(issue.shown, "Here 5 of 20 tries showed the fault.");
}

TEST(ReproducerRun, GivesWayToTheReplayLineWhereItNeverShowsTheFault) {
  const Issue issue = ran(issue_with("echo right"));
  EXPECT_EQ(issue.reproducer->text, issue.stored.finding.replay);
  EXPECT_THAT(issue.why_not, HasSubstr("did not show the fault in 20 tries"));
  EXPECT_EQ(issue.shown, "Here it showed the fault.");
}

TEST(ReproducerRun, WhatDoesNotStartShowsNothing) {
  EXPECT_EQ(ran(issue_with("/absent/program")).shown, "It could not be run here.");
  Issue mute = issue_with("");
  mute.reproducer->text = "/absent/program | grep -q 1";
  EXPECT_EQ(ran(mute).shown, "It could not be run here.");
}

TEST(ReproducerRun, QuotesWhatHasNoVerdict) {
  Issue issue = issue_with("printf '41\\n42\\n'");
  issue.reproducer->has_verdict = false;
  EXPECT_EQ(ran(issue).shown, "Here it printed:\n\n    41\n    42\n");
}

}  // namespace
}  // namespace placemat
