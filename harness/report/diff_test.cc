#include "harness/report/diff.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using fixture::beta;

using fixture::add;
using fixture::fail_vector;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A report without failures.
Report clean() {
  Report report = fixture::report();
  report.subjects = {fixture::subject("alpha", fixture::kProfile, true),
                     fixture::subject("beta", fixture::kProfile, true)};
  return report;
}

Finding generated(Report& report, const std::string& minimal) {
  return fixture::finding(beta(report), Kind::kWrongValue, ErrorClass::kNone, minimal);
}

TEST(Diff, OfAReportWithItselfIsEmpty) {
  for (const Report& report : {clean(), fixture::report()}) {
    const Diff diff = make_diff(report, report);
    EXPECT_TRUE(diff.is_empty());
    EXPECT_FALSE(diff.has_regressions());
    EXPECT_THAT(diff.notes, IsEmpty());
    EXPECT_EQ(render_diff(diff), "no test changed\n");
  }
}

TEST(Diff, RunDetailsAreNotCompared) {
  const Report before = clean();
  Report after = clean();
  after.header.run = {"another command", "2027-01-01T00:00:00Z", 64, 1};
  after.header.compiler = "another";
  EXPECT_TRUE(make_diff(before, after).is_empty());
  EXPECT_THAT(make_diff(before, after).notes, IsEmpty());
}

TEST(Diff, AVectorThatFailsNowIsARegression) {
  const Report before = clean();
  Report after = clean();
  fail_vector(beta(after), "surrogate/high", Kind::kWrongReplacementCount);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  const DiffEntry& entry = diff.newly_failing[0];
  EXPECT_EQ(entry.decoder, "beta");
  EXPECT_EQ(entry.test, "surrogate/high");
  EXPECT_EQ(entry.before, "as expected");
  EXPECT_EQ(entry.after, "wrong-replacement-count");
  EXPECT_TRUE(diff.has_regressions());
  const Diff back = make_diff(after, before);
  EXPECT_THAT(back.newly_passing, SizeIs(1));
  EXPECT_THAT(back.newly_failing, IsEmpty());
  EXPECT_FALSE(back.has_regressions());
}

// The totals are the same before and after.
TEST(Diff, ARegressionDoesNotHideBehindARepair) {
  Report before = clean(), after = clean();
  fail_vector(beta(before), "surrogate/high", Kind::kAcceptsSurrogate);
  fail_vector(beta(after), "overlong/slash", Kind::kAcceptsSurrogate);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_EQ(diff.newly_failing[0].test, "overlong/slash");
  ASSERT_THAT(diff.newly_passing, SizeIs(1));
  EXPECT_EQ(diff.newly_passing[0].test, "surrogate/high");
  EXPECT_TRUE(diff.has_regressions());
}

TEST(Diff, FailingInOtherPresentationsIsAChange) {
  Report before = clean(), after = clean();
  fail_vector(beta(before), "overlong/slash", Kind::kAcceptsOverlong);
  after = before;
  beta(after).failing[0].presentations = "another digest";
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.changed, SizeIs(1));
  EXPECT_THAT(diff.changed[0].after, HasSubstr("in other presentations"));
  EXPECT_FALSE(diff.has_regressions());
}

TEST(Diff, AChangeForTheWorseIsARegressionAndAnyOtherIsNot) {
  struct Row {
    Kind before, after;
    bool is_regression;
  };
  for (const Row& row :
       {Row{Kind::kWrongReplacementCount, Kind::kAcceptsOverlong, true},
        Row{Kind::kAcceptsOverlong, Kind::kOverRead, true}, Row{Kind::kHang, Kind::kCrash, true},
        Row{Kind::kCrash, Kind::kHang, false},
        Row{Kind::kAcceptsOverlong, Kind::kWrongErrorOffset, false},
        Row{Kind::kWrongErrorOffset, Kind::kWrongValue, false}}) {
    Report before = clean(), after = clean();
    fail_vector(beta(before), "overlong/slash", row.before);
    fail_vector(beta(after), "overlong/slash", row.after);
    const Diff diff = make_diff(before, after);
    EXPECT_THAT(diff.changed, SizeIs(1));
    EXPECT_EQ(diff.has_regressions(), row.is_regression) << row_of(row.after).name;
  }
}

