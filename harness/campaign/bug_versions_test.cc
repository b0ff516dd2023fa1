// bug_versions_test.cc: what the normal runs of two versions say of a bug, when one of them did not
// come to its end.
#include "harness/campaign/bug_versions.h"

#include <gmock/gmock.h>

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Optional;

class NormalRuns : public testing::Test {
 protected:
  NormalRuns() {
    bug_.vector = "a/stray";
    out_.bug = &bug_;
    out_.faulty.version = "1.0";
    out_.faulty.kinds = {"hang"};
    out_.mended.version = "2.0";
  }
  static VersionAudit audit(Kind kind, const std::string& failing = "") {
    VersionAudit audit;
    DecoderResult& result = audit.report.emplace().subjects.emplace_back();
    result.findings.emplace_back().kind = kind;
    if (!failing.empty()) result.failing.emplace_back().id = failing;
    return audit;
  }
  static VersionAudit cut_short(VersionAudit audit, bool by_hangs) {
    audit.trouble = by_hangs ? "stopped early: 10 calls" : "not finished within 9 s";
    audit.is_ended_by_hangs = by_hangs;
    return audit;
  }

  Bug bug_;
  BugVerification out_;
};

TEST_F(NormalRuns, OfWhichTheFaultyOneFailsTheVectorShowTheBug) {
  take_runs(audit(Kind::kHang, "a/stray"), audit(Kind::kWrongValue), out_);
  EXPECT_TRUE(out_.is_found());
  EXPECT_TRUE(out_.is_gone());
  EXPECT_THAT(out_.faulty.findings, Optional(1u));
}

TEST_F(NormalRuns, ThatPassTheVectorDoNotShowTheBug) {
  take_runs(audit(Kind::kHang, "a/other"), audit(Kind::kWrongValue), out_);
  EXPECT_FALSE(out_.is_found());
}

TEST_F(NormalRuns, ThatHangsEndedShowTheBugByAFindingOfItsKind) {
  take_runs(cut_short(audit(Kind::kHang), true), audit(Kind::kWrongValue), out_);
  EXPECT_TRUE(out_.is_found());
  EXPECT_FALSE(out_.is_unfinished);
  EXPECT_EQ(out_.faulty.cut_short, "stopped early: 10 calls");
}

TEST_F(NormalRuns, ThatWereCutShortBeforeTheBugAreUnfinished) {
  take_runs(cut_short(audit(Kind::kWrongValue), true), audit(Kind::kWrongValue), out_);
  EXPECT_TRUE(out_.is_unfinished);
  EXPECT_THAT(out_.trouble, HasSubstr("1.0: stopped early"));
  EXPECT_FALSE(out_.is_found());
}

TEST_F(NormalRuns, OfTheMendedVersionMayEndByHangsAndNotByTheClock) {
  take_runs(audit(Kind::kHang, "a/stray"), cut_short(audit(Kind::kWrongValue), true), out_);
  EXPECT_FALSE(out_.is_unfinished);
  EXPECT_TRUE(out_.is_found() && out_.is_gone());
  BugVerification late{.bug = &bug_};
  take_runs(audit(Kind::kHang, "a/stray"), cut_short(audit(Kind::kWrongValue), false), late);
  EXPECT_TRUE(late.is_unfinished);
}

TEST_F(NormalRuns, ThatLeftNoReportAreUnfinished) {
  take_runs({.report = {}, .trouble = "its audit left no whole report"}, audit(Kind::kWrongValue),
            out_);
  EXPECT_TRUE(out_.is_unfinished);
  EXPECT_FALSE(out_.faulty.findings);
}

}  // namespace
}  // namespace placemat
