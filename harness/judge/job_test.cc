// job_test.cc: what a run hands over that is stopped while it reduces. A slow decoder has many
// symptoms, and none of them may be lost.
#include "harness/judge/job.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <set>

#include "harness/judge/patience.h"

namespace placemat {
namespace {

using std::chrono::steady_clock;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

bool is_slow = false;

// Loses surrogates, reads C0 and C1 as the letter A, and gives the unit FE undecoded.
void lossy32_of_many_faults(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                            std::size_t capacity, placemat_result* result) {
  if (is_slow) usleep(1'000);
  Bytes units(in, in + length);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i] == 0xC0 || units[i] == 0xC1) units[i] = 'A';
    const bool is_surrogate = units[i] == 0xED && i + 2 < units.size() && units[i + 1] >= 0xA0;
    if (is_surrogate)
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(i),
                  units.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  find_decoder("branchy")->lossy32(units.data(), units.size(), out, capacity, result);
  for (std::size_t i = 0; i < result->written; ++i) {
    if (out[i] == 0xFFFD && length > 0 && in[length - 1] == 0xFE) out[i] = 0xFE;
  }
}

Decoder decoder_of_many_faults() {
  Decoder table = *find_decoder("branchy");
  table.name = "of_this_test";
  table.validate = nullptr;
  table.strict32 = nullptr;
  table.strict16 = table.lossy16 = nullptr;
  table.length32 = table.length16 = nullptr;
  table.stream_open = nullptr;
  table.encode = nullptr;
  table.lossy32 = lossy32_of_many_faults;
  return table;
}

std::set<Kind> kinds_of(const std::vector<Finding>& findings) {
  std::set<Kind> kinds;
  for (const Finding& finding : findings) {
    kinds.insert(finding.kind);
    for (const Symptom& symptom : finding.symptoms) kinds.insert(symptom.kind);
  }
  return kinds;
}

std::uint64_t checks_of(const std::vector<Finding>& findings) {
  std::uint64_t checks = 0;
  for (const Finding& finding : findings) checks += finding.checks;
  return checks;
}

class StoppedReduction : public testing::Test {
 protected:
  StoppedReduction() { is_slow = false; }

  Ledger failures() {
    Ledger whole;
    for (std::size_t shard = 0; shard < source_->shards(); ++shard) {
      whole.merge(check_job(context_, {0, 0, shard}, caller_));
    }
    return whole;
  }
  DecoderResult concluded(const Ledger& whole) {
    return conclude(context_, 0, whole, {}, caller_, nullptr);
  }

