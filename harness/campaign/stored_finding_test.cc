#include "harness/campaign/stored_finding.h"

#include <gmock/gmock.h>

#include "harness/bytes/error_fixture.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/campaign/replay.h"
#include "harness/judge/arguments.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// The judge reads the words that this layer writes.
TEST(ShellWords, AreThoseThatWereQuoted) {
  for (const char* word : {"plain", "two words", "it's", "", "a'b'c \\ $HOME"}) {
    EXPECT_THAT(shell_words(quoted(word)), ElementsAre(word));
  }
}

TEST(ReplayLine, OfADecoderOfThisTree) {
  const ReplayCall call = parse_replay_line(
      "placemat replay branchy --as cesu-8 'C3|A9' --operation stream-strict --pad 1 "
      "--prelude 'E2 82' --ending reset --placement start");
  EXPECT_EQ(call.decoder, "branchy");
  EXPECT_FALSE(call.is_external());
  EXPECT_EQ(call.as, "cesu-8");
  EXPECT_EQ(call.units, "C3|A9");
  Presentation how{.operation = Operation::kStreamStrict,
                   .pad = 1,
                   .placement = Placement::kStart,
                   .prelude = {0xE2, 0x82},
                   .ending = Ending::kReset};
  EXPECT_EQ(call.how, how);
}

// What the judge writes is read back as the same check.
TEST(ReplayLine, HoldsTheWholeCheck) {
  Check plain;
  plain.units = {0x61, 0xC3, 0xA9};
  Check full = plain;
  full.how.operation = Operation::kStreamLossy;
  full.how.cuts = {0, 2, 3};
  full.how.pad = 1;
  full.how.tail = 1;
  full.how.placement = Placement::kNul;
  full.how.room = Room::kZero;
  full.how.prelude = {0xE2, 0x82};
  full.how.ending = Ending::kReset;
  Check roomy = plain;
  roomy.how.room = Room::kAmple;
  roomy.how.placement = Placement::kNull;
  Check beside = full;
  beside.how.ending = Ending::kInterleaved;
  for (const Check& check : {plain, full, roomy, beside}) {
    const ReplayCall read = parse_replay_line("placemat replay x " + to_arguments(check));
    EXPECT_EQ(replayed_check(read.units, read.how), check) << to_arguments(check);
    EXPECT_EQ(read.encode, "");
  }
  EXPECT_EQ(parse_replay_line("placemat replay x --encode 20AC").encode, "20AC");
}

TEST(ReplayLine, OfAnotherFormIsRefused) {
  for (const char* text : {"'C2", "'C2' --operation no-such", "'C2' --pad 2", "'C|2'", "'C2|80'",
                           "'C2' --pad x", "'C2' --room", "'C2' --colour red", "'C2' --encode"}) {
    const auto read = [&] {
      const ReplayCall call = parse_replay_line(std::string("placemat replay x ") + text);
      replayed_check(call.units, call.how);
    };
    EXPECT_THROW(read(), InputError) << text;
  }
}

TEST(ReplayLine, OfAPlugin) {
  const ReplayCall call =
      parse_replay_line("placemat replay './my dir/mine.so' 'C0 AF' --operation lossy32");
  EXPECT_EQ(call.external.plugin, "./my dir/mine.so");
  EXPECT_EQ(call.units, "C0 AF");
  EXPECT_EQ(call.how.operation, Operation::kLossy32);
}

TEST(ReplayLine, OfACommandAndOfAFilter) {
  const ReplayCall child =
      parse_replay_line("placemat replay '80' --operation lossy32 -- python3 'a b.py' --fast");
  EXPECT_THAT(child.external.command, ElementsAre("python3", "a b.py", "--fast"));
  EXPECT_FALSE(child.external.is_filter);
  EXPECT_EQ(child.units, "80");
  const ReplayCall filter = parse_replay_line(
      "placemat replay '80' --operation lossy32 --filter --output utf-8 --mode lossy --policy skip "
      "-- iconv -c");
  EXPECT_TRUE(filter.external.is_filter);
  EXPECT_EQ(filter.external.filter_output, "utf-8");
  EXPECT_EQ(filter.external.filter_mode, "lossy");
  EXPECT_EQ(filter.external.filter_policy, "skip");
  EXPECT_THAT(filter.external.command, ElementsAre("iconv", "-c"));
}

