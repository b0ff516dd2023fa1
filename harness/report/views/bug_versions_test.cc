// What `placemat bugs verify` prints of a bug whose normal run did not come to its end.
#include "harness/report/views/bug_versions.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

class BugVersions : public testing::Test {
 protected:
  BugVersions() {
    Trigger trigger;
    trigger.units.bytes = {0xC0, 0xAF};
    trigger.vector = bug_.vector = "a/slash";
    bug_.id = "slash-again";
    bug_.triggers = {trigger};
    bug_.versions.emplace();
    one_.bug = &bug_;
    one_.faulty.version = "1.0";
    one_.faulty.kinds = {"accepts-overlong"};
    one_.mended.version = "2.0";
  }

  Bug bug_;
  BugVerification one_;
};

TEST_F(BugVersions, ShowWhatTheVectorFoundWhereTheRunDidNotEnd) {
  one_.is_unfinished = true;
  one_.trouble = "1.0: not finished within 200 s";
  const std::string text = verifications_text(std::span(&one_, 1));
  EXPECT_THAT(text, HasSubstr("slash-again: not finished\n"));
  EXPECT_THAT(text, HasSubstr("1.0: not finished within 200 s\n"));
  EXPECT_THAT(text, HasSubstr("accepts-overlong in 0 ms"));
  EXPECT_THAT(text, HasSubstr("0 of 1 bug found in the faulty version and gone in the mended one; "
                              "1 run not finished within the limit\n"));
}

TEST_F(BugVersions, SayThatACutRunMayHaveMoreFindings) {
  one_.faulty.findings = 3;
  one_.faulty.cut_short = "stopped early: 10 calls had no answer";
  one_.faulty.minimal = "C0 80";
  one_.mended.findings = 1;
  const std::string text = verifications_text(std::span(&one_, 1));
  EXPECT_THAT(text, HasSubstr("slash-again: found, gone\n"));
  EXPECT_THAT(text, HasSubstr("    1.0: stopped early: 10 calls had no answer\n"));
  EXPECT_THAT(text, HasSubstr("findings of the normal run: at least 3 -> 1\n"));
  EXPECT_THAT(text, HasSubstr("accepts-overlong in 0 ms; C0 80: expected"));
}

TEST_F(BugVersions, ShowNothingOfAnAbsentOne) {
  one_.is_absent = true;
  one_.trouble = "npm has no such version";
  const std::string text = verifications_text(std::span(&one_, 1));
  EXPECT_THAT(text, HasSubstr("slash-again: absent\n"));
  EXPECT_THAT(text, Not(HasSubstr("accepts-overlong")));
}

}  // namespace
}  // namespace placemat
