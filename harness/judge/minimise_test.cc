// minimise_test.cc: a long failing case is reduced to a short one that fails in the same
// way, and nothing of it can be removed. The tests try this for each unit, chunk and
// condition.
#include "harness/judge/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/judge/job.h"

namespace placemat {
namespace {

struct Row {
  const char* decoder;
  const char* as;  // nullptr: the claimed profile
  Operation operation;
  const char* units;
  std::size_t pad;
  Kind kind;
  const char* minimal;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.decoder << " " << row.units; }

class MinimiseTest : public testing::TestWithParam<Row> {
 protected:
  static Check check_of(const Row& row) {
    const ChunkedUnits units = parse_units(row.units);
    Check check;
    check.how.operation = row.operation;
    check.units = units.bytes;
    check.how.cuts = units.cuts;
    check.how.pad = row.pad;
    return check;
  }
  Fence fence_{100};
  FencedThread thread_;
};

TEST_P(MinimiseTest, ResultIsShortAndFailsInTheSameWay) {
  const Row& row = GetParam();
  const Decoder* decoder = find_decoder(row.decoder);
  ASSERT_NE(decoder, nullptr);
  const Profile claimed = claimed_profile(*decoder);
  const Profile profile = row.as == nullptr ? claimed : parse_profile(row.as, claimed);
  Caller caller(*decoder, thread_);
  Judge judge(caller, profile);
  const Check check = check_of(row);
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  ASSERT_EQ(failure->kind, row.kind) << failure->expected << " / " << failure->seen;

  const Check minimal = minimise(judge, check, *failure);
  EXPECT_EQ(to_text({minimal.units, minimal.how.cuts}), row.minimal);
  EXPECT_FALSE(is_plainer(check, minimal));
  const auto still = judge.judge(minimal);
  ASSERT_TRUE(still);
  EXPECT_EQ(still->kind, row.kind);

  const auto fails_without = [&](auto change) {
    Check less = minimal;
    change(less);
    const auto other = judge.judge(less);
    return less != minimal && other && other->kind == row.kind;
  };
  for (std::size_t at = 0; at < minimal.units.size(); ++at) {
    EXPECT_FALSE(fails_without([&](Check& t) { remove_units(t, at, 1); }))
        << to_text({minimal.units, minimal.how.cuts}) << " without unit " << at;
  }
  for (std::size_t i = 0; i < minimal.how.cuts.size(); ++i) {
    EXPECT_FALSE(fails_without([&](Check& t) {
      t.how.cuts.erase(t.how.cuts.begin() + static_cast<std::ptrdiff_t>(i));
    })) << "without cut "
        << i;
  }
  EXPECT_FALSE(fails_without([](Check& t) { t.how.room = Room::kExact; }));
  EXPECT_FALSE(fails_without([](Check& t) { t.how.placement = Placement::kEnd; }));
  EXPECT_FALSE(
      fails_without([](Check& t) { t.how.ending = Ending::kNone, t.how.prelude.clear(); }));
}

// The tutorial decoder judged as UTF-8, from long padded cases: at most four units
// remain.
INSTANTIATE_TEST_SUITE_P(
    TutorialAsUtf8, MinimiseTest,
    testing::Values(Row{"tutorial_lenient", "utf-8", Operation::kLossy32,
                        "61*64 E2 82 AC C0 AF F0 9F 98 80 41 42", 64, Kind::kAcceptsOverlong,
                        "C0 80"},
                    Row{"tutorial_lenient", "utf-8", Operation::kStrict32,
                        "61*256 F0 9F 98 80 C1 BF 7A*9", 256, Kind::kAcceptsOverlong, "C0 80"},
                    Row{"tutorial_lenient", "utf-8", Operation::kValidate, "C3 A9 ED BF BF C3 A9",
                        0, Kind::kAcceptsSurrogate, "ED A0 80"},
                    Row{"tutorial_lenient", "utf-8", Operation::kLossy32, "61*17 F7 BF BF BF 61*17",
                        17, Kind::kAcceptsBeyond10FFFF, "F4 90 80 80"},
                    Row{"tutorial_lenient", "utf-8", Operation::kStrict32, "61*127 F4 BF BF BF",
                        127, Kind::kAcceptsBeyond10FFFF, "F4 90 80 80"}));

INSTANTIATE_TEST_SUITE_P(
    Saboteurs, MinimiseTest,
    testing::Values(Row{"sab_overlong_c1", nullptr, Operation::kLossy32, "61*9 C1 BF FF", 0,
                        Kind::kAcceptsOverlong, "C1 80"},
                    Row{"sab_swallow_next_unit", nullptr, Operation::kLossy32, "41 C3 28 42", 0,
                        Kind::kSwallowsNextUnit, "C2 41"},
                    Row{"sab_chunk_loses_state", nullptr, Operation::kStreamLossy,
                        "41 F0|9F 98|80 E2 82 AC C3||A9", 0, Kind::kDependsOnChunks, "C2|80"},
                    Row{"sab_block63_ff", nullptr, Operation::kValidate, "C3 A9 C3 A9 61*187 FF", 0,
                        Kind::kDependsOnPosition, "41*63 FE"},
                    Row{"sab_after_four_unit", nullptr, Operation::kValidate,
                        "41 F4 8F BF BF 80 41", 0, Kind::kAcceptsIllFormed, "F1 80 80 80 80"},
                    Row{"sab_nul_ends_input", nullptr, Operation::kStrict32, "41 42 00 43", 0,
                        Kind::kNulHandling, "00"},
                    Row{"sab_fffd_is_error", nullptr, Operation::kStrict32, "41 EF BF BD EF BF BD",
                        0, Kind::kConflatesRealFffd, "EF BF BD"}));

// The tutorial decoder, judged as UTF-8.
class Minimise : public testing::Test {
 protected:
  Fence fence_{100};
  FencedThread thread_;
  Caller caller_{*find_decoder("tutorial_lenient"), thread_};
  Judge judge_{caller_, Profile{}};
};

TEST_F(Minimise, RespectsTheLimitOfQuestions) {
  Check check;
  check.how.operation = Operation::kLossy32;
  check.units = parse_units("61*64 C0 AF 61*64").bytes;
  const auto failure = judge_.judge(check);
  ASSERT_TRUE(failure);
  EXPECT_EQ(minimise(judge_, check, *failure, {0, 0}), check);
  EXPECT_TRUE(is_plainer(minimise(judge_, check, *failure, {20, 20}), check));
}

// A kind or a difference that the check does not fail with leaves the check unchanged.
TEST_F(Minimise, KeepsTheKindAndTheDifference) {
  Check check;
  check.how.operation = Operation::kLossy32;
  check.units = {0x41, 0xC0, 0xAF};
  const auto failure = judge_.judge(check);
  ASSERT_TRUE(failure);
  EXPECT_NE(minimise(judge_, check, *failure), check);
  Failure other = *failure;
  other.kind = Kind::kHang;
  EXPECT_EQ(minimise(judge_, check, other), check);
  other = *failure;
  other.difference.seen = SeenIs::kLost;
  EXPECT_EQ(minimise(judge_, check, other), check);
}

// Accepts FE in the first few calls only, so that the failure does not show at the end.
int calls_left = 0;
int forgets_its_fault(const std::uint8_t* in, std::size_t length) {
  const bool has_fe = std::find(in, in + length, 0xFE) != in + length;
  return has_fe && calls_left-- <= 0 ? 0 : 1;
}

class ShownAnswer : public testing::Test {
 protected:
  // `calls` of the questions that minimising asks fail.
  Shown shown_after(int calls, const Check& core) {
    Decoder decoder = *find_decoder("branchy");
    decoder.validate = forgets_its_fault;
    Caller caller(decoder, thread_);
    const Target target = make_target(decoder, {}, {});
    Judge judge(caller, target.judged_as);
    Ledger::Entry entry{whole_, {Kind::kAcceptsFiveSixUnit, "ill-formed", "as first seen"}, "", ""};
    calls_left = 1000;
    entry.failure = judge.judge(whole_).value();
    entry.failure.seen = "as first seen";
    entry.failure.core = core;
    calls_left = calls;
    return show(target, judge, entry);
  }
  Check check(const char* units) { return {parse_units(units).bytes, plain(Operation::kValidate)}; }
  Fence fence_{100};
  FencedThread thread_;
  Check whole_ = check("41 42 43 FE");
};

// Counts 100 errors at most. Which errors they are does not matter.
std::size_t counts_100(const std::uint8_t* in, std::size_t length) {
  std::size_t errors = 0, others = 0;
  for (std::size_t i = 0; i < length; ++i) (in[i] < 0x80 ? others : errors) += 1;
  return others + std::min<std::size_t>(errors, 100);
}

TEST(MinimiseLongText, MakesErrorsEqual) {
  const Fence fence(100);
  FencedThread thread;
  Decoder decoder = *find_decoder("branchy");
  decoder.length32 = counts_100;
  Caller caller(decoder, thread);
  Judge judge(caller, Profile{});
  Check check{{}, plain(Operation::kLength32)};
  for (unsigned i = 0; i < 150; ++i) {
    check.units.push_back(static_cast<std::uint8_t>(i % 2 == 0 ? 0x80 + i / 4 : 0xFE + i % 4 / 2));
  }
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  EXPECT_EQ(minimise(judge, check, *failure, {400, 400}).units, Bytes(101, 0x80));
}

// What was seen to one input is never shown beside another.
TEST_F(ShownAnswer, BelongsToTheUnitsBesideIt) {
  const Shown none = shown_after(0, check("FE"));
  EXPECT_EQ(none.finding.minimal, "41 42 43 FE");
  EXPECT_EQ(none.finding.seen, "as first seen");
  const Shown some = shown_after(40, check("43 FE"));
  EXPECT_NE(some.finding.minimal, "41 42 43 FE");
  EXPECT_EQ(some.finding.seen, "well-formed");
}

// A stream beside many others is no call: `placemat replay` refuses a verdict with that ending.
TEST(MinimiseStreams, KeepsWhatOnlyAStreamCanHave) {
  const Fence fence(100);
  FencedThread thread;
  Caller caller(*find_decoder("sab_pool_of_two_streams"), thread);
  Judge judge(caller, Profile{});
  Check check{{0xC3, 0xA9}, {.operation = Operation::kStreamLossy, .cuts = {1}}};
  check.how.set_prelude(Bytes{0xE2, 0x82}, Ending::kManyStreams);
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  Failure as_it_was = *failure;
  as_it_was.core = check;
  const Check minimal = minimise(judge, check, as_it_was);
  EXPECT_NO_THROW(validate(minimal.how, minimal.units.size())) << to_arguments(minimal);
  EXPECT_NO_THROW(validate(failure->core.how, failure->core.units.size()));
}

// Half of 253 sequences of five units is no whole number of sequences.
TEST(MinimiseLongText, RemovesManySequencesAtATime) {
  const Fence fence(100);
  FencedThread thread;
  Caller caller(*find_decoder("extended_42bit"), thread);
  Judge judge(caller, Profile{});
  Check check;
  check.how.operation = Operation::kValidate;
  for (std::uint8_t i = 0; i < 253; ++i) {
    const auto last = static_cast<std::uint8_t>(0x80 + i % 64);
    check.units.insert(check.units.end(), {0xFA, 0x81, 0xA1, 0xB0, last});
  }
  const auto failure = judge.judge(check);
  ASSERT_TRUE(failure);
  ASSERT_EQ(failure->kind, Kind::kAcceptsFiveSixUnit);
  EXPECT_EQ(minimise(judge, check, *failure, {400, 400}).units.size(), 5u);
}

}  // namespace
}  // namespace placemat
