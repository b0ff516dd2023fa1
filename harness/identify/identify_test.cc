// The results of identification for decoders whose profile is known, and for some that
// have none.
#include "harness/identify/identify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/bytes/error.h"
#include "harness/identify/planted.h"

namespace placemat {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Identity identity_of(const char* name) {
  const Decoder* decoder = find_decoder(name);
  if (decoder == nullptr) throw InputError(std::string("no decoder ") + name);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(*decoder, thread);
  return identify(caller);
}

TEST(Identify, NamesTheClaimedProfileOfEveryDecoder) {
  std::size_t asked = 0;
  for (const Decoder* decoder : decoders()) {
    if (std::string_view(decoder->version) != "in-tree") continue;
    SCOPED_TRACE(decoder->name);
    const Identity identity = identity_of(decoder->name);
    EXPECT_TRUE(identity.explained);
    EXPECT_EQ(identity.contradicted, 0u);
    EXPECT_TRUE(identity.contradictions.empty());
    EXPECT_LE(identity.inputs_to_name, 24u);
    EXPECT_GT(identity.inputs_to_confirm, 1000u);
    EXPECT_TRUE(identity.learned.finite);
    EXPECT_EQ(identity.learned.state_count, identity.learned.law_states);
    EXPECT_TRUE(identity.learned.differences.empty());
    if (identity.knows_policy) {
      EXPECT_THAT(identity.profiles, Contains(to_text(claimed_profile(*decoder))));
    } else {
      EXPECT_EQ(parse_profile(identity.profiles.front()).dialect,
                claimed_profile(*decoder).dialect);
    }
    ++asked;
  }
  EXPECT_GE(asked, 10u);
}

// A strict function that gives no answer contradicts no profile.
TEST(Identify, NamesTheProfileOfADecoderThatAnswersOnlyTheLossyQuestions) {
  Decoder lossy_alone = *find_decoder("branchy");
  lossy_alone.validate = nullptr;
  lossy_alone.strict16 = nullptr;
  lossy_alone.stream_open = nullptr;
  lossy_alone.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                            placemat_result* result) { result->status = PLACEMAT_UNSUPPORTED; };
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(lossy_alone, thread);
  const Identity identity = identify(caller);
  EXPECT_TRUE(identity.explained);
  EXPECT_FALSE(identity.is_composed);
  EXPECT_EQ(identity.contradicted, 0u);
  EXPECT_THAT(identity.profiles, testing::ElementsAre("utf-8/maximal-subpart/keep"));
}

// Table 3-7 has eight states that a verdict distinguishes: before a sequence, three by
// the number of missing units, and E0, ED, F0 and F4. A ninth state refuses everything.
TEST(Identify, LearnsTheMachineOfTable37) {
  const Decoder* decoder = find_decoder("branchy");
  ASSERT_NE(decoder, nullptr);
  Decoder verdict_alone = *decoder;
  verdict_alone.lossy32 = nullptr;
  verdict_alone.lossy16 = nullptr;
  verdict_alone.stream_open = nullptr;
  verdict_alone.policy = "reject";
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(verdict_alone, thread);
  const Identity identity = identify(caller);
  EXPECT_TRUE(identity.learned.finite);
  EXPECT_EQ(identity.learned.state_count, 9u);
  EXPECT_FALSE(identity.knows_policy);
  EXPECT_THAT(to_dot(identity.learned.states), HasSubstr("digraph"));
  EXPECT_THAT(to_dot(identity.learned.states), Not(HasSubstr("color=red")));
}

TEST(Identify, ShowsTheShortestContradictionAndDifferingStates) {
  const Identity identity = identity_of("sab_overlong_c0");
  EXPECT_FALSE(identity.explained);
  EXPECT_EQ(identity.profiles.front(), "utf-8/maximal-subpart/keep");
  ASSERT_FALSE(identity.contradictions.empty());
  EXPECT_THAT(identity.contradictions.front().units, testing::StartsWith("C0"));
  ASSERT_FALSE(identity.learned.differences.empty());
  EXPECT_THAT(identity.learned.differences.front(), HasSubstr("C0"));
  EXPECT_THAT(to_dot(identity.learned.states), HasSubstr("color=red"));
}

Identity confirmed_by_some(const char* name, std::uint64_t confirm_every) {
  const Decoder* decoder = find_decoder(name);
  if (decoder == nullptr) throw InputError(std::string("no decoder ") + name);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(*decoder, thread);
  return identify(caller, false, confirm_every);
}

TEST(Identify, ConfirmsByAPartOfTheInputsWhereNoneContradicts) {
  const Identity all = confirmed_by_some("branchy", 1);
  const Identity some = confirmed_by_some("branchy", 4);
  EXPECT_EQ(some.profiles, all.profiles);
  EXPECT_EQ(some.sentence, all.sentence);
  EXPECT_TRUE(some.explained);
  EXPECT_EQ(some.inputs_to_name, all.inputs_to_name);
  EXPECT_LT(3 * some.inputs_to_confirm, all.inputs_to_confirm);
  EXPECT_GT(5 * some.inputs_to_confirm, all.inputs_to_confirm);
}

TEST(Identify, ConfirmsByAllInputsWhereOneContradicts) {
  const Identity all = confirmed_by_some("sab_overlong_c0", 1);
  const Identity some = confirmed_by_some("sab_overlong_c0", 4);
  EXPECT_FALSE(some.explained);
  EXPECT_EQ(some.contradicted, all.contradicted);
  EXPECT_EQ(some.inputs_to_confirm, all.inputs_to_confirm);
}

