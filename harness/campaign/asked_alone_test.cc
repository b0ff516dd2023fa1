// asked_alone_test.cc: a decoder that takes FE. A finding that says so shows again in a new
// process; one about other units is one that needed a call before.
#include "harness/campaign/asked_alone.h"

#include <gmock/gmock.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "harness/judge/cause.h"

namespace placemat {
namespace {

using testing::HasSubstr;

int takes_fe(const std::uint8_t* in, std::size_t length) {
  return std::all_of(in, in + length, [](std::uint8_t unit) { return unit < 0x80 || unit == 0xFE; })
             ? 1
             : 0;
}

Finding finding_of(const char* units) {
  Finding finding;
  finding.judged_as = "utf-8/maximal-subpart/keep";
  finding.kind = Kind::kAcceptsFiveSixUnit;
  finding.key = std::string("keeper|utf-8/maximal-subpart/keep|accepts-5-6-unit|") + units;
  finding.operation = "validate";
  finding.minimal = units;
  finding.expected = "another answer";
  finding.seen = "of other units";
  finding.pattern = "only where it rains";
  finding.replay = std::string("placemat replay keeper '") + units + "' --operation validate";
  finding.checks = 7;
  return finding;
}

// Every third process crashes at FE.
std::atomic<int>& processes() {
  static auto* const kShared =
      static_cast<std::atomic<int>*>(mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  return *kShared;
}
int crashes_in_some_processes(const std::uint8_t* in, std::size_t length) {
  static const bool kCrashes = processes().fetch_add(1) % 3 == 2;
  if (kCrashes && length > 0 && in[0] == 0xFE) std::abort();
  return find_decoder("branchy")->validate(in, length);
}

DecoderResult asked(std::vector<Finding> findings,
                    int (*validate)(const std::uint8_t*, std::size_t) = takes_fe) {
  Decoder decoder = *find_decoder("branchy");
  decoder.name = "keeper";
  decoder.validate = validate;
  ExternalOptions options;
  options.own = &decoder;
  const ExternalDecoder external(options);
  DecoderResult result;
  result.findings = std::move(findings);
  ask_findings_alone(external, result);
  return result;
}

TEST(AskedAlone, WhatIsRightInANewProcessSaysWhatItNeeds) {
  const DecoderResult result = asked({finding_of("FE"), finding_of("41")});
  ASSERT_EQ(result.findings.size(), 2u);
  const Finding& other = result.findings[0];
  EXPECT_EQ(other.minimal, "41");
  EXPECT_EQ(other.kind, Kind::kNondeterministic);
  EXPECT_EQ(other.clause, row_of(Kind::kNondeterministic).clause);
  EXPECT_THAT(other.key, HasSubstr("|nondeterministic|41"));
  EXPECT_EQ(other.pattern, std::string("only after what was asked before: ") + kRightAlone);
}

TEST(AskedAlone, WhatIsWrongInANewProcessHasItsAnswer) {
  const DecoderResult result = asked({finding_of("FE")});
  const Finding& always = result.findings.at(0);
  EXPECT_EQ(always.kind, Kind::kAcceptsFiveSixUnit);
  EXPECT_EQ(always.expected, "ill-formed");
  EXPECT_EQ(always.seen, "well-formed");
  EXPECT_EQ(always.pattern, "only where it rains");
}

TEST(AskedAlone, WhatNeedsTheCallsBeforeIsOneFinding) {
  Finding third = finding_of("43");
  third.symptoms.emplace_back();
  third.symptoms[0].key = "inner";
  third.symptoms[0].checks = 3;
  const DecoderResult result = asked({finding_of("41"), finding_of("42"), third});
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& cause = result.findings[0];
  EXPECT_EQ(cause.checks, 21u);
  ASSERT_EQ(cause.symptoms.size(), 3u);
  EXPECT_EQ(cause.symptoms[0].minimal, "42");
  EXPECT_EQ(cause.symptoms[1].checks, 4u);
  EXPECT_EQ(cause.symptoms[2].key, "inner");
}

TEST(AskedAlone, ACrashThatDoesNotShowEachTimeSaysHowOften) {
  processes() = 0;
  Finding finding = finding_of("FE");
  finding.kind = Kind::kCrash;
  const Finding crash = asked({finding}, crashes_in_some_processes).findings.at(0);
  EXPECT_EQ(crash.kind, Kind::kCrash);
  EXPECT_THAT(crash.pattern,
              testing::MatchesRegex("only where it rains; [567] of 20 tries of its replay line "
                                    "showed it"));
  EXPECT_EQ(crash.seen, "of other units");
}

TEST(AskedAlone, ACrashThatDoesNotShowSaysSo) {
  Finding finding = finding_of("41");
  finding.kind = Kind::kCrash;
  finding.pattern = "";
  EXPECT_EQ(asked({finding}).findings.at(0).pattern, "0 of 20 tries of its replay line showed it");
}

// The next input of the same kind is printed.
TEST(AskedAlone, ASymptomThatShowsTakesThePlaceOfAFindingThatDoesNot) {
  Finding finding = finding_of("41*9");
  const Finding other = finding_of("FE 41"), graver = finding_of("FE FE");
  add_symptom(finding, graver);
  finding.symptoms[0].kind = Kind::kOverRead;
  add_symptom(finding, other);
  const Finding shown = asked({finding}).findings.at(0);
  EXPECT_EQ(shown.minimal, "FE 41");
  EXPECT_EQ(shown.replay, other.replay);
  EXPECT_EQ(shown.key, other.key);
  EXPECT_EQ(shown.seen, "well-formed");
  EXPECT_EQ(shown.pattern, "");
  EXPECT_EQ(shown.symptoms[1].minimal, "41*9");
}

TEST(AskedAlone, AFindingWithoutACallStays) {
  Finding process = finding_of("FE");
  process.replay = "placemat audit keeper";
  Finding encoder = finding_of("FE");
  encoder.replay = "placemat replay keeper --encode 41";
  const DecoderResult result = asked({process, encoder});
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.kind, Kind::kAcceptsFiveSixUnit);
    EXPECT_EQ(finding.seen, "of other units");
  }
}

}  // namespace
}  // namespace placemat
