#include "harness/report/views/verdict.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"
#include "harness/report/matrix.h"

namespace placemat {
namespace {

using fixture::add;
using fixture::kProfile;
using testing::ElementsAre;
using testing::IsEmpty;

Report finished(std::vector<DecoderResult> subjects) {
  Report report;
  report.subjects = std::move(subjects);
  report.footer.complete = true;
  return report;
}

DecoderResult right(const std::string& name) { return fixture::subject(name, kProfile, true); }

TEST(Verdict, NamesTheDecodersThatDifferAndHow) {
  const Verdict verdict = verdict_of(fixture::report());
  EXPECT_EQ(verdict.sentence,
            "1 of 3 decoders conforms to the profile they claim; 2 differ: beta (1 new finding) "
            "and gamma (1 known finding).");
  EXPECT_THAT(verdict.caveats, ElementsAre("1 error in the expected list itself."));
  EXPECT_THAT(verdict.notes, ElementsAre("Absent here and not judged: omega."));
  EXPECT_EQ(verdict.worst, Standing::kDiffers);
  EXPECT_FALSE(verdict.is_clean);
}

TEST(Verdict, StatesThatAllConform) {
  const Verdict verdict = verdict_of(finished({right("a"), right("b")}));
  EXPECT_EQ(verdict.sentence, "All 2 decoders conform to the profile they claim.");
  EXPECT_THAT(verdict.caveats, IsEmpty());
  EXPECT_TRUE(verdict.is_clean);
}

TEST(Verdict, OfOneDecoderNamesItsProfile) {
  EXPECT_EQ(verdict_of(finished({right("a")})).sentence,
            "a conforms to the profile it claims, utf-8/maximal-subpart/keep.");
}

DecoderResult sampled(const std::string& name) {
  DecoderResult result = right(name);
  result.not_tested.push_back(std::string(kSampleOfCases) + "one in 10");
  return result;
}

TEST(Verdict, OfASampleDoesNotSayThatTheDecoderConforms) {
  const Verdict verdict = verdict_of(finished({sampled("a")}));
  EXPECT_EQ(verdict.sentence,
            "a shows no difference from the profile it claims, utf-8/maximal-subpart/keep, in a "
            "sample of the cases.");
  EXPECT_TRUE(verdict.is_clean);
}

TEST(Verdict, CountsTheDecodersThatWereGivenASample) {
  EXPECT_EQ(verdict_of(finished({right("a"), sampled("b"), sampled("c")})).sentence,
            "All 3 decoders conform to the profile they claim, 2 of them in a sample of the "
            "cases.");
  EXPECT_EQ(verdict_of(finished({sampled("a"), sampled("b")})).sentence,
            "All 2 decoders conform to the profile they claim, in a sample of the cases.");
  const DecoderResult gamma = fixture::report().subjects[2];
  EXPECT_EQ(verdict_of(finished({sampled("a"), gamma})).sentence,
            "1 of 2 decoders conforms to the profile they claim, in a sample of the cases; 1 "
            "differs: gamma (1 known finding).");
}

TEST(Verdict, DeclaredFindingsAreCleanButDoNotConform) {
  Report report = fixture::report();
  const Verdict verdict = verdict_of(finished({report.subjects[0], report.subjects[2]}));
  EXPECT_EQ(verdict.sentence,
            "1 of 2 decoders conforms to the profile they claim; 1 differs: gamma (1 known "
            "finding).");
  EXPECT_EQ(verdict.worst, Standing::kDeclared);
  EXPECT_TRUE(verdict.is_clean);
}

TEST(Verdict, OfAProgramThatAnsweredNothingNamesNoProfile) {
  DecoderResult silent = fixture::subject("silent", "utf-8/reject/keep", true);
  silent.error_classes = {};
  for (SourceTally& tally : silent.sources) tally.checks = 0;
  silent.findings = {fixture::finding(silent, Kind::kBreaksProtocol, ErrorClass::kNone, "start")};
  EXPECT_EQ(verdict_of(finished({silent})).sentence, "silent answered nothing: 1 new finding.");
}

TEST(Verdict, ContrastsDoNotCount) {
  Report report = fixture::report();
  EXPECT_EQ(verdict_of(finished({report.subjects[0], report.subjects[3]})).sentence,
            "alpha conforms to the profile it claims, utf-8/maximal-subpart/keep.");
  EXPECT_EQ(verdict_of(finished({report.subjects[3]})).sentence,
            "alpha judged as utf-8/reject/keep, which it does not claim: 1 finding.");
}

// `run --as`: it counts, although the decoder does not claim it.
TEST(Verdict, ARequestedProfileIsNoClaim) {
  DecoderResult asked = right("a");
  asked.claims_profile = "utf-8-2279/reject/keep";
  EXPECT_EQ(verdict_of(finished({asked})).sentence,
            "a conforms to utf-8/maximal-subpart/keep, which it does not claim.");
  EXPECT_EQ(verdict_of(finished({asked, right("b")})).sentence,
            "All 2 decoders conform to the profile by which they were asked to be judged.");
  add(asked, fixture::finding(asked, Kind::kAcceptsSurrogate, ErrorClass::kSurrogate, "ED A0 80"));
  EXPECT_EQ(verdict_of(finished({asked})).sentence,
            "a differs from utf-8/maximal-subpart/keep, which it does not claim: 1 new finding.");
  EXPECT_FALSE(verdict_of(finished({asked})).is_clean);
}

// `audit` of a decoder that names no dialect.
DecoderResult unclaimed(const std::string& name, const std::string& described) {
  DecoderResult subject = fixture::subject(name, "utf-8/" + described, true);
  subject.claims_profile.clear();
  subject.described = subject.judged_as;
  return subject;
}

TEST(Verdict, OfADecoderWithoutAClaimNamesTheDialectAndWhatIsOnlyDescribed) {
  const Verdict verdict = verdict_of(finished({unclaimed("a", "per-byte/keep")}));
  EXPECT_EQ(verdict.sentence, "a conforms to utf-8 (it claims no dialect).");
  EXPECT_THAT(
      verdict.notes,
      ElementsAre("a: judged as UTF-8, because it claims no dialect.",
                  "a: its policy (per-byte) and BOM rule (keep) are described, not judged."));
  DecoderResult claims_dialect = unclaimed("a", "per-byte/keep");
  claims_dialect.claims_profile = "utf-8";
  claims_dialect.described = "per-byte/keep";
  EXPECT_EQ(verdict_of(finished({claims_dialect})).sentence,
            "a conforms to the dialect it claims, utf-8.");
  // `--as mutf-8`, of a decoder that is strict and claims a BOM rule only.
  DecoderResult asked = fixture::subject("a", "mutf-8/reject/keep", true);
  asked.claims_profile = "reject/keep";
  EXPECT_EQ(verdict_of(finished({asked})).sentence,
            "a conforms to mutf-8/reject/keep, which it does not claim.");
  asked.judged_as = "utf-8/reject/keep";
  asked.described = "utf-8";
  EXPECT_EQ(verdict_of(finished({asked})).sentence, "a conforms to utf-8 (it claims no dialect).");
  EXPECT_THAT(verdict_of(finished({asked})).notes,
              ElementsAre("a: judged as UTF-8, because it claims no dialect."));
  EXPECT_EQ(verdict_of(finished({unclaimed("a", "skip/keep"), right("b")})).sentence,
            "All 2 decoders conform to the profile they claim, or to utf-8 where they claim none.");
}

TEST(Verdict, SaysThatABomIsLostAndWhatJudgesIt) {
  const Verdict verdict = verdict_of(finished(
      {unclaimed("a", "per-byte/strip-leading"), unclaimed("b", "per-byte/strip-leading")}));
  EXPECT_THAT(
      verdict.notes,
      testing::Contains("a and b: a leading BOM is lost: right for a whole document, a loss "
                        "in strings of a format; --as utf-8/per-byte/keep judges it."));
}

TEST(Verdict, SaysWhatADecoderWithoutAClaimLooksLike) {
  Report report = finished({unclaimed("a", "per-byte/keep")});
  ExternalRecord record;
  record.decoder = "a";
  record.profiles = {"mutf-8/per-byte/keep"};
  report.externals = {record};
  const std::string look =
      "a: judged as UTF-8; it looks like mutf-8: --as mutf-8 judges it as that.";
  EXPECT_THAT(verdict_of(report).notes, testing::Not(testing::Contains(look)));
  report.externals[0].explained = true;
  EXPECT_THAT(verdict_of(report).notes, testing::Contains(look));
  report.subjects[0].described.clear();  // asked for by --as
  EXPECT_THAT(verdict_of(report).notes, testing::Not(testing::Contains(look)));
}

TEST(Verdict, WhatIsDocumentedIsAStateOfItsOwn) {
  DecoderResult subject = right("a");
  add(subject,
      fixture::finding(subject, Kind::kAcceptsSurrogate, ErrorClass::kSurrogate, "ED A0 80"));
  subject.findings[0].reason = "documented: errors='surrogatepass'";
  EXPECT_EQ(standing_of(subject), Standing::kDocumented);
  EXPECT_EQ(findings_text(subject), "1 documented finding");
  EXPECT_TRUE(verdict_of(finished({subject})).is_clean);
  add(subject, fixture::finding(subject, Kind::kAcceptsOverlong, ErrorClass::kOverlong, "C0 80"));
  subject.findings[1].reason = "not yet mended";
  EXPECT_EQ(standing_of(subject), Standing::kDeclared);
  EXPECT_EQ(findings_text(subject), "2 known findings, 1 documented");
}

TEST(Verdict, AnUncheckedDecoderDoesNotConform) {
  DecoderResult idle = right("idle");
  idle.sources.clear();
  idle.error_classes = {};
  EXPECT_EQ(verdict_of(finished({idle})).sentence, "Nothing was checked of idle.");
  const Verdict verdict = verdict_of(finished({right("a"), idle}));
  EXPECT_EQ(verdict.sentence,
            "1 of 2 decoders conforms to the profile they claim; nothing was checked of idle.");
  EXPECT_FALSE(verdict.is_clean);
  EXPECT_EQ(verdict_of(finished({})).sentence, "No decoder was judged.");
}

TEST(Verdict, FailedChecksWithoutAFindingPreventConformance) {
  DecoderResult odd = right("odd");
  odd.sources[0].failed = 2;
  EXPECT_EQ(standing_of(odd), Standing::kDiffers);
  EXPECT_EQ(findings_text(odd), "2 failed checks without a finding");
}

TEST(Verdict, StatesItsLimits) {
  Report report = finished({right("a")});
  report.footer.complete = false;
  EXPECT_THAT(verdict_of(report).caveats,
              ElementsAre("What follows is what was known when it ended."));
  EXPECT_EQ(verdict_of(report).sentence,
            "No verdict on a: the run did not finish, and showed no difference so far.");
  report.footer.interrupted = true;
  EXPECT_THAT(verdict_of(report).caveats, ElementsAre(testing::HasSubstr("interrupted")));
  EXPECT_FALSE(verdict_of(report).is_clean);
  report.footer = {};
  report.footer.complete = true;
  report.oracles.push_back({"icu:x", 10, 8, {}, {"C2", "E0 80"}});
  EXPECT_THAT(verdict_of(report).caveats, ElementsAre(testing::HasSubstr("in at least 2 places")));
  EXPECT_FALSE(verdict_of(report).is_clean);
}

TEST(Verdict, NamesAShardThatIsMissing) {
  Report report = finished({right("a"), right("b")});
  report.footer.complete = false;
  report.header.shard = {{1, 3}, 3, "placemat run", {"a", "b", "c"}};
  EXPECT_EQ(verdict_of(report).sentence,
            "Shard 2 of 3 is missing. So far: All 2 decoders conform to the profile they claim.");
  EXPECT_THAT(verdict_of(report).caveats, ElementsAre("What follows is of the other shards."));
  report.subjects.pop_back();
  EXPECT_EQ(verdict_of(report).sentence,
            "No verdict on a: shard 2 of 3 is missing; no difference showed so far.");
}

TEST(Verdict, OfOneShardSaysThatItIsOne) {
  Report report = finished({right("a")});
  report.header.shard = {{2}, 3, "placemat run", {"a", "b", "c"}};
  EXPECT_THAT(verdict_of(report).notes, ElementsAre(testing::StartsWith("This is shard 2 of 3")));
  EXPECT_TRUE(verdict_of(report).is_clean);
}

TEST(Verdict, CountsNewAndExpectedApart) {
  DecoderResult both = right("both");
  add(both, fixture::finding(both, Kind::kCrash, ErrorClass::kFeFf, "FE"));
  Finding declared = fixture::finding(both, Kind::kHang, ErrorClass::kFeFf, "FF");
  declared.reason = "known";
  add(both, declared);
  EXPECT_EQ(findings_text(both), "1 new finding, 1 known");
}

TEST(Verdict, AnAdapterLooksBrokenWhenWellFormedTextIsRefused) {
  DecoderResult subject = right("broken");
  EXPECT_FALSE(looks_broken(subject));
  ErrorClassTally& tally = fixture::error_class(subject, ErrorClass::kNone);
  tally.failed = tally.checks / 2 + 1;
  EXPECT_TRUE(looks_broken(subject));
  tally = {};
  EXPECT_FALSE(looks_broken(subject));
}

TEST(Verdict, SubjectsAreGroupedThoseThatDifferFirst) {
  const Report report = fixture::report();
  const std::vector<StandingGroup> groups = by_standing(claimed_subjects(report));
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].standing, Standing::kDiffers);
  EXPECT_EQ(groups[0].subjects.at(0)->decoder, "beta");
  EXPECT_EQ(groups[1].standing, Standing::kDeclared);
  EXPECT_EQ(groups[2].standing, Standing::kConforms);
  EXPECT_TRUE(by_standing({}).empty());
}

TEST(Verdict, ManyNamesAreCountedInstead) {
  Report report = fixture::report();
  for (int i = 0; i < 20; ++i) {
    DecoderResult wrong = report.subjects[1];
    wrong.decoder = "wrong" + std::to_string(i);
    report.subjects.push_back(wrong);
    report.absent.push_back({"gone" + std::to_string(i), "it"});
  }
  const Verdict verdict = verdict_of(report);
  EXPECT_EQ(verdict.sentence, "1 of 23 decoders conforms to the profile they claim; 22 differ.");
  EXPECT_THAT(verdict.notes, testing::Contains("Absent here and not judged: 21 decoders."));
}

TEST(Verdict, ListsWhatWasNotTested) {
  Report report = fixture::report();
  report.subjects[0].not_tested = {"pads of characters of 4 units: it has none", "another"};
  const std::vector<NotTested> all = not_tested_of(report);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].what, "another");
  EXPECT_THAT(all[1].decoders, testing::ElementsAre("alpha", "gamma"));
  EXPECT_EQ(verdict_of(report).is_clean, verdict_of(fixture::report()).is_clean);
}

}  // namespace
}  // namespace placemat