// A function that exists but does not answer does not contradict the machine.
TEST(Identify, ComparesOnlyAnswers) {
  const Decoder* decoder = find_decoder("branchy");
  ASSERT_NE(decoder, nullptr);
  Decoder lossy_alone = *decoder;
  lossy_alone.stream_open = nullptr;
  lossy_alone.validate = nullptr;
  lossy_alone.strict16 = nullptr;
  lossy_alone.strict32 = [](const std::uint8_t*, std::size_t, std::uint32_t*, std::size_t,
                            placemat_result* result) {
    *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  };
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(lossy_alone, thread);
  const Identity identity = identify(caller);
  EXPECT_TRUE(identity.learned.finite);
  EXPECT_TRUE(identity.learned.differences.empty());
  EXPECT_EQ(identity.learned.state_count, identity.learned.law_states);
}

// A profile is stated without the values that a format around the text forbids.
TEST(Identify, StatesWhatWasNotAnswered) {
  const Decoder* decoder = find_decoder("branchy");
  ASSERT_NE(decoder, nullptr);
  static const Decoder* real = decoder;
  Decoder literal = *decoder;
  literal.validate = nullptr;
  literal.strict16 = literal.lossy16 = nullptr;
  literal.lossy32 = nullptr;
  literal.stream_open = nullptr;
  literal.strict32 = [](const std::uint8_t* in, std::size_t size, std::uint32_t* out,
                        std::size_t room, placemat_result* result) {
    for (std::size_t i = 0; i < size; ++i) {
      if (in[i] >= 0x20 && in[i] != '"') continue;
      *result = {PLACEMAT_UNSUPPORTED, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
      return;
    }
    real->strict32(in, size, out, room, result);
  };
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(literal, thread);
  const Identity identity = identify(caller, false);
  EXPECT_TRUE(identity.explained);
  EXPECT_THAT(identity.sentence,
              testing::StartsWith("accepts: nothing beside UTF-8; refuses: nothing of UTF-8 "
                                  "(U+0000..U+001F and U+0022 not answered); errors become: "
                                  "refused; "));
}

// The number that stands for a raw unit in the calls means nothing to a reader.
TEST(Identify, SpellsRawUnitsInWords) {
  planted::Parts parts;
  parts.span = planted::Span::kUnit;
  parts.output = [](std::uint8_t unit) { return planted::Values{0x80000000u + unit}; };
  const Decoder decoder = planted::decoder_of(parts, true, false);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(decoder, thread);
  const std::vector<std::string> differences = identify(caller).learned.differences;
  EXPECT_THAT(differences, Contains(HasSubstr("gives raw unit ")));
  EXPECT_THAT(differences, Not(Contains(HasSubstr("8001"))));
}

// Each of the 256 units has one edge in every state.
TEST(Identify, DescribesTheMachineStateByState) {
  const std::vector<LearnedState> right = identity_of("branchy").learned.states;
  ASSERT_FALSE(right.empty());
  EXPECT_EQ(right.front().name, "start");
  for (const LearnedState& state : right) {
    EXPECT_FALSE(state.is_beyond);
    std::size_t units = 0;
    for (const LearnedEdge& edge : state.edges) {
      EXPECT_LT(edge.to, right.size());
      EXPECT_EQ(edge.by_law, "");
      for (std::size_t at = 0; at < edge.units.size();) {
        const std::size_t end = std::min(edge.units.find(' ', at), edge.units.size());
        const std::string range = edge.units.substr(at, end - at);
        const int first = std::stoi(range.substr(0, 2), nullptr, 16);
        const int last = std::stoi(range.substr(range.size() - 2), nullptr, 16);
        units += static_cast<std::size_t>(last - first + 1);
        at = end + 1;
      }
    }
    EXPECT_EQ(units, 256u) << state.name;
  }
  const std::vector<LearnedState> wrong = identity_of("sab_overlong_c0").learned.states;
  EXPECT_TRUE(std::ranges::any_of(wrong, [](const LearnedState& state) {
    return std::ranges::any_of(state.edges,
                               [](const LearnedEdge& edge) { return !edge.by_law.empty(); });
  }));
}

// A caller to which questions may be announced. It counts those that were not.
class ToldAhead final : public Caller {
 public:
  using Caller::Caller;
  Observation call(const Call& call) override {
    ++asked;
    const auto text = text_of(call);
    if (announced_.erase(text) == 0) ++unannounced;
    return Caller::call(call);
  }
  bool asks_ahead() const override { return true; }
  void prefetch(std::span<const Call> calls) override {
    announced_.clear();
    for (const Call& call : calls) announced_.insert(text_of(call));
  }
  std::size_t asked = 0, unannounced = 0;

 private:
  using Text = std::pair<Operation, std::string>;
  static Text text_of(const Call& call) {
    return {call.how.operation, std::string(call.units.begin(), call.units.end())};
  }
  std::set<Text> announced_;
};

TEST(Identify, AnnouncesNearlyAllQuestionsAndLearnsTheSame) {
  const Fence fence(1000);
  FencedThread thread;
  for (const char* name : {"branchy", "tutorial_lenient", "plan9_1992"}) {
    SCOPED_TRACE(name);
    const Decoder& decoder = *find_decoder(name);
    Caller plain(decoder, thread);
    ToldAhead told(decoder, thread);
    const Identity identity = identify(plain);
    EXPECT_EQ(identify(told).sentence, identity.sentence);
    const std::string& profile = identity.profiles.front();
    const Learned learned = learn_machine(told, profile);
    EXPECT_EQ(learned.questions, identity.learned.questions);
    EXPECT_EQ(to_dot(learned.states), to_dot(identity.learned.states));
    EXPECT_GT(told.asked, 20'000u);
    EXPECT_LT(told.unannounced, told.asked / 20);
  }
}

}  // namespace
}  // namespace placemat