TEST(ReplayLine, OfAnEncoder) {
  const ReplayCall call = parse_replay_line("placemat replay thompson_1992 --encode 20AC");
  EXPECT_EQ(call.decoder, "thompson_1992");
  EXPECT_EQ(call.encode, "20AC");
}

TEST(ReplayLine, OtherLinesAreRefused) {
  const auto refused = [](const char* line) { return error_of([&] { parse_replay_line(line); }); };
  EXPECT_THAT(refused("placemat audit -- python3 a.py"),
              AllOf(HasSubstr("the decoder's process"), HasSubstr("placemat audit -- python3")));
  EXPECT_THAT(refused(""), HasSubstr("the decoder's process"));
  EXPECT_THAT(refused("placemat replay branchy"), HasSubstr("not a replay line"));
  EXPECT_THAT(refused("placemat replay branchy 41 42"), HasSubstr("not a replay line"));
  EXPECT_THAT(refused("placemat replay branchy 41 --dance 1"), HasSubstr("--dance"));
  EXPECT_THAT(refused("placemat replay branchy 41 --pad"), HasSubstr("--pad has no value"));
}

// A report of one decoder with one finding and one symptom.
class Stored : public testing::Test {
 protected:
  Stored() {
    Report report;
    report.header.tool_version = "1.2";
    report.footer.complete = true;
    DecoderResult& subject = report.subjects.emplace_back();
    subject.decoder = "mine";
    subject.version = "3";
    subject.judged_as = subject.claims_profile = "utf-8/maximal-subpart/keep";
    Finding& finding = subject.findings.emplace_back();
    finding.decoder = "mine";
    finding.judged_as = subject.judged_as;
    finding.kind = Kind::kAcceptsOverlong;
    finding.key = "mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80";
    finding.minimal = "C0 80";
    finding.replay = "placemat replay ./mine.so 'C0 80' --operation strict32";
    Symptom& symptom = finding.symptoms.emplace_back();
    symptom.kind = Kind::kWrongValue;
    symptom.key = "mine|utf-8/maximal-subpart/keep|wrong-value|C1 80";
    symptom.minimal = "C1 80";
    symptom.replay = "placemat replay ./mine.so 'C1 80' --operation lossy32";
    write_report(report, file_, 0);
  }

  std::string error_about(const std::string& key) const {
    return error_of([&] { stored_finding(key, file_); });
  }

  const std::filesystem::path file_ = scratch("report.jsonl");
};

TEST_F(Stored, AFindingIsFoundByItsKey) {
  const StoredFinding stored =
      stored_finding("mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 80", file_);
  EXPECT_EQ(stored.finding.kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(stored.subject.version, "3");
  EXPECT_EQ(stored.header.tool_version, "1.2");
  EXPECT_EQ(stored.file, file_);
}

TEST_F(Stored, ASymptomIsFoundByItsKey) {
  const StoredFinding stored =
      stored_finding("mine|utf-8/maximal-subpart/keep|wrong-value|C1 80", file_);
  EXPECT_EQ(stored.finding.kind, Kind::kWrongValue);
  EXPECT_EQ(stored.finding.minimal, "C1 80");
  EXPECT_EQ(stored.finding.clause, row_of(Kind::kWrongValue).clause);
  EXPECT_EQ(parse_replay_line(stored.finding.replay).units, "C1 80");
}

TEST_F(Stored, AnUnknownKeyNamesTheNearestAndTheList) {
  EXPECT_THAT(error_about("mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 81"),
              AllOf(HasSubstr("report.jsonl: no finding"),
                    HasSubstr("did you mean 'mine|utf-8/maximal-subpart/keep|accepts-overlong|C0 "
                              "80'?"),
                    HasSubstr("placemat issue --report ")));
  EXPECT_THAT(error_about("x"), testing::Not(HasSubstr("did you mean")));
}

TEST(StoredDefault, WithoutAReportTheOptionIsNamed) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch());
  EXPECT_THAT(error_of([] { stored_finding("a|b/c/d|e|41"); }),
              AllOf(HasSubstr("out/run/report.jsonl"), HasSubstr("--report FILE")));
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace placemat