  Fence fence_{1'000};
  FencedThread thread_;
  const Decoder decoder_ = decoder_of_many_faults();
  Caller caller_{decoder_, thread_};
  const std::vector<Target> targets_{
      make_target(decoder_, {"state-unit"}, {Budget::kQuick, 1992, nullptr})};
  const std::shared_ptr<const Source> source_ =
      make_source("state-unit", targets_[0].judged_as, targets_[0].options);
  std::atomic<bool> stop_{false};
  const RunContext context_{targets_, {{source_}}, &stop_};
};

// What is not minimised has the units of the case that showed it first, and is marked.
TEST_F(StoppedReduction, EndsInTimeWithAllThatWasFound) {
  const Ledger whole = failures();
  ASSERT_GT(whole.entries.size(), 20u);
  const DecoderResult all = concluded(whole);
  EXPECT_THAT(all.not_tested, Not(Contains(HasSubstr("the time was over"))));
  for (const Finding& finding : all.findings) EXPECT_NE(finding.pattern, kNotMinimised);

  is_slow = true;
  stop_ = true;
  const auto begun = steady_clock::now();
  const DecoderResult some = concluded(whole);
  EXPECT_LT(steady_clock::now() - begun, kTimeToReduce + std::chrono::milliseconds(1'500));
  std::set<Kind> of_ledger;
  std::uint64_t checks = 0;
  for (const auto& [bucket, entry] : whole.entries) {
    of_ledger.insert(entry.failure.kind);
    checks += entry.checks;
  }
  EXPECT_EQ(kinds_of(some.findings), of_ledger);
  EXPECT_EQ(checks_of(some.findings), checks);
  EXPECT_THAT(some.not_tested, Contains(HasSubstr("failures: the time was over")));
  std::size_t marked = 0;
  for (const Finding& finding : some.findings) {
    if (finding.pattern != kNotMinimised) continue;
    ++marked;
    EXPECT_EQ(finding.minimal, finding.example);
    EXPECT_THAT(finding.replay, HasSubstr("'" + finding.minimal + "'"));
  }
  EXPECT_GT(marked, 0u);
}

TEST_F(StoppedReduction, IsWholeWhereThereIsTime) {
  const Ledger whole = failures();
  const DecoderResult all = concluded(whole);
  stop_ = true;
  const DecoderResult stopped = concluded(whole);
  ASSERT_EQ(stopped.findings.size(), all.findings.size());
  for (std::size_t i = 0; i < all.findings.size(); ++i) {
    EXPECT_EQ(stopped.findings[i].minimal, all.findings[i].minimal);
  }
  EXPECT_EQ(stopped.not_tested, all.not_tested);
}

TEST_F(StoppedReduction, OfNothingIsNothing) {
  stop_ = true;
  EXPECT_THAT(concluded({}).findings, IsEmpty());
}

// A decoder that takes no units for a text that ends with 0, as std::string::assign() does.
void lossy32_to_nul(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                    std::size_t capacity, placemat_result* result) {
  if (length == 0) length = std::strlen(reinterpret_cast<const char*>(in));
  find_decoder("branchy")->lossy32(in, length, out, capacity, result);
}

// What the calls before have left there is read.
TEST_F(StoppedReduction, WhatIsReadPastNoUnitsIsAnOverReadAndNoChance) {
  Decoder decoder = decoder_;
  decoder.lossy32 = lossy32_to_nul;
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const Target target = make_target(decoder, {}, {});
  Check check{{'B', 'C'}, plain(Operation::kLossy32)};
  check.how.placement = Placement::kStart;
  ASSERT_TRUE(judge.passes(check));
  check.units.clear();
  for (const Kind kind : {Kind::kNondeterministic, Kind::kDependsOnPosition}) {
    const Shown shown = show(target, judge, {check, {kind, "", "", check}, "", "", 1});
    EXPECT_EQ(shown.finding.kind, Kind::kOverRead);
    EXPECT_EQ(shown.finding.minimal, "");
    EXPECT_EQ(shown.finding.conditions, "");
    EXPECT_EQ(by_cause(judge, {shown}).at(0).pattern, "");
  }
}

// It calls itself for each value, and the edge of the stack is not at the same place in each call.
void lossy32_by_recursion(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                          std::size_t capacity, placemat_result* result) {
  static unsigned calls = 0;
  if (length > 20'000 + ++calls % 7) raise(SIGSEGV);
  find_decoder("branchy")->lossy32(in, length, out, capacity, result);
}

TEST_F(StoppedReduction, ACrashFromALengthOnKeepsAMargin) {
  Decoder decoder = decoder_;
  decoder.lossy32 = lossy32_by_recursion;
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const Target target = make_target(decoder, {}, {});
  const Check check{Bytes(65'536, 'B'), plain(Operation::kLossy32)};
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  const Shown shown = show(target, judge, {check, *failure, "", "", 1});
  EXPECT_EQ(shown.finding.kind, Kind::kCrash);
  EXPECT_GE(shown.minimal.units.size(), 22'000u) << shown.finding.minimal;
  EXPECT_LE(shown.minimal.units.size(), 24'000u) << shown.finding.minimal;
  EXPECT_THAT(by_cause(judge, {shown}).at(0).pattern, HasSubstr("about 2"));
}

}  // namespace
}  // namespace placemat