TEST(Diff, AKindThatJoinsAnotherIsAChange) {
  Report before = clean(), after = clean();
  fail_vector(beta(before), "overlong/slash", Kind::kWrongErrorOffset);
  fail_vector(beta(after), "overlong/slash", Kind::kWrongErrorOffset);
  fail_vector(beta(after), "overlong/slash", Kind::kOverWrite);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.changed, SizeIs(1));
  EXPECT_EQ(diff.changed[0].after, "wrong-error-offset, over-write");
  EXPECT_TRUE(diff.has_regressions());
}

TEST(Diff, VectorsOfOneReportOnlyAreListedOnceAndAreNoRegression) {
  const Report before = clean();
  Report after = clean();
  after.sources[0].ids.push_back("nul/alone");
  fail_vector(beta(after), "nul/alone", Kind::kNulHandling);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.added, SizeIs(2));  // the vector, and that beta fails it
  EXPECT_EQ(diff.added[0].decoder, "");
  EXPECT_EQ(diff.added[0].test, "nul/alone");
  EXPECT_EQ(diff.added[1].decoder, "beta");
  EXPECT_EQ(diff.added[1].after, "nul-handling");
  EXPECT_THAT(diff.newly_failing, IsEmpty());
  EXPECT_FALSE(diff.has_regressions());
  const Diff back = make_diff(after, before);
  EXPECT_THAT(back.removed, SizeIs(1));
  EXPECT_THAT(back.newly_passing, IsEmpty());
}

TEST(Diff, DecodersOfOneReportOnlyAreAddedOrRemoved) {
  const Report before = clean();
  Report after = clean();
  after.subjects.pop_back();
  after.subjects.push_back(fixture::subject("beta", "utf-8/reject/keep", true));
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.removed, SizeIs(1));
  EXPECT_EQ(diff.removed[0].judged_as, fixture::kProfile);
  ASSERT_THAT(diff.added, SizeIs(1));
  EXPECT_EQ(diff.added[0].judged_as, "utf-8/reject/keep");
  EXPECT_FALSE(diff.has_regressions());
}

TEST(Diff, GeneratedSourcesAreComparedByFinding) {
  Report before = clean(), after = clean();
  add(beta(before), generated(before, "C2 80"));
  add(beta(after), generated(after, "E0 A0 80"));
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_THAT(diff.newly_failing[0].after, HasSubstr("E0 A0 80"));
  EXPECT_THAT(diff.newly_passing, SizeIs(1));
  EXPECT_TRUE(diff.has_regressions());
}

TEST(Diff, ASymptomOfANewKindIsARegression) {
  Report before = clean(), after = clean();
  add(beta(before), generated(before, "C2 80"));
  Finding finding = generated(after, "C2 80");
  finding.symptoms.push_back(fixture::symptom(finding, Kind::kOverRead, "C2"));
  add(beta(after), finding);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_EQ(diff.newly_failing[0].test, finding.symptoms[0].key);
  EXPECT_TRUE(diff.has_regressions());
  EXPECT_FALSE(make_diff(after, before).has_regressions());
}

// The encoder's round trip is no source of cases, and has no record.
// No finding is new: the cause has its plainest input in another class.
TEST(Diff, AClassThatFailsByAKnownCauseIsARegression) {
  Report before = clean();
  add(beta(before), fixture::finding(beta(before), Kind::kAcceptsIllFormed,
                                     ErrorClass::kFiveSixUnit, "F8 80 80 80"));
  Report after = before;
  fixture::error_class(beta(after), ErrorClass::kFeFf).show(Kind::kAcceptsIllFormed, "FE 80");
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_EQ(diff.newly_failing[0].test, "fe-ff");
  EXPECT_EQ(diff.newly_failing[0].after, "accepts-ill-formed: FE 80");
  EXPECT_TRUE(diff.newly_failing[0].is_regression);
  EXPECT_THAT(make_diff(after, before).newly_passing, SizeIs(1));
  beta(after).sources.pop_back();  // another question
  EXPECT_THAT(make_diff(before, after).newly_failing, IsEmpty());
}

TEST(Diff, AFindingOfNoListedSourceIsComparedToo) {
  const Report before = clean();
  Report after = clean();
  Finding finding = generated(after, "");
  finding.source = "encode";
  add(beta(after), finding);
  EXPECT_THAT(make_diff(before, after).newly_failing, SizeIs(1));
  EXPECT_THAT(make_diff(after, before).newly_passing, SizeIs(1));
  EXPECT_TRUE(make_diff(before, after).has_regressions());
}

