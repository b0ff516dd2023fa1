#include "harness/report/merge.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/report/diff.h"
#include "harness/report/fixture.h"
#include "harness/report/record_members.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_of(const Report& report) {
  std::vector<std::string> names;
  for (const DecoderResult& subject : report.subjects) {
    names.push_back(subject.decoder + (subject.claimed ? "" : " for contrast"));
  }
  return names;
}

// The fixture in two parts: alpha with its contrast, and the others.
std::vector<NamedReport> two_parts() {
  Report first = fixture::report(), second = fixture::report();
  first.subjects = {first.subjects[0], first.subjects[3]};
  second.subjects = {second.subjects[1], second.subjects[2]};
  second.coverage[0].operations.push_back("stream-lossy");
  second.coverage[0].presentation[0].values.push_back("both");
  second.footer.expected_errors = {};
  return {{"one.jsonl", first}, {"two.jsonl", second}};
}

TEST(Merge, IsTheRunInOnePiece) {
  const Report whole = fixture::report(), all = merged(two_parts());
  EXPECT_THAT(names_of(all), ElementsAre("alpha", "beta", "gamma", "alpha for contrast"));
  EXPECT_EQ(all.footer.checks, whole.footer.checks);
  EXPECT_EQ(all.footer.findings, whole.footer.findings);
  EXPECT_EQ(all.footer.unexpected, whole.footer.unexpected);
  EXPECT_TRUE(all.footer.complete);
  EXPECT_THAT(all.footer.expected_errors, ElementsAre("gamma: an entry without a reason"));
  EXPECT_THAT(all.coverage[0].operations, ElementsAre("strict32", "lossy32", "stream-lossy"));
  EXPECT_THAT(all.coverage[0].presentation[0].values, ElementsAre("end", "nul", "both"));
  EXPECT_EQ(all.bugs.size(), whole.bugs.size());
  write_report(all, scratch("all.jsonl"), 2);
  EXPECT_TRUE(read_report(scratch("all.jsonl")).footer.complete);
}

// Also what only another part has.
TEST(Merge, KeepsEachRecordOfEachPart) {
  const Report whole = fixture::report();
  std::vector<NamedReport> parts = two_parts();
  for_each_list([&](std::string_view name, auto list) {
    if (name != "source") (parts[0].report.*list).clear();
  });
  const Report all = merged(parts);
  for_each_list([&](std::string_view name, auto list) {
    EXPECT_EQ((all.*list).size(), (whole.*list).size()) << name;
    EXPECT_FALSE((whole.*list).empty()) << name;
  });
}

TEST(Merge, IsUnfinishedWhenAPartIs) {
  std::vector<NamedReport> parts = two_parts();
  parts[1].report.footer.complete = false;
  write_report(merged(parts), scratch("all.jsonl"), 2);
  EXPECT_FALSE(read_report(scratch("all.jsonl")).footer.complete);
}

std::string refusal(const std::vector<NamedReport>& parts) {
  try {
    merged(parts);
  } catch (const InputError& error) {
    return error.what();
  }
  return "merged";
}

TEST(Merge, RefusesPartsThatDoNotBelongTogether) {
  std::vector<NamedReport> parts = two_parts();
  parts[1].report.header.seed = 7;
  EXPECT_THAT(refusal(parts), HasSubstr("two.jsonl: another run than one.jsonl: its seed is '7'"));
  parts = two_parts();
  parts[1].report.header.corpus_digest = "other";
  EXPECT_THAT(refusal(parts), HasSubstr("its corpora"));
  parts = two_parts();
  parts[1].report.sources[2].not_run = "";
  EXPECT_THAT(refusal(parts), HasSubstr("its sources"));
  parts = two_parts();
  parts[1].report.subjects.push_back(parts[0].report.subjects[0]);
  EXPECT_THAT(refusal(parts), HasSubstr("two.jsonl: alpha as utf-8/maximal-subpart/keep"));
}

}  // namespace
}  // namespace placemat
