#include "harness/report/baseline.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/report/fixture.h"

namespace placemat {
namespace {

using fixture::beta;

using fixture::add;
using fixture::fail_vector;
using fixture::lines_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

std::string written_text(const Baseline& baseline) {
  const auto path = scratch("written.jsonl");
  write_baseline(baseline, path);
  return read_text_file(path);
}

std::string error_of(const std::string& text) {
  try {
    read_baseline(written("bad.jsonl", text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// `beta` fails one vector and has one finding.
Report report() {
  Report report = fixture::report();
  report.subjects = {fixture::subject("alpha", fixture::kProfile, true),
                     fixture::subject("beta", fixture::kProfile, true)};
  DecoderResult& beta = report.subjects[1];
  add(beta, fixture::finding(beta, Kind::kAcceptsOverlong, ErrorClass::kOverlong, "C0 AF"));
  fail_vector(beta, "overlong/slash", Kind::kAcceptsOverlong);
  fail_vector(beta, "overlong/slash", Kind::kWrongErrorOffset);
  return report;
}

DecoderResult& alpha(Report& report) { return report.subjects[0]; }

TEST(Baseline, HoldsNoCountsAndNoDigests) {
  const std::vector<std::string> lines = lines_of(written_text(baseline_of(report())));
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_THAT(lines[0], AllOf(StartsWith(R"({"record":"coverage","format":"placemat-baseline-1")"),
                              HasSubstr(R"("vectors":3)"), HasSubstr(R"("budget":"standard")")));
  EXPECT_EQ(lines[1], R"({"record":"finding","decoder":"beta",)"
                      R"("key":"beta|utf-8/maximal-subpart/keep|accepts-overlong|C0 AF"})");
  EXPECT_EQ(lines[2], R"({"record":"outcome","decoder":"beta","vector":"overlong/slash",)"
                      R"("kinds":["accepts-overlong","wrong-error-offset"]})");
}

TEST(Baseline, AWrittenBaselineIsReadBack) {
  const Baseline before = baseline_of(report());
  const Baseline again = read_baseline(written("again.jsonl", written_text(before)));
  EXPECT_EQ(described(again.coverage), described(before.coverage));
  EXPECT_EQ(described(again.findings), described(before.findings));
  EXPECT_EQ(described(again.outcomes), described(before.outcomes));
  EXPECT_EQ(written_text(again), written_text(before));
}

TEST(Baseline, DoesNotDifferFromItsReport) {
  const Diff diff = make_diff(baseline_of(report()), report());
  EXPECT_EQ(render_diff(diff), "no test changed\n");
  EXPECT_FALSE(diff.has_regressions());
}

// More checks of the same cases, in other presentations.
TEST(Baseline, CountsAndDigestsAreNotCompared) {
  Report after = report();
  for (FailingCase& failing : beta(after).failing) {
    failing.checks += 100;
    failing.presentations = "another";
  }
  for (SourceTally& source : beta(after).sources) source.checks *= 2;
  EXPECT_TRUE(make_diff(baseline_of(report()), after).is_empty());
  EXPECT_EQ(written_text(baseline_of(after)), written_text(baseline_of(report())));
}

TEST(Baseline, AVectorThatFailsNowIsARegression) {
  Report after = report();
  fail_vector(alpha(after), "surrogate/high", Kind::kWrongValue);
  const Diff diff = make_diff(baseline_of(report()), after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_EQ(diff.newly_failing[0].decoder, "alpha");
  EXPECT_EQ(diff.newly_failing[0].test, "surrogate/high");
  EXPECT_EQ(diff.newly_failing[0].after, "wrong-value");
  EXPECT_TRUE(diff.has_regressions());
}

// The baseline does not say what it was not asked; the larger budget may have asked it only now.
TEST(Baseline, WhatALargerBudgetFindsIsNewAndNoRegression) {
  Report before = report(), after = report();
  before.header.budget = "quick";
  fail_vector(alpha(after), "surrogate/high", Kind::kWrongValue);
  fail_vector(beta(after), "overlong/slash", Kind::kOverRead);
  add(alpha(after), fixture::finding(alpha(after), Kind::kWrongValue, ErrorClass::kNone, "C2 80"));
  const Diff diff = make_diff(baseline_of(before), after);
  EXPECT_THAT(diff.newly_asked, SizeIs(3));
  EXPECT_THAT(diff.newly_failing, IsEmpty());
  EXPECT_THAT(diff.changed, IsEmpty());
  EXPECT_FALSE(diff.has_regressions());
  EXPECT_TRUE(diff.may_be_worse());
  EXPECT_THAT(render_diff(diff), StartsWith("the budget is larger: quick before, standard after"));
  Finding encoder = fixture::finding(alpha(after), Kind::kWrongValue, ErrorClass::kNone, "E0");
  encoder.source = "encode";
  add(alpha(after), encoder);
  EXPECT_THAT(make_diff(baseline_of(before), after).newly_failing, SizeIs(1));
}

TEST(Baseline, AVectorThatPassesNowIsNoRegression) {
  Report after = report();
  beta(after).failing.clear();
  const Diff diff = make_diff(baseline_of(report()), after);
  ASSERT_THAT(diff.newly_passing, SizeIs(1));
  EXPECT_EQ(diff.newly_passing[0].before, "accepts-overlong, wrong-error-offset");
  EXPECT_FALSE(diff.has_regressions());
}

TEST(Baseline, AnotherOutcomeIsAChangeAndAGraverOneARegression) {
  Report after = report();
  beta(after).failing.pop_back();
  const Diff milder = make_diff(baseline_of(report()), after);
  ASSERT_THAT(milder.changed, SizeIs(1));
  EXPECT_EQ(milder.changed[0].after, "accepts-overlong");
  EXPECT_FALSE(milder.has_regressions());
  fail_vector(beta(after), "overlong/slash", Kind::kOverRead);
  const Diff graver = make_diff(baseline_of(report()), after);
  ASSERT_THAT(graver.changed, SizeIs(1));
  EXPECT_TRUE(graver.has_regressions());
}

TEST(Baseline, NewAndGoneFindingsAreFound) {
  Report after = report();
  add(alpha(after), fixture::finding(alpha(after), Kind::kWrongValue, ErrorClass::kNone, "C2 80"));
  beta(after).findings.clear();
  const Diff diff = make_diff(baseline_of(report()), after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_THAT(diff.newly_failing[0].after, HasSubstr("C2 80"));
  EXPECT_TRUE(diff.has_regressions());
  ASSERT_THAT(diff.newly_passing, SizeIs(1));
  EXPECT_THAT(diff.newly_passing[0].test, HasSubstr("accepts-overlong"));
}

// A fix and a new fault must not cancel each other inside of one finding.
TEST(Baseline, ASymptomOfANewKindIsARegression) {
  Report after = report();
  Finding& known = beta(after).findings[0];
  known.symptoms.push_back(fixture::symptom(known, Kind::kOverRead, "C0"));
  const Diff diff = make_diff(baseline_of(report()), after);
  ASSERT_THAT(diff.newly_failing, SizeIs(1));
  EXPECT_EQ(diff.newly_failing[0].test, known.symptoms[0].key);
  EXPECT_THAT(diff.newly_failing[0].after, HasSubstr("over-read: C0"));
  EXPECT_TRUE(diff.has_regressions());
  EXPECT_TRUE(make_diff(baseline_of(after), after).is_empty());
  // Another symptom of a known kind is none.
  Report more = after;
  Finding& same = beta(more).findings[0];
  same.symptoms.push_back(fixture::symptom(same, Kind::kOverRead, "C1"));
  EXPECT_TRUE(make_diff(baseline_of(after), more).is_empty());
}

// Also a finding that only a named case shows.
TEST(Baseline, AFindingOfACuratedVectorIsFound) {
  Report after = report();
  Finding finding = fixture::finding(alpha(after), Kind::kWrongValue, ErrorClass::kNone, "C2 80");
  finding.source = "curated";
  add(alpha(after), finding);
  EXPECT_THAT(make_diff(baseline_of(report()), after).newly_failing, SizeIs(1));
}

TEST(Baseline, ASourceThatItLacksMakesNoRegression) {
  Report before = report();
  before.sources[1].not_run = "not asked for";
  before.subjects[1].findings.clear();
  const Diff diff = make_diff(baseline_of(before), report());
  EXPECT_THAT(diff.newly_failing, IsEmpty());
  EXPECT_THAT(diff.added, SizeIs(2));  // the source, and the finding
  EXPECT_THAT(diff.notes, ElementsAre("not in the baseline: source exhaustive"));
  EXPECT_FALSE(diff.has_regressions());
}

// The first line names the lost coverage, and the exit code is that of a regression.
void expect_lost(const Report& after, const std::string& what) {
  const Diff diff = make_diff(baseline_of(report()), after);
  EXPECT_THAT(render_diff(diff), StartsWith("coverage lost: " + what + "\n"));
  EXPECT_TRUE(diff.has_regressions());
  const Diff against_report = make_diff(report(), after);
  EXPECT_THAT(render_diff(against_report), StartsWith("coverage lost: " + what + "\n"));
  EXPECT_TRUE(against_report.has_regressions());
}

TEST(Baseline, LostCoverageIsNamedFirst) {
  Report after = report();
  after.subjects.pop_back();
  expect_lost(after, "decoder beta");
  after = report();
  ExternalRecord& cut_short = after.externals.emplace_back();
  cut_short.decoder = "beta";
  cut_short.trouble = "not finished within 60 s";
  expect_lost(after, "decoder beta");
  after = report();
  after.sources[1].not_run = "not asked for";
  expect_lost(after, "source exhaustive");
  after = report();
  after.header.corpus_vectors = 1;
  expect_lost(after, "2 of 3 vectors");
  after = report();
  after.coverage[0].operations.pop_back();
  expect_lost(after, "operation lossy32");
  after = report();
  after.coverage[0].presentation[0].values.pop_back();
  expect_lost(after, "placement value nul");
  after = report();
  after.coverage[0].presentation.pop_back();
  expect_lost(after, "pad values 1..64 and 127");
  after = report();
  after.header.budget = "quick";
  expect_lost(after, "budget standard");
  after = report();
  beta(after).capabilities = {"verdict"};
  expect_lost(after, "capability beta:scalars");
  after = report();
  after.footer.complete = false;
  expect_lost(after, "the end of the run");
  after = report();
  for (DecoderResult& subject : after.subjects) {
    for (SourceTally& tally : subject.sources) tally.checks = 0;
  }
  expect_lost(after, "the end of the run");
}

TEST(Baseline, ASampleLacksMostCasesUnlessTheOlderReportHadTheSame) {
  Report every_10 = report(), every_20 = report();
  beta(every_10).not_tested.push_back(std::string(kSampleOfCases) + "one in 10");
  beta(every_20).not_tested.push_back(std::string(kSampleOfCases) + "one in 20");
  expect_lost(every_10, "most cases of beta");
  EXPECT_THAT(make_diff(every_10, every_10).lost, IsEmpty());
  EXPECT_THAT(make_diff(every_10, report()).lost, IsEmpty());
  EXPECT_THAT(make_diff(every_10, every_20).lost, ElementsAre(Loss{"cases", "beta"}));
  Diff diff = make_diff(report(), every_10);
  allow(diff.lost, {"cases=beta"});
  EXPECT_FALSE(diff.has_regressions());
}

TEST(Baseline, ANamedLossCanBeAllowed) {
  Report after = report();
  after.subjects.pop_back();
  after.header.budget = "quick";
  Diff diff = make_diff(baseline_of(report()), after);
  allow(diff.lost, {"decoder=beta"});
  EXPECT_THAT(text_of(diff.lost), "budget standard");
  allow(diff.lost, {"decoder=alpha", "budget"});
  EXPECT_FALSE(diff.has_regressions());
  for (const char* token : {"decoder", "random", "", "source random"}) {
    EXPECT_THROW(allow(diff.lost, {token}), InputError) << token;
  }
}

TEST(Baseline, AnOlderReportDoesNotStateItsCoverage) {
  Report after = report();
  after.coverage.clear();
  const Diff diff = make_diff(baseline_of(report()), after);
  EXPECT_THAT(diff.lost, IsEmpty());
  EXPECT_THAT(diff.notes, ElementsAre(HasSubstr("does not say which operations")));
  after.subjects.pop_back();
  EXPECT_THAT(make_diff(baseline_of(report()), after).lost, ElementsAre(Loss{"decoder", "beta"}));
}

TEST(Baseline, ADecoderThatClaimsAnotherProfileIsAnother) {
  Report after = report();
  for (DecoderResult& subject : after.subjects) {
    if (subject.decoder == "beta") subject.judged_as = "utf-8/reject/keep";
  }
  const Diff diff = make_diff(baseline_of(report()), after);
  ASSERT_THAT(diff.removed, SizeIs(1));
  ASSERT_THAT(diff.added, SizeIs(1));
  EXPECT_EQ(diff.added[0].judged_as, "utf-8/reject/keep");
}

TEST(Baseline, AVectorThatIsGoneDoesNotPass) {
  Report after = report();
  std::erase(after.sources[0].ids, "overlong/slash");
  beta(after).failing.clear();
  const Diff diff = make_diff(baseline_of(report()), after);
  EXPECT_THAT(diff.newly_passing, IsEmpty());
  ASSERT_THAT(diff.removed, SizeIs(1));
  EXPECT_EQ(diff.removed[0].test, "overlong/slash");
}

TEST(Baseline, HasNoContrasts) {
  Report with_contrast = report();
  DecoderResult contrast = fixture::subject("alpha", "utf-8/reject/keep", false);
  add(contrast, fixture::finding(contrast, Kind::kWrongValue, ErrorClass::kNone, "C2 80"));
  with_contrast.subjects.push_back(contrast);
  EXPECT_EQ(written_text(baseline_of(with_contrast)), written_text(baseline_of(report())));
}

TEST(Baseline, RequiresAFinishedRun) {
  Report unfinished = report();
  unfinished.footer.complete = false;
  EXPECT_THROW(baseline_of(unfinished), InputError);
  EXPECT_THAT(make_diff(baseline_of(report()), unfinished).notes,
              ElementsAre("the report is of an unfinished run"));
}

TEST(Baseline, ErrorsNameFileAndLine) {
  const std::string good = written_text(baseline_of(report()));
  EXPECT_THAT(error_of(""), HasSubstr("bad.jsonl: empty"));
  EXPECT_THAT(error_of(good + "{\n"), HasSubstr("bad.jsonl:4: no record"));
  EXPECT_THAT(error_of(good + "{\"record\":\"sauce\"}\n"),
              HasSubstr(":4: this record is of no sort"));
  EXPECT_THAT(error_of(good + good), HasSubstr(":4: this record is not the coverage"));
  EXPECT_THAT(error_of(good.substr(good.find('\n') + 1)),
              HasSubstr(":1: this record is not the coverage"));
  std::string other = good;
  other.replace(other.find("placemat-baseline-1"), 19, "placemat-baseline-x");
  EXPECT_THAT(error_of(other), HasSubstr(":1: this record has the format"));
  other = good;
  other.replace(other.rfind("accepts-overlong"), 16, "accepts-overlord");
  EXPECT_THAT(error_of(other), HasSubstr(":3: this record has a member 'kinds'"));
}

TEST(Baseline, AReportIsAReferenceToo) {
  const auto path = scratch("report.jsonl");
  write_report(report(), path, 1);
  EXPECT_TRUE(std::holds_alternative<Report>(read_reference(path)));
  EXPECT_EQ(render_diff(make_diff(read_reference(path), report())), "no test changed\n");
  const auto small = written("reference.jsonl", written_text(baseline_of(report())));
  EXPECT_TRUE(std::holds_alternative<Baseline>(read_reference(small)));
  EXPECT_EQ(render_diff(make_diff(read_reference(small), report())), "no test changed\n");
}

}  // namespace
}  // namespace placemat