TEST(Diff, ContrastsAreNotCompared) {
  const Report before = clean();
  Report after = clean();
  DecoderResult contrast = fixture::subject("beta", "utf-8/reject/keep", false);
  fail_vector(contrast, "bom/start", Kind::kAcceptsOverlong);
  after.subjects.push_back(contrast);
  EXPECT_TRUE(make_diff(before, after).is_empty());
  EXPECT_TRUE(make_diff(after, before).is_empty());
}

TEST(Diff, AFindingOfANamedSourceIsIdentifiedByItsVectors) {
  Report before = clean(), after = clean();
  Finding finding = generated(after, "C2 80");
  finding.source = "curated";
  add(beta(after), finding);
  fail_vector(beta(after), "bom/start", Kind::kWrongValue);
  EXPECT_THAT(make_diff(before, after).newly_failing, SizeIs(1));
  // First found by another source, it is the same finding.
  finding.source = "exhaustive";
  add(beta(before), finding);
  fail_vector(beta(before), "bom/start", Kind::kWrongValue);
  EXPECT_TRUE(make_diff(before, after).is_empty());
  EXPECT_TRUE(make_diff(after, before).is_empty());
}

TEST(Diff, AnotherAnswerToTheSameQuestionIsAChange) {
  Report before = clean(), after = clean();
  add(beta(before), generated(before, "C2 80"));
  Finding other = generated(after, "C2 80");
  other.seen = "ok 99";
  add(beta(after), other);
  const Diff diff = make_diff(before, after);
  ASSERT_THAT(diff.changed, SizeIs(1));
  EXPECT_EQ(diff.changed[0].after, "seen ok 99");
  EXPECT_FALSE(diff.has_regressions());
}

TEST(Diff, ASourceThatOnlyOneRunHasMakesNoRegression) {
  Report before = clean(), after = clean();
  before.sources[1].not_run = "left out";
  for (DecoderResult& subject : before.subjects) subject.sources.pop_back();
  add(beta(after), generated(after, "C2 80"));
  const Diff diff = make_diff(before, after);
  EXPECT_THAT(diff.newly_failing, IsEmpty());
  EXPECT_THAT(diff.added, SizeIs(2));  // the source, and the finding
  EXPECT_FALSE(diff.has_regressions());
  const Diff back = make_diff(after, before);
  EXPECT_THAT(back.newly_passing, IsEmpty());
  EXPECT_THAT(back.removed, SizeIs(2));
}

TEST(Diff, CuratedVectorsThatWereNotRunDoNotPass) {
  Report before = clean(), after = clean();
  fail_vector(beta(before), "overlong/slash", Kind::kAcceptsOverlong);
  after.sources[0].not_run = "left out";
  for (DecoderResult& subject : after.subjects) subject.sources.erase(subject.sources.begin());
  const Diff diff = make_diff(before, after);
  EXPECT_THAT(diff.newly_passing, IsEmpty());
  ASSERT_THAT(diff.removed, SizeIs(1));  // the source, not each vector
  EXPECT_EQ(diff.removed[0].source, "curated");
}

TEST(Diff, NotesWhatLimitsTheComparison) {
  const Report before = clean();
  Report after = clean();
  after.footer.complete = false;
  after.header.budget = "quick";
  after.header.seed = 7;
  beta(after).version = "1.1";
  const Diff diff = make_diff(before, after);
  EXPECT_THAT(diff.notes, testing::ElementsAre("the report after is of an unfinished run",
                                               "budget: standard before, quick after",
                                               "seed: 18446744073709551615 before, 7 after",
                                               "version of beta: 1.0 before, 1.1 after"));
  EXPECT_TRUE(diff.is_empty());
}

