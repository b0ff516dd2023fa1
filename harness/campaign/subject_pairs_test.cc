// subject_pairs_test.cc: which subjects part, from reports that a test makes up.
#include "harness/campaign/subject_pairs.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

using fixture::corpus;

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

DecoderResult subject(const std::string& name, const std::string& profile,
                      const std::vector<std::pair<std::string, Kind>>& failing = {}) {
  DecoderResult result;
  result.decoder = name;
  result.judged_as = profile;
  result.capabilities = {"verdict", "scalars", "lossy"};
  result.sources = {{.source = "curated"}};
  for (const auto& [vector, kind] : failing) {
    FailingCase& one = result.failing.emplace_back();
    one.source = "curated";
    one.id = vector;
    one.kind = kind;
  }
  return result;
}

constexpr const char* kWhatwg = "utf-8/maximal-subpart/keep";

SubjectPairs pairs_of(std::vector<DecoderResult> subjects) {
  Report report;
  report.subjects = std::move(subjects);
  return parted_pairs(report, corpus());
}

std::uint64_t count(const PartedPair& pair, Contrast contrast) {
  return pair.vectors.at(static_cast<std::size_t>(contrast));
}
std::string shortest(const PartedPair& pair, Contrast contrast) {
  return pair.shortest.at(static_cast<std::size_t>(contrast));
}

TEST(SubjectPairs, SubjectsOfOneProfileAreOneGroup) {
  const SubjectPairs pairs = pairs_of({subject("a", kWhatwg), subject("b", kWhatwg)});
  ASSERT_THAT(pairs.groups, SizeIs(1));
  EXPECT_THAT(pairs.groups[0].names, ElementsAre("a", "b"));
  EXPECT_THAT(pairs.pairs, IsEmpty());
}

// The first question of an attacker: what does the validator call well-formed, or refuse, that the
// decoder behind it does not?
TEST(SubjectPairs, AValidatorPartsFromADecoderThatAcceptsASurrogate) {
  const SubjectPairs pairs =
      pairs_of({subject("strict", kWhatwg),
                subject("surrogates", kWhatwg, {{"surrogate/d800", Kind::kAcceptsSurrogate}})});
  ASSERT_THAT(pairs.pairs, SizeIs(1));
  EXPECT_EQ(count(pairs.pairs[0], Contrast::kOnlySecondAccepts), 1u);
  EXPECT_EQ(shortest(pairs.pairs[0], Contrast::kOnlySecondAccepts), "ED A0 80");
  EXPECT_EQ(count(pairs.pairs[0], Contrast::kOnlyFirstAccepts), 0u);
}

TEST(SubjectPairs, ASubjectWhoseAuditWasCutShortIsNotCompared) {
  Report report;
  report.subjects = {subject("whole", kWhatwg), subject("late", kWhatwg), subject("hangs", kWhatwg),
                     subject("part", kWhatwg)};
  report.subjects.back().sources.front().cases = 2;
  report.externals.resize(2);
  report.externals[0].decoder = "late";
  report.externals[0].trouble = "not finished within 9 s";
  report.externals[1].decoder = "hangs";
  report.externals[1].trouble = "stopped early: 3 calls had no answer";
  const SubjectPairs pairs = parted_pairs(report, corpus());
  EXPECT_EQ(pairs.subjects, 1u);
  EXPECT_THAT(pairs.not_compared, ElementsAre("late: not finished within 9 s",
                                              "hangs: stopped early: 3 calls had no answer",
                                              "part: not all vectors were asked"));
}

TEST(SubjectPairs, DialectsPartByTheirLaws) {
  const SubjectPairs pairs =
      pairs_of({subject("utf8", kWhatwg), subject("wtf8", "wtf-8/maximal-subpart/keep")});
  ASSERT_THAT(pairs.pairs, SizeIs(1));
  EXPECT_EQ(shortest(pairs.pairs[0], Contrast::kOnlySecondAccepts), "ED A0 80");
}

TEST(SubjectPairs, ALostMarkIsOtherText) {
  const SubjectPairs pairs = pairs_of(
      {subject("short", kWhatwg), subject("long", kWhatwg, {{"bom/start", Kind::kBomHandling}})});
  ASSERT_THAT(pairs.pairs, SizeIs(1));
  EXPECT_EQ(count(pairs.pairs[0], Contrast::kReadAsOther), 1u);
}

TEST(SubjectPairs, PoliciesPartByReplacements) {
  const SubjectPairs pairs =
      pairs_of({subject("whatwg", kWhatwg), subject("per-byte", "utf-8/per-byte/keep")});
  ASSERT_THAT(pairs.pairs, SizeIs(1));
  EXPECT_GT(count(pairs.pairs[0], Contrast::kReplacedOtherwise), 0u);
  EXPECT_EQ(count(pairs.pairs[0], Contrast::kOnlyFirstAccepts), 0u);
  EXPECT_EQ(count(pairs.pairs[0], Contrast::kReadAsOther), 0u);
}

// Both texts are unknown: they may be the same.
TEST(SubjectPairs, WhatTheReportDoesNotShowIsNoDifference) {
  const SubjectPairs pairs =
      pairs_of({subject("a", kWhatwg, {{"surrogate/d800", Kind::kAcceptsSurrogate}}),
                subject("b", "wtf-8/maximal-subpart/keep"),
                subject("hangs", kWhatwg, {{"surrogate/d800", Kind::kHang}})});
  for (const PartedPair& pair : pairs.pairs) EXPECT_EQ(count(pair, Contrast::kReadAsOther), 0u);
  EXPECT_THAT(pairs.groups, SizeIs(3));
}

TEST(SubjectPairs, ASubjectThatWasNotAskedIsNotCompared) {
  DecoderResult unasked = subject("unasked", kWhatwg);
  unasked.sources.clear();
  const SubjectPairs pairs = pairs_of({unasked, subject("a", kWhatwg)});
  EXPECT_EQ(pairs.subjects, 1u);
  EXPECT_THAT(pairs.not_compared, ElementsAre("unasked: the curated vectors were not run"));
}

TEST(SubjectPairs, AReportOfOtherVectorsIsRefused) {
  EXPECT_THROW(pairs_of({subject("a", kWhatwg, {{"no/such", Kind::kHang}})}), InputError);
}

}  // namespace
}  // namespace placemat
