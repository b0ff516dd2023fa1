// check_test.cc: tests the judge. The errors of the saboteurs follow from their
// descriptions; the kind of each check follows from those.
#include "harness/judge/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

namespace placemat {
namespace {

class JudgeTest : public testing::Test {
 protected:
  std::optional<Failure> judge(const char* name, const Check& check) {
    const Decoder* decoder = find_decoder(name);
    EXPECT_NE(decoder, nullptr) << name;
    caller_ = std::make_unique<Caller>(*decoder, thread_);
    judge_ = std::make_unique<Judge>(*caller_, claimed_profile(*decoder));
    return judge_->judge(check);
  }
  std::optional<Kind> kind(const char* name, const Check& check) {
    const auto failure = judge(name, check);
    if (!failure) return std::nullopt;
    return failure->kind;
  }
  static Check check(Operation operation, const char* notation) {
    const ChunkedUnits units = parse_units(notation);
    Check t;
    t.how.operation = operation;
    t.units = units.bytes;
    t.how.cuts = units.cuts;
    return t;
  }

  Fence fence_{100};
  FencedThread thread_;
  std::unique_ptr<Caller> caller_;
  std::unique_ptr<Judge> judge_;
};

TEST_F(JudgeTest, CorrectDecoderHasNoFindings) {
  for (const char* units : {"", "41", "C3 A9", "C0 80", "ED A0 80", "F4 90 80 80", "E2 82"}) {
    for (const Operation op : {Operation::kValidate, Operation::kStrict32, Operation::kLossy32,
                               Operation::kLossy16, Operation::kStreamLossy}) {
      EXPECT_EQ(kind("branchy", check(op, units)), std::nullopt) << units;
    }
  }
}

TEST_F(JudgeTest, StatesTheExpectedAndTheObservedAnswer) {
  const auto failure = judge("sab_overlong_c0", check(Operation::kLossy32, "C0 AF"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(failure->expected, "FFFD FFFD");
  EXPECT_EQ(failure->seen, "2F");
}

// Text around an error must not change its name.
TEST_F(JudgeTest, NamesAnErrorByItsCore) {
  for (const char* units : {"C0 AF", "61 C0 AF 62", "F8 C0 80", "80 C0 80", "ED A0 C0 80",
                            "C2 C0 80", "61*40 C0 AF 61*40", "C0 AF FF"}) {
    for (const Operation op :
         {Operation::kValidate, Operation::kStrict32, Operation::kLossy32, Operation::kLength32}) {
      // Strict decoding stops at the first error, so it does not reach later ones.
      const auto failure = judge("sab_overlong_c0", check(op, units));
      if (!failure) continue;
      EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong) << units << " " << name_of(op);
      EXPECT_EQ(failure->core.units.size(), 2u) << units << " " << name_of(op);
    }
    EXPECT_TRUE(judge("sab_overlong_c0", check(Operation::kLossy32, units))) << units;
  }
  EXPECT_EQ(kind("sab_noncharacter_fdd0", check(Operation::kStrict32, "C3 A9 EF B7 90 C3 A9")),
            Kind::kRejectsNoncharacter);
  EXPECT_EQ(kind("sab_fffd_is_error", check(Operation::kStrict32, "EF BF BF EF BF BD C3 A9")),
            Kind::kConflatesRealFffd);
}

// A caller as of a decoder in another process.
class DistantCaller final : public Caller {
 public:
  using Caller::Caller;
  Observation call(const Call& call) override {
    ++calls;
    return Caller::call(call);
  }
  bool shows_memory() const override { return false; }
  int calls = 0;
};

TEST_F(JudgeTest, NamesACoreOfADistantDecoderOnce) {
  const Decoder* decoder = find_decoder("sab_overlong_c0");
  ASSERT_NE(decoder, nullptr);
  DistantCaller caller(*decoder, thread_);
  Judge judge(caller, claimed_profile(*decoder));
  const Check alone = check(Operation::kLossy32, "C0 AF");
  const auto first = judge.judge(alone);
  const int asked = std::exchange(caller.calls, 0);
  const auto again = judge.judge(alone);
  ASSERT_TRUE(first && again);
  EXPECT_EQ(again->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(again->core, first->core);
  EXPECT_LT(caller.calls, asked);
  // Another check with this core; a core that differs by one unit is another one.
  EXPECT_EQ(judge.judge(check(Operation::kLossy32, "61 C0 AF 62"))->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(judge.judge(check(Operation::kStrict32, "C0 AF"))->kind, Kind::kAcceptsOverlong);
  EXPECT_FALSE(judge.judge(check(Operation::kLossy32, "C1 AF")));
}

TEST_F(JudgeTest, KeepsTheUnitsThatAnErrorNeeds) {
  const auto failure =
      judge("sab_after_four_unit", check(Operation::kValidate, "41 F0 90 80 80 80 41"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsIllFormed);
  EXPECT_EQ(to_spaced_hex(failure->core.units), "F0 90 80 80 80");
  EXPECT_EQ(kind("sab_after_four_unit", check(Operation::kValidate, "80")), std::nullopt);
}

// A length function that agrees with the written output announces it correctly.
TEST_F(JudgeTest, ALengthIsWrongOnlyWhenItDiffersFromTheOutput) {
  EXPECT_EQ(kind("sab_count_surrogate_two", check(Operation::kLength32, "ED A0 80")),
            Kind::kWrongReplacementCount);
  EXPECT_EQ(kind("sab_length_by_lead", check(Operation::kLength32, "C2 41")),
            Kind::kWrongLengthCount);
}

TEST_F(JudgeTest, NamesTheRoomOnlyWhenTheAnswerIsRight) {
  Check t = check(Operation::kLossy32, "C0 80");
  for (const auto capacity : {Room::kOneShort, Room::kZero}) {
    t.how.room = capacity;
    const auto failure = judge("sab_overlong_c0", t);
    if (failure) {
      EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
      EXPECT_EQ(failure->core.how.room, Room::kExact);
    }
  }
  t = check(Operation::kLossy32, "41 42");
  EXPECT_EQ(kind("sab_capacity_exact_refused", t), Kind::kWrongCapacity);
  t.how.room = Room::kOneShort;
  EXPECT_EQ(kind("sab_capacity_short_is_ok", t), Kind::kWrongCapacity);
  EXPECT_EQ(kind("sab_overwrite_one_past_capacity", t), Kind::kOverWrite);
}

TEST_F(JudgeTest, RoomToSpareIsAConditionOfTheSameKind) {
  Check t = check(Operation::kStrict32, "E0 80 AF");
  EXPECT_EQ(kind("sab_room_overlong_e0", t), std::nullopt);
  t.how.room = Room::kAmple;
  const auto failure = judge("sab_room_overlong_e0", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(conditions(failure->core.how), "with room to spare");
  EXPECT_EQ(to_arguments(failure->core), "'E0 80 AF' --operation strict32 --room ample");
  // A condition that does not matter is not named.
  t = check(Operation::kStrict32, "C0 AF");
  t.how.room = Room::kAmple;
  EXPECT_EQ(judge("sab_overlong_c0", t)->core.how.room, Room::kExact);
}

TEST_F(JudgeTest, NamesAnotherStreamWhenOneAlonePasses) {
  Check t = check(Operation::kStreamLossy, "C3|A9");
  EXPECT_EQ(kind("sab_state_shared_by_streams", t), std::nullopt);
  t.how.prelude = {'A'};
  t.how.ending = Ending::kInterleaved;
  const auto failure = judge("sab_state_shared_by_streams", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kKeepsState);
  EXPECT_EQ(conditions(failure->core.how),
            "in 2 chunks, beside another stream, given 41 before each chunk");
  EXPECT_EQ(to_arguments(failure->core),
            "'C3|A9' --operation stream-lossy --prelude '41' --ending interleaved");
  EXPECT_EQ(kind("branchy", t), std::nullopt);
}

TEST_F(JudgeTest, NamesTheAddressWhenAnotherPasses) {
  Check t = check(Operation::kValidate, "");
  EXPECT_EQ(kind("sab_rejects_empty_at_null", t), std::nullopt);
  t.how.placement = Placement::kNull;
  const auto failure = judge("sab_rejects_empty_at_null", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kRejectsWellFormed);
  EXPECT_EQ(conditions(failure->core.how), "with what is empty at NULL");
  EXPECT_EQ(to_arguments(failure->core), "'' --operation validate --placement null");
  EXPECT_EQ(kind("branchy", t), std::nullopt);
}

TEST(Check, RoomFollowsFromValuesOrUnits) {
  using enum Room;
  EXPECT_EQ(room_of(kExact, 3, 7), 3u);
  EXPECT_EQ(room_of(kOneShort, 3, 7), 2u);
  EXPECT_EQ(room_of(kOneShort, 0, 7), 0u);
  EXPECT_EQ(room_of(kOneMore, 3, 7), 4u);
  EXPECT_EQ(room_of(kZero, 3, 7), 0u);
  EXPECT_GE(room_of(kAmple, 3, 7), 7u + 64);  // the widest block in use
}

TEST_F(JudgeTest, NamesTheChunksWhenOneChunkPasses) {
  EXPECT_EQ(kind("sab_chunk_loses_state", check(Operation::kStreamLossy, "C3|A9")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_chunk_loses_state", check(Operation::kStreamLossy, "C3 A9")), std::nullopt);
  EXPECT_EQ(kind("sab_chunk_empty_push_flushes", check(Operation::kStreamLossy, "C3||A9")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_offset_chunk_relative", check(Operation::kStreamStrict, "41|FF")),
            Kind::kDependsOnChunks);
  EXPECT_EQ(kind("sab_bom_kept_when_split", check(Operation::kStreamLossy, "EF BB|BF 41")),
            Kind::kDependsOnChunks);
  // Cuts that do not matter do not determine the kind.
  EXPECT_EQ(kind("sab_overlong_c0", check(Operation::kStreamLossy, "C0|AF")),
            Kind::kAcceptsOverlong);
}

TEST_F(JudgeTest, NamesTheStateWhenAFreshStreamPasses) {
  Check t = check(Operation::kStreamLossy, "41");
  t.how.prelude = {0xC3};
  t.how.ending = Ending::kFinish;
  EXPECT_EQ(kind("sab_state_survives_finish", t), Kind::kKeepsState);
  EXPECT_EQ(kind("branchy", t), std::nullopt);
  t = check(Operation::kStreamStrict, "41");
  t.how.prelude = {0xFF};
  for (const auto ending : {Ending::kFinish, Ending::kReset}) {
    t.how.ending = ending;
    EXPECT_EQ(kind("sab_state_survives_error", t), Kind::kKeepsState);
  }
}

TEST_F(JudgeTest, NamesThePositionWhenAShiftPasses) {
  EXPECT_EQ(kind("sab_block63_ff", check(Operation::kValidate, "61*63 FF")),
            Kind::kDependsOnPosition);
  EXPECT_EQ(kind("sab_block_last_partial", check(Operation::kValidate, "61*15 80")),
            Kind::kDependsOnPosition);
  EXPECT_EQ(kind("sab_block_after_ascii", check(Operation::kValidate, "61*63 C3 61*16")),
            Kind::kDependsOnPosition);
  // An error that occurs everywhere does not depend on position.
  EXPECT_EQ(kind("sab_overlong_c0", check(Operation::kValidate, "61*63 C0 80")),
            Kind::kAcceptsOverlong);
  // An offset that counts values is wrong behind some texts; the kind is still the
  // offset.
  EXPECT_EQ(kind("sab_offset_counts_values", check(Operation::kStrict32, "C3 A9 61*9 FF")),
            Kind::kWrongErrorOffset);
}

TEST_F(JudgeTest, NamesTheCallBeforeThatAFailureNeeds) {
  Check t = check(Operation::kValidate, "BF");
  t.how.set_prelude(Bytes{0xF4, 0x8F, 0xBF}, Ending::kCall);
  const auto failure = judge("sab_verdict_keeps_tail", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kKeepsState);
  EXPECT_EQ(failure->core, t);
  EXPECT_TRUE(judge_->is_due_to_call_before(failure->core));
  // An error that needs no call before it loses the prelude.
  t = check(Operation::kValidate, "C0 80");
  t.how.set_prelude(Bytes{0xC3}, Ending::kCall);
  const auto plain = judge("sab_overlong_c0", t);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->kind, Kind::kAcceptsOverlong);
  EXPECT_FALSE(plain->core.how.has_prelude());
}

// The answer of the call before is kept, and what that call had is known to the run.
TEST_F(JudgeTest, FindsTheCallBeforeAmongTheUnitsOfTheRun) {
  const Check before = check(Operation::kValidate, "61*15 FF 61*16");
  const Check after = check(Operation::kValidate, "61*32");
  EXPECT_EQ(kind("sab_verdict_by_ends", before), std::nullopt);
  const auto failure = judge_->judge(after, before.units);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kKeepsState);
  EXPECT_EQ(failure->core.how.ending, Ending::kCall);
  EXPECT_EQ(failure->core.how.prelude, before.units);
}

// The fault of the call before is no fault behind it.
TEST_F(JudgeTest, JudgesTheCallBeforeWhereItWentWrong) {
  Check t = check(Operation::kLossy32, "41");
  t.how.set_prelude(Bytes{0xF0}, Ending::kCall);
  const auto failure = judge("sab_overread_lead", t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kOverRead);
  EXPECT_EQ(failure->core, check(Operation::kLossy32, "F0"));
}

// What is expected is the answer to the text, and not to that of the call before.
TEST_F(JudgeTest, ExpectsTheAnswerToTheTextBehindACall) {
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    static bool was_ill_formed = false;
    const int verdict = find_decoder("branchy")->validate(in, length);
    const volatile std::uint8_t* const behind = in + length;
    const bool reads_behind = std::exchange(was_ill_formed, verdict == 0);
    if (reads_behind) static_cast<void>(*behind);
    return verdict;
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  Check t = check(Operation::kValidate, "41");
  t.how.set_prelude(Bytes{0xFF}, Ending::kCall);
  const auto failure = judge.judge(t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->expected, "well-formed");
  EXPECT_EQ(failure->seen, "a read behind the last unit");
}

TEST_F(JudgeTest, TellsChanceFromTheCallBefore) {
  Check t = check(Operation::kLossy32, "E2 82");
  t.how.set_prelude(Bytes{0xE2, 0x82}, Ending::kCall);
  judge("sab_nondeterministic", t);
  EXPECT_FALSE(judge_->is_due_to_call_before(t));
}

// A verdict that depends on the address of the input reads nothing behind it.
TEST_F(JudgeTest, TakesAnAddressForNoNul) {
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    const bool is_at_14 = reinterpret_cast<std::uintptr_t>(in) % 16 == 14;
    return is_at_14 ? 1 : find_decoder("branchy")->validate(in, length);
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  Check t = check(Operation::kValidate, "C2");
  t.how.placement = Placement::kNul;
  const auto failure = judge.judge(t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kDependsOnPosition);
}

TEST_F(JudgeTest, StatesThePlaceOfAnErrorThatThereIsNot) {
  const auto failure = judge("sab_finish_leaves_length", check(Operation::kStreamStrict, "41"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kWrongErrorOffset);
  EXPECT_EQ(failure->expected, "well-formed: 41, no error length");
  EXPECT_EQ(failure->seen, "well-formed: 41, error length not filled in");
}

// The answers of libraries to a few texts, behind any number of letters; to all others, those of
// the law.
void answer_as_libraries(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                         std::size_t capacity, placemat_result* result) {
  static const std::map<Bytes, std::vector<std::uint32_t>> answers{
      {{0xE0, 0x80, 0xEF, 0xB7, 0x90}, {0xFFFD, 0xFFFD, 0xFFFD}},
      {{0xE0, 0x80, 0xEF, 0xB6, 0x90}, {0xFFFD, 0xFFFD, 0xFFFD}},
      {{0xC2, 0xEF, 0xB7, 0x90}, {0xFFFD, 0xFFFD}},
      {{0xF8, 0x80, 0x41, 0xC0, 0x80}, {0xFFFD, 0x41, 0x00}},
      {{0xC0, 0x80}, {0x00}},
      {{0xC0, 0x80, 0x41}, {0x00, 0x41}}};
  const std::uint8_t* const text =
      std::find_if(in, in + length, [](std::uint8_t unit) { return unit >= 0x80; });
  const auto answer = answers.find(Bytes(text, in + length));
  if (answer == answers.end())
    return find_decoder("branchy")->lossy32(in, length, out, capacity, result);
  std::vector<std::uint32_t> values(in, text);
  values.insert(values.end(), answer->second.begin(), answer->second.end());
  const bool fits = values.size() <= capacity;
  if (fits) std::ranges::copy(values, out);
  *result = {fits ? PLACEMAT_OK : PLACEMAT_NO_CAPACITY, fits ? values.size() : 0, PLACEMAT_UNKNOWN,
             PLACEMAT_UNKNOWN};
}

TEST_F(JudgeTest, NamesWhatIsWrongFirstAndNoValueThatIsNotTheCause) {
  Decoder decoder = *find_decoder("branchy");
  decoder.lossy32 = answer_as_libraries;
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const auto kind_of = [&](const char* units) {
    const auto failure = judge.judge(check(Operation::kLossy32, units));
    return failure ? std::optional(failure->kind) : std::nullopt;
  };
  // Behind that error a plain value is lost as well; behind the next one only a noncharacter is.
  EXPECT_EQ(kind_of("E0 80 EF B7 90"), Kind::kSwallowsNextUnit);
  EXPECT_EQ(kind_of("C2 EF B7 90"), Kind::kRejectsNoncharacter);
  // F8 80 has too few replacements, and is right alone; C0 80 is not.
  EXPECT_EQ(kind_of("F8 80 41 C0 80"), Kind::kAcceptsOverlong);
}

TEST_F(JudgeTest, CallsAnAnswerWithoutRoomASuccess) {
  Decoder decoder = *find_decoder("branchy");
  decoder.lossy32 = [](const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                       std::size_t capacity, placemat_result* result) {
    find_decoder("branchy")->lossy32(in, length, out, capacity, result);
    if (result->status == PLACEMAT_NO_CAPACITY) result->status = PLACEMAT_OK;
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  Check t = check(Operation::kLossy32, "41");
  t.how.room = Room::kZero;
  const auto failure = judge.judge(t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kWrongCapacity);
  EXPECT_EQ(failure->seen, "success after 0 values");
}

// Behind 41 41 41 80 the fault shows at the last error, and behind 41 41 80 and 80 at the first.
// Neither half of the items in front nor one of them can go.
TEST_F(JudgeTest, ReducesATextWithTwoPlacesForAFault) {
  Decoder decoder = *find_decoder("branchy");
  decoder.lossy16 = [](const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                       std::size_t capacity, placemat_result* result) {
    find_decoder("branchy")->lossy16(in, length, out, capacity, result);
    // A pair at an odd place is stored over the value before it.
    for (std::size_t i = 1; i < result->written; i += 2) {
      const bool is_pair = out[i] >= 0xD800 && out[i] < 0xDC00;
      if (is_pair && out[i - 1] > 0x7FF) out[i - 1] = out[i];
    }
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const auto failure =
      judge.judge(check(Operation::kLossy16, "41 41 41 80 F0 90 80 80 C2 F0 90 80 80"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kDependsOnPosition);
  EXPECT_LT(failure->core.units.size(), 10u);
}

// The error in front is one of the units that the fault counts, and not what it needs.
TEST_F(JudgeTest, NamesTheNumberOfUnitsInFrontWhateverTheyAre) {
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    return length >= 24 ? 1 : find_decoder("branchy")->validate(in, length);
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const auto failure = judge.judge({parse_units("80*23 41").bytes, plain(Operation::kValidate)});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kDependsOnPosition);
}

// Two errors are 16 units apart, wherever the first one is.
TEST_F(JudgeTest, NamesADistanceBetweenUnits) {
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    for (std::size_t i = 0; i + 16 < length; ++i) {
      if (in[i] == 0x80 && in[i + 16] == 0x80) return 1;
    }
    return find_decoder("branchy")->validate(in, length);
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const auto failure =
      judge.judge({parse_units("41 80 41*15 80 41").bytes, plain(Operation::kValidate)});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kDependsOnPosition);
}

// By law, a BOM is one at the start only.
TEST_F(JudgeTest, AByteOrderMarkDoesNotDependOnPosition) {
  EXPECT_EQ(kind("sab_bom_stripped_claims_keep", check(Operation::kLossy32, "EF BB BF 41")),
            Kind::kBomHandling);
  EXPECT_EQ(kind("sab_bom_stripped_anywhere", check(Operation::kLossy16, "41 EF BB BF")),
            Kind::kBomHandling);
  EXPECT_EQ(kind("sab_bom_stripped_twice", check(Operation::kLossy32, "EF BB BF EF BB BF 41")),
            Kind::kBomHandling);
}

TEST_F(JudgeTest, NamesTheEnvironmentOnlyWhereItDecides) {
  static std::thread::id first;
  first = std::this_thread::get_id();
  Decoder decoder = *find_decoder("branchy");
  decoder.validate = [](const std::uint8_t* in, std::size_t length) {
    const bool is_first = std::this_thread::get_id() == first;
    return is_first && length < 3 ? find_decoder("branchy")->validate(in, length) : 0;
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  Check t = check(Operation::kValidate, "41");
  t.how.environment = Environment::kErrnoErange;
  EXPECT_FALSE(judge.judge(t));
  t.how.environment = Environment::kSecondThread;
  const auto failure = judge.judge(t);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kDependsOnEnvironment);
  Check longer = check(Operation::kValidate, "41 41 41");
  longer.how.environment = Environment::kSecondThread;
  ASSERT_TRUE(judge.judge(longer));
  EXPECT_NE(judge.judge(longer)->kind, Kind::kDependsOnEnvironment) << "wrong in any thread";
}

TEST_F(JudgeTest, ReportsReadsAndWritesOutside) {
  EXPECT_EQ(kind("sab_overread_lead", check(Operation::kLossy32, "F0")), Kind::kOverRead);
  Check t = check(Operation::kStrict32, "80");
  t.how.placement = Placement::kStart;
  EXPECT_EQ(kind("sab_underread", t), Kind::kOverRead);
  // A prelude of a stream lies at a guard page too.
  t = check(Operation::kStreamStrict, "41");
  t.how.prelude = {0xF0};
  t.how.ending = Ending::kReset;
  EXPECT_EQ(kind("sab_overread_lead", t), Kind::kOverRead);
  // No guard page is accessed: the NUL behind the input changes the answer.
  t = check(Operation::kStrict32, "C2");
  t.how.placement = Placement::kNul;
  EXPECT_EQ(kind("sab_nul_as_continuation", t), Kind::kOverRead);
}

TEST_F(JudgeTest, ReportsCrashesAndHangs) {
  EXPECT_EQ(kind("sab_abort", check(Operation::kLossy32, "41 FE FF")), Kind::kCrash);
  EXPECT_EQ(kind("sab_crash_null_table", check(Operation::kLossy32, "F8")), Kind::kCrash);
  EXPECT_EQ(kind("sab_stack_overflow", check(Operation::kValidate, "F0 C2")), Kind::kCrash);
  EXPECT_EQ(kind("sab_hang_lone_continuation", check(Operation::kLossy32, "80")), Kind::kHang);
  EXPECT_EQ(kind("sab_hang_finish", check(Operation::kStreamLossy, "C2")), Kind::kHang);
}

// The edge of the limit moves with each call, as that of a stack does. The text is far beyond it.
TEST_F(JudgeTest, IsSureOfAFailureWhoseEdgeMoves) {
  Decoder decoder = *find_decoder("branchy");
  decoder.length32 = [](const std::uint8_t*, std::size_t length) -> std::size_t {
    static std::size_t calls = 0;
    if (length > 2'000 + 50 * (++calls % 5)) std::abort();
    return length;
  };
  Caller caller(decoder, thread_);
  Judge judge(caller, claimed_profile(decoder));
  const auto failure = judge.judge(check(Operation::kLength32, "80*5000"));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, Kind::kCrash);
}

TEST_F(JudgeTest, ReportsTwoAnswersToOneQuestion) {
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(kind("sab_nondeterministic", check(Operation::kLossy32, "41 E2 82")),
              Kind::kNondeterministic)
        << "time " << i;
  }
}

TEST_F(JudgeTest, JudgesByAnotherProfileWhenAsked) {
  const Decoder* decoder = find_decoder("tutorial_lenient");
  ASSERT_NE(decoder, nullptr);
  Caller caller(*decoder, thread_);
  Judge as_claimed(caller, claimed_profile(*decoder));
  Judge as_utf8(caller, {DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep});
  const Check t = check(Operation::kStrict32, "C0 80");
  EXPECT_FALSE(as_claimed.judge(t));
  ASSERT_TRUE(as_utf8.judge(t));
  EXPECT_EQ(as_utf8.judge(t)->kind, Kind::kAcceptsOverlong);
}

TEST(Check, StatesItsConditionsAndReplayArguments) {
  Check t;
  t.how.operation = Operation::kStreamLossy;
  t.units = {0xC3, 0xA9};
  EXPECT_EQ(conditions(t.how), "");
  EXPECT_EQ(to_arguments(t), "'C3 A9' --operation stream-lossy");
  t.how.cuts = {1};
  t.how.prelude = {0xFF};
  t.how.ending = Ending::kReset;
  EXPECT_EQ(conditions(t.how), "in 2 chunks, on a stream that had FF and then a reset");
  EXPECT_EQ(to_arguments(t), "'C3|A9' --operation stream-lossy --prelude 'FF' --ending reset");
  Check u;
  u.how.operation = Operation::kLossy32;
  u.units = {'a', 'a', 0x80, 'z'};
  u.how.pad = 2;
  u.how.tail = 1;
  u.how.placement = Placement::kNul;
  u.how.room = Room::kOneShort;
  EXPECT_EQ(conditions(u.how),
            "behind 2 units, before 1 units, with a NUL behind, with one value too little "
            "capacity");
  EXPECT_EQ(to_arguments(u),
            "'61 61 80 7A' --operation lossy32 --pad 2 --tail 1 --placement nul --room short");
}

TEST(Check, PlainerIsATotalOrder) {
  std::vector<Check> all(1);
  const auto add = [&](auto change) {
    all.push_back(all.front());
    change(all.back());
  };
  add([](Check& t) { t.units = {'A'}; });
  add([](Check& t) { t.units = {0x00}; });
  add([](Check& t) { t.units = {'A', 'A'}; });
  add([](Check& t) { t.how.operation = Operation::kLossy32; });
  add([](Check& t) { t.how.cuts = {0}; });
  add([](Check& t) { t.how.placement = Placement::kNul; });
  add([](Check& t) { t.how.room = Room::kZero; });
  add([](Check& t) { t.how.room = Room::kAmple; });
  add([](Check& t) { t.units = {'A'}, t.how.pad = 1; });
  add([](Check& t) { t.how.ending = Ending::kReset; });
  add([](Check& t) { t.how.environment = Environment::kSecondThread; });
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

TEST(RemoveUnits, MovesTheBordersAndTheCuts) {
  Check t;
  t.units = {'a', 'a', 'a', 0xC2, 0x80, 'z', 'z'};
  t.how.pad = 3;
  t.how.tail = 2;
  t.how.cuts = {1, 4, 7};
  remove_units(t, 2, 3);  // the last unit of the pad, and the case
  EXPECT_EQ(to_spaced_hex(t.units), "61 61 7A 7A");
  EXPECT_EQ(t.how.pad, 2u);
  EXPECT_EQ(t.how.tail, 2u);
  EXPECT_EQ(t.how.cuts, (Cuts{1, 2, 4}));
  remove_units(t, 3, 1);
  EXPECT_EQ(t.how.tail, 1u);
  EXPECT_EQ(t.how.cuts, (Cuts{1, 2, 3}));
  remove_units(t, 0, 3);
  EXPECT_TRUE(t.units.empty());
  EXPECT_EQ(t.how.pad + t.how.tail, 0u);
  EXPECT_EQ(t.how.cuts, (Cuts{0, 0, 0}));
}

}  // namespace
}  // namespace placemat