// The older run may not have made the check that fails now. The failure is listed all the same.
TEST(Diff, WhatALargerBudgetFindsIsNewAndNoRegression) {
  Report before = clean(), after = clean();
  before.header.budget = "quick";
  fail_vector(beta(before), "surrogate/high", Kind::kWrongErrorOffset);
  fail_vector(beta(after), "surrogate/high", Kind::kAcceptsSurrogate);
  fail_vector(beta(after), "bom/start", Kind::kBomHandling);
  add(beta(after), generated(after, "C2 80"));
  const Diff diff = make_diff(before, after);
  EXPECT_THAT(diff.newly_asked, SizeIs(3));
  EXPECT_THAT(diff.newly_failing, IsEmpty());
  EXPECT_THAT(diff.changed, IsEmpty());
  EXPECT_FALSE(diff.has_regressions());
  EXPECT_TRUE(diff.may_be_worse());
  EXPECT_FALSE(diff.is_empty());
  const std::string text = render_diff(diff);
  EXPECT_THAT(text, testing::StartsWith("the budget is larger: quick before, standard after\n"));
  EXPECT_THAT(text, HasSubstr("new, by a larger budget (3)\n  + beta  "));
  EXPECT_THAT(text, testing::Not(HasSubstr("marked '!'")));
  const auto json = nlohmann::json::parse(render_diff_json(diff));
  EXPECT_EQ(json.at("newly_asked").size(), 3u);
  EXPECT_FALSE(json.at("regressions"));
}

TEST(Diff, ASmallerOrEqualBudgetExcusesNothing) {
  for (const char* budget : {"standard", "deep", "unheard-of"}) {
    Report before = clean(), after = clean();
    before.header.budget = budget;
    fail_vector(beta(after), "bom/start", Kind::kBomHandling);
    EXPECT_THAT(make_diff(before, after).newly_failing, SizeIs(1)) << budget;
  }
}

// The encoder is asked the same with each budget.
TEST(Diff, ALargerBudgetDoesNotExcuseTheEncoder) {
  Report before = clean(), after = clean();
  before.header.budget = "quick";
  Finding finding = generated(after, "");
  finding.source = "encode";
  add(beta(after), finding);
  EXPECT_TRUE(make_diff(before, after).has_regressions());
}

TEST(Diff, IsRenderedAsTextAndJson) {
  Report before = clean(), after = clean();
  fail_vector(beta(after), "surrogate/high", Kind::kAcceptsSurrogate);
  const Diff diff = make_diff(before, after);
  EXPECT_EQ(render_diff(diff),
            "regression: beta surrogate/high\n"
            "newly failing (1)\n"
            "  ! beta  utf-8/maximal-subpart/keep  curated  surrogate/high\n"
            "      as expected -> accepts-surrogate\n"
            "there are regressions, marked '!'\n");
  const auto json = nlohmann::json::parse(render_diff_json(diff));
  EXPECT_TRUE(json.at("regressions"));
  ASSERT_EQ(json.at("newly_failing").size(), 1u);
  EXPECT_EQ(json.at("newly_failing")[0].at("test"), "surrogate/high");
  for (const char* name :
       {"newly_passing", "changed", "newly_asked", "added", "removed", "notes"}) {
    EXPECT_TRUE(json.at(name).empty()) << name;
  }
}

// A log may show no more than the first line.
TEST(Diff, NamesRegressionsInTheFirstLine) {
  Report before = clean(), after = clean();
  for (const char* vector : {"bom/start", "surrogate/high"}) {
    fail_vector(beta(after), vector, Kind::kBomHandling);
    fail_vector(after.subjects[0], vector, Kind::kBomHandling);
  }
  const std::string worse = render_diff(make_diff(before, after));
  EXPECT_THAT(worse.substr(0, worse.find('\n')),
              AllOf(HasSubstr("regression: alpha "), HasSubstr(" and 1 more")));
  EXPECT_THAT(render_diff(make_diff(after, before)), Not(HasSubstr("regression:")));
}

TEST(Diff, DoesNotDependOnTheOrderOfWork) {
  Report before = clean(), after = clean();
  fail_vector(beta(after), "surrogate/high", Kind::kAcceptsSurrogate);
  fail_vector(beta(after), "bom/start", Kind::kBomHandling);
  fail_vector(after.subjects[0], "bom/start", Kind::kBomHandling);
  const std::string text = render_diff(make_diff(before, after));
  std::reverse(after.subjects.begin(), after.subjects.end());
  for (DecoderResult& subject : after.subjects) {
    std::reverse(subject.failing.begin(), subject.failing.end());
  }
  std::reverse(after.sources.begin(), after.sources.end());
  EXPECT_EQ(render_diff(make_diff(before, after)), text);
}

}  // namespace
}  // namespace placemat
