// check_test.cc: the court. The saboteurs' faults are known from their own
// description; the kind of each trial follows from it.
#include "harness/judge/check.h"

#include <gtest/gtest.h>

namespace placemat {
namespace {

class CourtTest : public testing::Test {
 protected:
  std::optional<Failure> judge(const char* name, const Trial& trial) {
    const Decoder* decoder = find_decoder(name);
    EXPECT_NE(decoder, nullptr) << name;
    caller_ = std::make_unique<Caller>(*decoder, thread_);
    court_ = std::make_unique<Court>(*caller_, claimed_profile(*decoder));
    return court_->judge(trial);
  }
  std::optional<Kind> kind(const char* name, const Trial& trial) {
    const auto failure = judge(name, trial);
    if (!failure) return std::nullopt;
    return failure->kind;
  }
  static Trial trial(Operation operation, const char* notation) {
    const Units units = parse_units(notation);
    Trial t;
    t.operation = operation;
    t.units = units.bytes;
    t.cuts = units.cuts;
    return t;
  }

  Fence fence_{100};
  FencedThread thread_;
  std::unique_ptr<Caller> caller_;
  std::unique_ptr<Court> court_;
};

TEST_F(CourtTest, AnHonestDecoderHasNothingToFear) {
  for (const char* units : {"", "41", "C3 A9", "C0 80", "ED A0 80", "F4 90 80 80", "E2 82"}) {
    for (const Operation op : {Operation::kValidate, Operation::kStrict32, Operation::kLossy32,
                               Operation::kLossy16, Operation::kStreamLossy}) {
      EXPECT_EQ(kind("branchy", trial(op, units)), std::nullopt) << units;
    }
  }
}

TEST_F(CourtTest, SaysWhatWasExpectedAndWhatWasSeen) {
  const auto failure = judge("sab_overlong_c0", trial(Operation::kLossy32, "C0 AF"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(failure->expected, "FFFD FFFD");
  EXPECT_EQ(failure->seen, "2F");
}

// What stands beside a fault must not give it another name.
TEST_F(CourtTest, NamesAFaultByItsCore) {
  for (const char* units : {"C0 AF", "61 C0 AF 62", "F8 C0 80", "80 C0 80", "ED A0 C0 80",
                            "C2 C0 80", "61*40 C0 AF 61*40", "C0 AF FF"}) {
    for (const Operation op :
         {Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kLength32}) {
      // Strict decoding stops at the first error; what follows is not seen.
      const auto failure = judge("sab_overlong_c0", trial(op, units));
      if (!failure) continue;
      EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong) << units << " " << name_of(op);
      EXPECT_EQ(failure->core.units.size(), 2u) << units << " " << name_of(op);
    }
    EXPECT_TRUE(judge("sab_overlong_c0", trial(Operation::kLossy32, units))) << units;
  }
  EXPECT_EQ(kind("sab_noncharacter_fdd0", trial(Operation::kStrict32, "C3 A9 EF B7 90 C3 A9")),
            Kind::kRejectsNoncharacter);
  EXPECT_EQ(kind("sab_fffd_is_error", trial(Operation::kStrict32, "EF BF BF EF BF BD C3 A9")),
            Kind::kConflatesRealFffd);
}

TEST_F(CourtTest, KeepsWhatAFaultNeedsBesideIt) {
  const auto failure =
      judge("sab_after_four_unit", trial(Operation::kValidate, "41 F0 90 80 80 80 41"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsIllFormed);
  EXPECT_EQ(to_spaced_hex(failure->core.units), "F0 90 80 80 80");
  EXPECT_EQ(kind("sab_after_four_unit", trial(Operation::kValidate, "80")), std::nullopt);
}

// A length function that agrees with what is written announces it rightly.
TEST_F(CourtTest, ALengthIsWrongOnlyWhenItDiffersFromWhatIsWritten) {
  EXPECT_EQ(kind("sab_count_surrogate_two", trial(Operation::kLength32, "ED A0 80")),
            Kind::kWrongReplacementCount);
  EXPECT_EQ(kind("sab_length_by_lead", trial(Operation::kLength32, "C2 41")),
            Kind::kWrongLengthCount);
}

TEST_F(CourtTest, RoomIsTheMatterOnlyOfARightAnswer) {
  Trial t = trial(Operation::kLossy32, "C0 80");
  for (const auto capacity : {Trial::Capacity::kOneShort, Trial::Capacity::kZero}) {
    t.capacity = capacity;
    const auto failure = judge("sab_overlong_c0", t);
    if (failure) {
      EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
      EXPECT_EQ(failure->core.capacity, Trial::Capacity::kExact);
    }
  }
  t = trial(Operation::kLossy32, "41 42");
  EXPECT_EQ(kind("sab_capacity_exact_refused", t), Kind::kWrongCapacity);
  t.capacity = Trial::Capacity::kOneShort;
  EXPECT_EQ(kind("sab_capacity_short_is_ok", t), Kind::kWrongCapacity);
  EXPECT_EQ(kind("sab_overwrite_one_past_capacity", t), Kind::kOverWrite);
}

TEST_F(CourtTest, WithRoomToSpareAnAnswerIsWrongInItsOwnKind) {
  Trial t = trial(Operation::kStrict32, "E0 80 AF");
  EXPECT_EQ(kind("sab_room_overlong_e0", t), std::nullopt);
  t.capacity = Trial::Capacity::kAmple;
  const auto failure = judge("sab_room_overlong_e0", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(conditions(failure->core), "with room to spare");
  EXPECT_EQ(to_arguments(failure->core), "'E0 80 AF' --operation strict32 --capacity ample");
  // Where it does not matter it is not named.
  t = trial(Operation::kStrict32, "C0 AF");
  t.capacity = Trial::Capacity::kAmple;
  EXPECT_EQ(judge("sab_overlong_c0", t)->core.capacity, Trial::Capacity::kExact);
}

TEST_F(CourtTest, AnotherStreamIsTheMatterWhenOneAlonePasses) {
  Trial t = trial(Operation::kStreamLossy, "C3|A9");
  EXPECT_EQ(kind("sab_state_shared_by_streams", t), std::nullopt);
  t.before = {'A'};
  t.ending = Before::Ending::kBeside;
  const auto failure = judge("sab_state_shared_by_streams", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kKeepsState);
  EXPECT_EQ(conditions(failure->core),
            "in 2 chunks, beside another stream, given 41 before each chunk");
  EXPECT_EQ(to_arguments(failure->core),
            "'C3|A9' --operation stream-lossy --before '41' --ending beside");
  EXPECT_EQ(kind("branchy", t), std::nullopt);
}

TEST_F(CourtTest, TheAddressIsTheMatterWhenAnotherPasses) {
  Trial t = trial(Operation::kValidate, "");
  EXPECT_EQ(kind("sab_rejects_empty_at_null", t), std::nullopt);
  t.placement = Placement::kNull;
  const auto failure = judge("sab_rejects_empty_at_null", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kRejectsWellFormed);
  EXPECT_EQ(conditions(failure->core), "with what is empty at NULL");
  EXPECT_EQ(to_arguments(failure->core), "'' --operation validate --placement null");
  EXPECT_EQ(kind("branchy", t), std::nullopt);
}

TEST(Trial, RoomIsOfTheValuesOrOfTheUnits) {
  using enum Trial::Capacity;
  EXPECT_EQ(room_of(kExact, 3, 7), 3u);
  EXPECT_EQ(room_of(kOneShort, 3, 7), 2u);
  EXPECT_EQ(room_of(kOneShort, 0, 7), 0u);
  EXPECT_EQ(room_of(kZero, 3, 7), 0u);
  EXPECT_GE(room_of(kAmple, 3, 7), 7u + 64);  // the widest block in use
}

TEST_F(CourtTest, ChunksAreTheMatterWhenOneChunkPasses) {
  EXPECT_EQ(kind("sab_chunk_loses_state", trial(Operation::kStreamLossy, "C3|A9")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_chunk_loses_state", trial(Operation::kStreamLossy, "C3 A9")), std::nullopt);
  EXPECT_EQ(kind("sab_chunk_empty_push_flushes", trial(Operation::kStreamLossy, "C3||A9")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_offset_chunk_relative", trial(Operation::kStreamStrict, "41|FF")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_bom_kept_when_split", trial(Operation::kStreamLossy, "EF BB|BF 41")),
            Kind::kDependsOnChunks);
  // Cuts that do not matter do not give the name.
  EXPECT_EQ(kind("sab_overlong_c0", trial(Operation::kStreamLossy, "C0|AF")),
            Kind::kAcceptsOverlong);
}

TEST_F(CourtTest, StateIsTheMatterWhenAFreshStreamPasses) {
  Trial t = trial(Operation::kStreamLossy, "41");
  t.before = {0xC3};
  t.ending = Before::Ending::kFinish;
  EXPECT_EQ(kind("sab_state_survives_finish", t), Kind::kKeepsState);
  EXPECT_EQ(kind("branchy", t), std::nullopt);
  t = trial(Operation::kStreamStrict, "41");
  t.before = {0xFF};
  for (const auto ending : {Before::Ending::kFinish, Before::Ending::kReset}) {
    t.ending = ending;
    EXPECT_EQ(kind("sab_state_survives_error", t), Kind::kKeepsState);
  }
}

TEST_F(CourtTest, PositionIsTheMatterWhenAShiftPasses) {
  EXPECT_EQ(kind("sab_block63_ff", trial(Operation::kValidate, "61*63 FF")),
            Kind::kDependsOnPosition);
  EXPECT_EQ(kind("sab_block_last_partial", trial(Operation::kValidate, "61*15 80")),
            Kind::kDependsOnPosition);
  EXPECT_EQ(kind("sab_block_after_ascii", trial(Operation::kValidate, "61*63 C3 61*16")),
            Kind::kDependsOnPosition);
  // A fault that shows everywhere does not depend on where.
  EXPECT_EQ(kind("sab_overlong_c0", trial(Operation::kValidate, "61*63 C0 80")),
            Kind::kAcceptsOverlong);
  // What counts values is wrong behind some texts: the offset is the matter.
  EXPECT_EQ(kind("sab_offset_counts_values", trial(Operation::kStrict32, "C3 A9 61*9 FF")),
            Kind::kWrongErrorOffset);
}

// A BOM is one at the start only, by law.
TEST_F(CourtTest, AByteOrderMarkIsNoMatterOfPosition) {
  EXPECT_EQ(kind("sab_bom_stripped_claims_keep", trial(Operation::kLossy32, "EF BB BF 41")),
            Kind::kBomHandling);
  EXPECT_EQ(kind("sab_bom_stripped_anywhere", trial(Operation::kLossy16, "41 EF BB BF")),
            Kind::kBomHandling);
  EXPECT_EQ(kind("sab_bom_stripped_twice", trial(Operation::kLossy32, "EF BB BF EF BB BF 41")),
            Kind::kBomHandling);
}

TEST_F(CourtTest, ReadingAndWritingOutside) {
  EXPECT_EQ(kind("sab_overread_lead", trial(Operation::kLossy32, "F0")), Kind::kOverRead);
  Trial t = trial(Operation::kStrict32, "80");
  t.placement = Placement::kStart;
  EXPECT_EQ(kind("sab_underread", t), Kind::kOverRead);
  // What a stream was given before lies at a guard page too.
  t = trial(Operation::kStreamStrict, "41");
  t.before = {0xF0};
  t.ending = Before::Ending::kReset;
  EXPECT_EQ(kind("sab_overread_lead", t), Kind::kOverRead);
  // No page is touched: the NUL behind the input is what changes the answer.
  t = trial(Operation::kStrict32, "C2");
  t.placement = Placement::kNul;
  EXPECT_EQ(kind("sab_nul_as_continuation", t), Kind::kOverRead);
}

TEST_F(CourtTest, CrashesAndHangs) {
  EXPECT_EQ(kind("sab_abort", trial(Operation::kLossy32, "41 FE FF")), Kind::kCrash);
  EXPECT_EQ(kind("sab_crash_null_table", trial(Operation::kLossy32, "F8")), Kind::kCrash);
  EXPECT_EQ(kind("sab_stack_overflow", trial(Operation::kValidate, "F0 C2")), Kind::kCrash);
  EXPECT_EQ(kind("sab_hang_lone_continuation", trial(Operation::kLossy32, "80")), Kind::kHang);
  EXPECT_EQ(kind("sab_hang_finish", trial(Operation::kStreamLossy, "C2")), Kind::kHang);
}

TEST_F(CourtTest, TwoAnswersToOneQuestion) {
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(kind("sab_nondeterministic", trial(Operation::kLossy32, "41 E2 82")),
              Kind::kNondeterministic)
        << "time " << i;
  }
}

TEST_F(CourtTest, JudgesByAnotherProfileWhenAsked) {
  const Decoder* decoder = find_decoder("tutorial_lenient");
  ASSERT_NE(decoder, nullptr);
  Caller caller(*decoder, thread_);
  Court as_claimed(caller, claimed_profile(*decoder));
  Court as_utf8(caller, {DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep});
  const Trial t = trial(Operation::kStrict32, "C0 80");
  EXPECT_FALSE(as_claimed.judge(t));
  ASSERT_TRUE(as_utf8.judge(t));
  EXPECT_EQ(as_utf8.judge(t)->kind, Kind::kAcceptsOverlong);
}

TEST(Trial, StatesItsConditionsAndHowToRepeatIt) {
  Trial t;
  t.operation = Operation::kStreamLossy;
  t.units = {0xC3, 0xA9};
  EXPECT_EQ(conditions(t), "");
  EXPECT_EQ(to_arguments(t), "'C3 A9' --operation stream-lossy");
  t.cuts = {1};
  t.before = {0xFF};
  t.ending = Before::Ending::kReset;
  EXPECT_EQ(conditions(t), "in 2 chunks, on a stream that had FF and then a reset");
  EXPECT_EQ(to_arguments(t), "'C3|A9' --operation stream-lossy --before 'FF' --ending reset");
  Trial u;
  u.operation = Operation::kLossy32;
  u.units = {'a', 'a', 0x80, 'z'};
  u.pad = 2;
  u.tail = 1;
  u.placement = Placement::kNul;
  u.capacity = Trial::Capacity::kOneShort;
  EXPECT_EQ(conditions(u),
            "behind 2 units, before 1 units, with a NUL behind, with one value too little "
            "capacity");
  EXPECT_EQ(to_arguments(u),
            "'61 61 80 7A' --operation lossy32 --pad 2 --tail 1 --placement nul --capacity short");
}

TEST(Trial, PlainerIsATotalOrder) {
  std::vector<Trial> all(1);
  const auto add = [&](auto change) {
    all.push_back(all.front());
    change(all.back());
  };
  add([](Trial& t) { t.units = {'A'}; });
  add([](Trial& t) { t.units = {0x00}; });
  add([](Trial& t) { t.units = {'A', 'A'}; });
  add([](Trial& t) { t.operation = Operation::kLossy32; });
  add([](Trial& t) { t.cuts = {0}; });
  add([](Trial& t) { t.placement = Placement::kNul; });
  add([](Trial& t) { t.capacity = Trial::Capacity::kZero; });
  add([](Trial& t) { t.capacity = Trial::Capacity::kAmple; });
  add([](Trial& t) { t.units = {'A'}, t.pad = 1; });
  add([](Trial& t) { t.ending = Before::Ending::kReset; });
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      EXPECT_EQ(is_plainer(all[a], all[b]) + is_plainer(all[b], all[a]), a == b ? 0 : 1);
      for (std::size_t c = 0; c < all.size(); ++c) {
        if (is_plainer(all[a], all[b]) && is_plainer(all[b], all[c])) {
          EXPECT_TRUE(is_plainer(all[a], all[c]));
        }
      }
    }
  }
  EXPECT_TRUE(is_plainer(all[1], all[2]));  // a letter before NUL
  EXPECT_TRUE(is_plainer(all[2], all[3]));  // one unit before two
  EXPECT_TRUE(is_plainer(all[3], all[5]));  // no condition before any
}

TEST(LeaveOut, MovesTheBordersAndTheCuts) {
  Trial t;
  t.units = {'a', 'a', 'a', 0xC2, 0x80, 'z', 'z'};
  t.pad = 3;
  t.tail = 2;
  t.cuts = {1, 4, 7};
  leave_out(t, 2, 3);  // the last of the pad, and the case
  EXPECT_EQ(to_spaced_hex(t.units), "61 61 7A 7A");
  EXPECT_EQ(t.pad, 2u);
  EXPECT_EQ(t.tail, 2u);
  EXPECT_EQ(t.cuts, (Cuts{1, 2, 4}));
  leave_out(t, 3, 1);
  EXPECT_EQ(t.tail, 1u);
  EXPECT_EQ(t.cuts, (Cuts{1, 2, 3}));
  leave_out(t, 0, 3);
  EXPECT_TRUE(t.units.empty());
  EXPECT_EQ(t.pad + t.tail, 0u);
  EXPECT_EQ(t.cuts, (Cuts{0, 0, 0}));
}

}  // namespace
}  // namespace placemat
