// Scripts of actions on streams: correct decoders give what the law gives, and a fault
// of the lifecycle is found and reduced to the actions that it needs.
#include "harness/judge/stream_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/bytes/hash.h"

namespace placemat {
namespace {

using testing::HasSubstr;
using Verb = StreamAction::Verb;

// Text of the units that matter to a stream.
Bytes drawn_units(std::uint64_t seed) {
  constexpr std::array<std::uint8_t, 8> kUnits{'A', 0x80, 0xC3, 0xE2, 0x82, 0xAC, 0xF0, 0x9F};
  SplitMix64 chance(seed);
  Bytes units(chance.below(24));
  for (std::uint8_t& unit : units) unit = kUnits[chance.below(kUnits.size())];
  return units;
}

struct Runner {
  explicit Runner(std::string_view name)
      : runner(*find_decoder(name), claimed_profile(*find_decoder(name)), thread) {}
  const Fence fence{500};
  FencedThread thread;
  ScriptRunner runner;
};

std::optional<ScriptFailure> first_failure(Runner& on, std::uint64_t count) {
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    auto failure = on.runner.run(draw_script(drawn_units(seed)));
    if (failure) return on.runner.reduce(std::move(*failure));
  }
  return std::nullopt;
}

TEST(StreamScript, PushesAllUnitsInTheirOrderAndClosesWhatItOpens) {
  std::set<Verb> verbs;
  std::set<std::size_t> streams;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Bytes units = drawn_units(seed);
    Bytes pushed;
    std::array<bool, kScriptStreams> open{};
    for (const StreamAction& action : draw_script(units)) {
      verbs.insert(action.verb);
      streams.insert(action.stream);
      EXPECT_NE(open.at(action.stream), action.verb == Verb::kOpen);
      open[action.stream] = action.verb != Verb::kClose;
      pushed.insert(pushed.end(), action.units.begin(), action.units.end());
    }
    EXPECT_EQ(open, (std::array<bool, kScriptStreams>{}));
    EXPECT_TRUE(pushed == units || pushed.size() < units.size());
    EXPECT_TRUE(std::equal(pushed.begin(), pushed.end(), units.begin()));
  }
  EXPECT_EQ(verbs.size(), 5u);
  EXPECT_EQ(streams.size(), kScriptStreams);
}

TEST(StreamScript, IsReadable) {
  const StreamScript script{{Verb::kOpen, 0, true}, {Verb::kPush, 0, false, {0x41, 0xE2}},
                            {Verb::kPush, 0},       {Verb::kReset, 0},
                            {Verb::kOpen, 1},       {Verb::kFinish, 1},
                            {Verb::kClose, 0}};
  EXPECT_EQ(
      to_text(script),
      "open a lossy; push a 41 E2; push a nothing; reset a; open b strict; finish b; close a");
}

TEST(ScriptRunner, CorrectDecodersGiveWhatTheLawGives) {
  for (const std::string_view name : {"branchy", "simd", "dfa_hoehrmann_2010", "plan9_1992"}) {
    if (find_decoder(name)->stream_open == nullptr) continue;
    Runner on(name);
    const auto failure = first_failure(on, 5000);
    EXPECT_FALSE(failure) << name << ": " << to_text(failure->script) << ": expected "
                          << failure->expected << ", seen " << failure->seen;
  }
}

TEST(ScriptRunner, ReducesAFaultToTheActionsThatItNeeds) {
  Runner on("sab_state_survives_finish");
  const auto failure = first_failure(on, 5000);
  ASSERT_TRUE(failure.has_value());
  EXPECT_LE(failure->script.size(), 5u) << to_text(failure->script);
  EXPECT_THAT(to_text(failure->script), HasSubstr("finish a"));
  EXPECT_NE(failure->expected, failure->seen);
  EXPECT_TRUE(on.runner.run(failure->script).has_value());
}

// The kind states what the reduced script needs: nothing but the text, a cut, or a history.
TEST(ScriptRunner, NamesAFaultByWhatItNeeds) {
  const std::vector<std::pair<std::string_view, Kind>> planted{
      {"sab_surrogate_all", Kind::kAcceptsSurrogate},
      {"sab_chunk_loses_state", Kind::kDependsOnChunks},
      {"sab_state_survives_finish", Kind::kKeepsState}};
  for (const auto& [name, kind] : planted) {
    Runner on(name);
    const StreamScript surrogate{{Verb::kOpen, 1, true},
                                 {Verb::kPush, 1, false, {0x41, 0xED, 0xA0}},
                                 {Verb::kPush, 1, false, {0x80, 0x41}},
                                 {Verb::kFinish, 1}};
    auto failure = on.runner.run(surrogate);
    failure = failure ? on.runner.reduce(std::move(*failure)) : first_failure(on, 5000);
    ASSERT_TRUE(failure.has_value()) << name;
    EXPECT_EQ(row_of(failure->kind).name, row_of(kind).name)
        << name << ": " << to_text(failure->script);
  }
}

TEST(ScriptRunner, SkipsActionsOnAStreamThatIsNotOpen) {
  Runner on("branchy");
  EXPECT_FALSE(on.runner.run({{Verb::kPush, 0, false, {0xFF}}, {Verb::kFinish, 0}}));
}

}  // namespace
}  // namespace placemat
