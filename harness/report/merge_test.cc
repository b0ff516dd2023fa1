#include "harness/report/merge.h"

#include <fmt/format.h>
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

// The fixture in two shards: alpha with its contrast, and the others.
std::vector<NamedReport> two_parts() {
  Report first = fixture::report(), second = fixture::report();
  first.subjects = {first.subjects[0], first.subjects[3]};
  second.subjects = {second.subjects[1], second.subjects[2]};
  second.coverage[0].operations.push_back("stream-lossy");
  second.coverage[0].presentation[0].values.push_back("both");
  second.footer.expected_errors = {};
  for (Report* part : {&first, &second}) {
    const std::uint64_t number = part == &first ? 1 : 2;
    part->header.shard = {{number}, 2, "placemat run --as 'x'", {"alpha", "beta", "gamma"}};
    part->header.run.command += fmt::format(" --shard {}/2", number);
  }
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

TEST(Merge, NamesTheCallThatMakesTheWholeRun) {
  const Report all = merged(two_parts());
  EXPECT_EQ(all.header.run.command, "placemat run --as 'x'");
  EXPECT_EQ(all.header.run.given, "");  // two calls made it
  EXPECT_TRUE(all.header.shard.empty());
}

TEST(Merge, LacksAShardThatIsMissing) {
  std::vector<NamedReport> parts = two_parts();
  for (NamedReport& part : parts) part.report.header.shard.of = 3;
  Report some = merged(parts);
  EXPECT_FALSE(some.footer.complete);
  EXPECT_EQ(missing_text(some.header.shard), "shard 3 of 3 is missing");
  write_report(some, scratch("some.jsonl"), 2);
  some = read_report(scratch("some.jsonl"));
  EXPECT_FALSE(some.footer.complete);
  EXPECT_THAT(some.header.shard.numbers, ElementsAre(1, 2));
  // The last one makes it whole.
  Report last = parts[0].report;
  last.header.shard.numbers = {3};
  last.subjects = {fixture::subject("delta", fixture::kProfile, true)};
  const Report all = merged({{"some.jsonl", some}, {"three.jsonl", last}});
  EXPECT_TRUE(all.footer.complete);
  EXPECT_TRUE(all.header.shard.empty());
}

TEST(Merge, OfOneShardLacksTheOthers) {
  const Report one = merged({two_parts()[0]});
  EXPECT_FALSE(one.footer.complete);
  EXPECT_EQ(missing_text(one.header.shard), "shard 2 of 2 is missing");
  EXPECT_EQ(missing_text({{2}, 5, "", {}}), "shards 1, 3, 4 and 5 of 5 are missing");
  EXPECT_EQ(missing_text({{2}, 100, "", {}}), "99 of 100 shards are missing");
  EXPECT_EQ(missing_text({}), "");
  EXPECT_TRUE(merged({{"whole.jsonl", fixture::report()}}).footer.complete);
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
  parts[1].report.header.shard.command = "placemat run --as 'y'";
  EXPECT_THAT(refusal(parts), HasSubstr("its command is 'placemat run --as 'y''"));
  parts = two_parts();
  parts[1].report.header.shard.decoders.pop_back();
  EXPECT_THAT(refusal(parts), HasSubstr("its list of decoders is 'alpha and beta'"));
  parts = two_parts();
  parts[1].report.header.shard.of = 3;
  EXPECT_THAT(refusal(parts), HasSubstr("its number of shards is '3'"));
  parts = two_parts();
  parts[1].report.header.shard = {};
  EXPECT_THAT(refusal(parts), HasSubstr("two.jsonl: no shard of a run"));
  parts = two_parts();
  parts[1].report.header.shard.numbers = {3};
  EXPECT_THAT(refusal(parts), HasSubstr("two.jsonl: no shard of a run"));
  parts = two_parts();
  parts[1].report.header.shard.numbers = {1};
  EXPECT_THAT(refusal(parts), HasSubstr("two.jsonl: shard 1 of 2 is in one.jsonl too"));
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
