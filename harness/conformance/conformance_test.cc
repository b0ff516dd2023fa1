// The decoders judged here are local to this file: users of the library have no registry, and need
// none.
#include "harness/conformance/conformance.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include <algorithm>
#include <set>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/produce.h"
#include "harness/conformance/gtest.h"
#include "harness/decoder/registry.h"
#include "harness/report/baseline.h"

namespace placemat {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kCorpus = PLACEMAT_SOURCE_DIR "/corpus";

// ASCII, and U+FFFD for all else: correct for ASCII only.
void only_ascii(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length; ++at) {
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = in[at] <= 0x7F ? in[at] : 0xFFFD;
  }
}

placemat_decoder ascii_decoder() {
  placemat_decoder decoder = utf8_decoder("only_ascii", "3");
  decoder.lossy32 = only_ascii;
  return decoder;
}

TEST(Conformance, NamesFindingsAndHowToReplayThem) {
  const Conformance result =
      check_conformance(ascii_decoder(), {.corpus = kCorpus}, "./my_tests --one");
  EXPECT_FALSE(result.conforms);
  EXPECT_GT(result.checks, 100'000u);
  EXPECT_THAT(result.text, HasSubstr("only_ascii 3 as utf-8/maximal-subpart/keep"));
  EXPECT_THAT(result.text, HasSubstr("rejects-well-formed, lossy32: C2 80\n"
                                     "     expected  80\n"
                                     "     seen      FFFD FFFD\n"));
  EXPECT_THAT(result.text,
              HasSubstr("PLACEMAT_REPLAY=\"'C2 80' --operation lossy32\" ./my_tests --one\n"));
}

TEST(Conformance, ReplaysOneCheck) {
  const placemat_decoder decoder = ascii_decoder();
  const Conformance wrong = replay_conformance(decoder, {}, "'C2 80' --operation lossy32");
  EXPECT_FALSE(wrong.conforms);
  EXPECT_THAT(wrong.text, HasSubstr("seen      FFFD FFFD"));
  EXPECT_TRUE(replay_conformance(decoder, {}, "'41 80' --operation lossy32").conforms);
}

// A table that could not be judged never passes.
TEST(Conformance, FailsForATableThatCannotBeJudged) {
  placemat_decoder decoder = ascii_decoder();
  EXPECT_THAT(check_conformance(decoder, {}, "").text, HasSubstr("no corpora"));
  EXPECT_THAT(check_conformance(decoder, {.corpus = "nowhere"}, "").text, HasSubstr("nowhere"));
  EXPECT_THAT(check_conformance(decoder, {.budget = "much", .corpus = kCorpus}, "").text,
              HasSubstr("unknown budget 'much'"));
  EXPECT_THAT(check_conformance(decoder, {.as = "utf-9", .corpus = kCorpus}, "").text,
              HasSubstr("utf-9"));
  EXPECT_THAT(replay_conformance(decoder, {}, "'41' --operation strict32").text,
              HasSubstr("does not claim"));
  decoder.abi_version = 0;
  const Conformance other = check_conformance(decoder, {.corpus = kCorpus}, "");
  EXPECT_FALSE(other.conforms);
  EXPECT_THAT(other.text, HasSubstr("ABI version 0"));
  EXPECT_FALSE(check_conformance(utf8_decoder("nothing"), {.corpus = kCorpus}, "").conforms);
}

// Table 3-7 with the second unit's range from `first_of`: a validator and nothing else, so that a
// run takes a tenth of a second.
using FirstOf = std::uint8_t (*)(std::uint8_t lead);
template <FirstOf first_of>
int validate(const std::uint8_t* in, std::size_t length) {
  for (std::size_t at = 0; at < length;) {
    const std::uint8_t lead = in[at++];
    if (lead <= 0x7F) continue;
    if (lead <= 0xC1 || lead >= 0xF5) return 0;
    std::size_t more = lead <= 0xDF ? 1 : lead <= 0xEF ? 2 : 3;
    std::uint8_t first = first_of(lead), last = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (; more > 0; --more, ++at) {
      if (at == length || in[at] < first || in[at] > last) return 0;
      first = 0x80;
      last = 0xBF;
    }
  }
  return 1;
}
std::uint8_t right_first(std::uint8_t lead) {
  return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
}
std::uint8_t first_without_limit(std::uint8_t) { return 0x80; }  // accepts E0 80 80, F0 80 80 80

placemat_decoder validator(bool is_right) {
  placemat_decoder decoder = utf8_decoder("validator", "1");
  decoder.policy = "reject";
  decoder.validate = is_right ? validate<right_first> : validate<first_without_limit>;
  return decoder;
}

ConformanceOptions with_corpus(ConformanceOptions options = {}) {
  options.corpus = kCorpus;
  return options;
}
Conformance checked(bool is_right, const ConformanceOptions& options = {}) {
  return check_conformance(validator(is_right), with_corpus(options), "./my_tests");
}

const ConformancePart& part(const Conformance& result, const std::string& name) {
  return *std::ranges::find(result.parts, name, &ConformancePart::name);
}
std::vector<std::string> failed(const Conformance& result) {
  std::vector<std::string> names;
  for (const ConformancePart& one : result.parts) {
    if (!one.failures.empty()) names.push_back(one.name);
  }
  return names;
}
std::string run_text(const Conformance& result) {
  std::string text;
  for (const ConformanceFailure& failure : part(result, "Run").failures) text += failure.text;
  return text;
}

TEST(ConformanceParts, AreTheColumnsOfATableAndTheRun) {
  EXPECT_THAT(conformance_parts(),
              ElementsAre("WellFormed", "Overlong", "Surrogate", "Beyond10ffff", "FiveSixUnit",
                          "FeFf", "LoneContinuation", "Truncated", "Interrupted", "SeveralClasses",
                          "Encoder", "Calls", "Presentation", "Run"));
}

TEST(ConformanceParts, OnlyTheErrorClassOfAFaultFails) {
  const Conformance right = checked(true), wrong = checked(false);
  EXPECT_TRUE(right.conforms) << right.text;
  EXPECT_THAT(failed(right), IsEmpty());
  EXPECT_THAT(failed(wrong), ElementsAre("Overlong"));
  ASSERT_FALSE(part(wrong, "Overlong").failures.empty());
  const ConformanceFailure& failure = part(wrong, "Overlong").failures[0];
  EXPECT_THAT(failure.text, StartsWith("accepts-overlong, validate: E0 80 80\n"));
  EXPECT_FALSE(replay_conformance(validator(false), {}, failure.replay).conforms);
}

// A class whose checks fail by a finding of another class does not pass.
TEST(ConformanceParts, AFailureElsewhereIsNamedWithItsFinding) {
  const Conformance result = check_conformance(ascii_decoder(), with_corpus(), "");
  EXPECT_THAT(failed(result), Contains("WellFormed"));
  std::size_t described = 0;
  for (const ConformancePart& one : result.parts) {
    for (const ConformanceFailure& failure : one.failures) {
      described += failure.replay.empty() ? 0u : 1u;
      EXPECT_TRUE(!failure.replay.empty() || failure.text.find(", such as ") != std::string::npos ||
                  failure.text.find(", as under ") != std::string::npos);
    }
  }
  EXPECT_THAT(result.text, HasSubstr(": " + std::to_string(described) + " finding"));
}

TEST(ConformanceParts, EachFailsForADecoderThatIsNotJudged) {
  const Conformance result = checked(true, {.budget = "much"});
  EXPECT_EQ(failed(result), conformance_parts());
  EXPECT_THAT(run_text(result), StartsWith("not judged: unknown budget 'much'"));
}

TEST(ConformanceTest, AFailurePointsAtTheLineOfTheMacro) {
  ConformanceRun run("their_test.cc", 42,
                     []() -> ConformanceRun::Subject { return {validator(false), with_corpus()}; });
  testing::TestPartResultArray results;
  {
    testing::ScopedFakeTestPartResultReporter reporter(&results);
    run.test(1);  // Overlong
  }
  ASSERT_EQ(results.size(), 1);
  EXPECT_STREQ(results.GetTestPartResult(0).file_name(), "their_test.cc");
  EXPECT_EQ(results.GetTestPartResult(0).line_number(), 42);
  EXPECT_THAT(
      results.GetTestPartResult(0).message(),
      AllOf(HasSubstr("accepts-overlong, validate: E0 80 80\n"),
            HasSubstr("PLACEMAT_REPLAY=\"'E0 80 80' --operation validate\" "),
            HasSubstr(" --gtest_filter=ConformanceTest.AFailurePointsAtTheLineOfTheMacro")));
}

// The files that `placemat run` writes and reads.
std::string list_file(const std::string& reason, const std::string& key) {
  return written("expected.json",
                 to_json({"",
                          {{key, "validator", reason, "", 0},
                           {"other|utf-8|hang|41", "other", "of another test", "", 0}}}))
      .string();
}
std::string baseline_file(bool is_right) {
  const std::string file = scratch("baseline.jsonl").string();
  checked(is_right, {.baseline = file, .bless = true});
  return file;
}
const std::string kKey = "validator|utf-8/reject/keep|accepts-overlong|E0 80 80";

TEST(ConformanceGate, AKnownFindingWithAReasonPasses) {
  EXPECT_TRUE(checked(false, {.expected = list_file("as documented", kKey)}).conforms);
  const Conformance blank = checked(false, {.expected = list_file(" ", kKey)});
  EXPECT_THAT(failed(blank), ElementsAre("Overlong", "Run"));
  EXPECT_THAT(run_text(blank), HasSubstr("no reason; write why this is expected"));
  EXPECT_THAT(failed(checked(false, {.expected = list_file("as documented", "another")})),
              ElementsAre("Overlong"));
}

TEST(ConformanceGate, AKnownFindingThatIsGoneFailsFromTheStandardBudgetOn) {
  const std::string list = list_file("as documented", kKey);
  EXPECT_TRUE(checked(true, {.expected = list}).conforms);
  const Conformance result = checked(true, {.budget = "standard", .expected = list});
  EXPECT_THAT(failed(result), ElementsAre("Run"));
  EXPECT_THAT(run_text(result), HasSubstr(kKey + ": passes now; remove the entry"));
}

TEST(ConformanceGate, ARegressionAgainstTheBaselineFailsWithItsVectors) {
  const std::string baseline = baseline_file(true);
  EXPECT_TRUE(checked(true, {.baseline = baseline}).conforms);
  // Known, so that only the baseline finds it.
  const Conformance result = checked(
      false, {.shown = 2, .expected = list_file("as documented", kKey), .baseline = baseline});
  EXPECT_THAT(failed(result), ElementsAre("Run"));
  EXPECT_THAT(run_text(result), HasSubstr(" regressions against the baseline:\n"));
  EXPECT_THAT(run_text(result), HasSubstr(": as expected before, accepts-overlong now\n"));
  EXPECT_THAT(run_text(result), HasSubstr(" more\n"));
}

TEST(ConformanceGate, LostCoverageFailsFirstAndByName) {
  const std::string file = baseline_file(true);
  Baseline baseline = read_baseline(file);
  baseline.coverage.sources.push_back("gone");
  baseline.coverage.budget = "standard";
  write_baseline(baseline, file);
  const Conformance result = checked(true, {.baseline = file});
  EXPECT_THAT(failed(result), ElementsAre("Run"));
  EXPECT_THAT(run_text(result), StartsWith("coverage lost: source gone; budget standard\n"));
  EXPECT_THAT(run_text(checked(true, {.baseline = file, .allow_less = {"source=gone"}})),
              StartsWith("coverage lost: budget standard\n"));
  EXPECT_TRUE(checked(true, {.baseline = file, .allow_less = {"source=gone", "budget"}}).conforms);
}

TEST(ConformanceGate, FilesThatCannotBeReadFail) {
  EXPECT_THAT(checked(true, {.expected = "nowhere.json"}).text, HasSubstr("nowhere.json"));
  EXPECT_THAT(checked(true, {.baseline = "nowhere.jsonl"}).text, HasSubstr("nowhere.jsonl"));
  EXPECT_EQ(failed(checked(true, {.baseline = "nowhere.jsonl"})), conformance_parts());
}

TEST(ConformanceGate, BlessWritesBothFilesAndKeepsEntriesOfOtherDecoders) {
  const std::string list = scratch("mine.json").string(), baseline = scratch("mine").string();
  const Conformance result =
      checked(false, {.expected = list, .baseline = baseline, .bless = true});
  EXPECT_THAT(run_text(result), HasSubstr("no reason"));
  EXPECT_THAT(failed(checked(false, {.baseline = baseline})), ElementsAre("Overlong"));
  ExpectedList blessed = load_expected(list);
  ASSERT_EQ(blessed.entries.size(), 1u);
  EXPECT_EQ(blessed.entries[0].key, kKey);
  blessed.entries[0].reason = "as documented";
  blessed.entries.push_back({"other|utf-8|hang|41", "other", "of another test", "", 0});
  write_text_file(list, to_json(blessed));
  EXPECT_TRUE(checked(false, {.expected = list, .baseline = baseline, .bless = true}).conforms);
  EXPECT_EQ(load_expected(list).entries.size(), 2u);
}

// `placemat run` and the test of a decoder of this tree: the same findings, the same verdict on
// the same files.
TEST(ConformanceGate, AgreesWithPlacematRun) {
  const Decoder& decoder = *find_decoder("tutorial_lenient");
  const Corpus corpus = load_corpus(kCorpus);
  const ExpectedList none;
  RunRequest request;
  request.decoders = {&decoder};
  request.as = "utf-8";
  request.budget = Budget::kQuick;
  request.contrast = request.oracle = false;
  RunPlan plan = plan_run(request, corpus, none);
  plan.to.file = scratch("report.jsonl");
  Report report = produce(plan);
  const std::string baseline = scratch("baseline.jsonl").string();
  write_baseline(baseline_of(report), baseline);
  ExpectedList list = bless(none, report);
  for (ExpectedEntry& entry : list.entries) entry.reason = "a decoder of a tutorial";
  const ConformanceOptions options{.as = "utf-8",
                                   .corpus = kCorpus,
                                   .expected = written("list.json", to_json(list)),
                                   .baseline = baseline};
  const Conformance known = check_conformance(decoder, options, "");
  EXPECT_TRUE(known.conforms) << known.text;
  EXPECT_EQ(known.checks, report.footer.checks);
  // Each finding of the command is one of the test, and no other.
  const Conformance fresh = check_conformance(decoder, {.as = "utf-8", .corpus = kCorpus}, "");
  std::multiset<std::string> of_test, of_command;
  for (const ConformancePart& one : fresh.parts) {
    for (const ConformanceFailure& failure : one.failures) {
      if (!failure.replay.empty()) of_test.insert(failure.replay);
    }
  }
  for (const Finding& finding : report.subjects[0].findings) {
    const std::size_t at = std::min(finding.replay.find(" '"), finding.replay.find(" --encode "));
    of_command.insert(finding.replay.substr(at + 1));
  }
  EXPECT_EQ(of_test, of_command);
  EXPECT_GT(of_command.size(), 3u);
}

}  // namespace
}  // namespace placemat
