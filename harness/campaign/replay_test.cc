#include "harness/campaign/replay.h"

#include <gmock/gmock.h>

#include "harness/bytes/error_fixture.h"

namespace placemat {
namespace {

using testing::HasSubstr;

constexpr unsigned kLimitMs = 1000;

const Decoder& decoder_of_tree(const std::string& name) { return *find_decoder(name); }

Replayed replayed(const std::string& decoder, const std::string& units, Operation operation,
                  const std::optional<std::string>& as = std::nullopt) {
  return replay(AnyDecoder(decoder_of_tree(decoder)), as,
                replayed_check(units, {.operation = operation}), kLimitMs);
}

// Expectations by Unicode 3.9, D92 and D93b.
TEST(Replay, ACorrectAnswerHasNoFailure) {
  const Replayed lossy = replayed("branchy", "C0 AF", Operation::kLossy32);
  EXPECT_EQ(lossy.right, "FFFD FFFD");
  EXPECT_FALSE(lossy.failure);
}

TEST(Replay, AWrongAnswerHasItsKind) {
  const Replayed wrong = replayed("tutorial_lenient", "C0 80", Operation::kStrict32, "utf-8");
  EXPECT_EQ(wrong.right, "ill-formed at 0, length 1");
  ASSERT_TRUE(wrong.failure);
  EXPECT_EQ(wrong.failure->kind, Kind::kAcceptsOverlong);
  EXPECT_EQ(wrong.failure->expected, "ill-formed at 0, length 1");
  // It claims another dialect, in which these units are U+0000.
  EXPECT_FALSE(replayed("tutorial_lenient", "C0 80", Operation::kStrict32).failure);
}

TEST(Replay, ChunksAreGivenToStreams) {
  const Check check = replayed_check("C3|A9||41", {.operation = Operation::kStreamStrict});
  EXPECT_EQ(check.units, (Bytes{0xC3, 0xA9, 0x41}));
  EXPECT_EQ(check.how.cuts.size(), 3u);
  EXPECT_FALSE(
      replay(AnyDecoder(decoder_of_tree("branchy")), std::nullopt, check, kLimitMs).failure);
  EXPECT_THAT(error_of([] { replayed_check("C3|A9", {.operation = Operation::kStrict32}); }),
              HasSubstr("chunks"));
}

TEST(Replay, AnOperationThatIsNotClaimedIsMisuse) {
  EXPECT_THAT(error_of([] { replayed("branchy", "C3", Operation::kStrict64); }),
              HasSubstr("branchy does not claim strict64"));
  EXPECT_THAT(error_of([] { replayed("branchy", "C3", Operation::kStrict32, "utf-9"); }),
              HasSubstr("utf-9"));
}

// That nothing was compared must not look like an answer as expected.
TEST(Replay, AQuestionWithoutAnAnswerIsMisuse) {
  Decoder silent = decoder_of_tree("branchy");
  silent.validate = [](const std::uint8_t*, std::size_t) { return -1; };
  silent.claims |= PLACEMAT_CLAIM_ONE_THREAD;
  const auto message = [&](Presentation how) {
    return error_of(
        [&] { replay(AnyDecoder(silent), std::nullopt, replayed_check("41", how), kLimitMs); });
  };
  EXPECT_THAT(message({.operation = Operation::kValidate}),
              HasSubstr("branchy cannot be given '41' --operation validate, so that nothing was"));
  EXPECT_THAT(
      message({.operation = Operation::kStrict32, .environment = Environment::kSecondThread}),
      HasSubstr("claims that one thread may call it"));
}

// FSS-UTF writes U+20AC as UTF-8 does.
TEST(Replay, AnEncoderIsGivenOneValue) {
  const auto encoded = [](const std::string& decoder, const std::string& value) {
    return replay_encoder(AnyDecoder(decoder_of_tree(decoder)), std::nullopt, value, kLimitMs);
  };
  EXPECT_EQ(encoded("thompson_1992", "20AC").right, "E2 82 AC");
  EXPECT_FALSE(encoded("thompson_1992", "20AC").failure);
  EXPECT_THAT(error_of([&] { encoded("thompson_1992", "20AG"); }), HasSubstr("'20AG'"));
  EXPECT_THAT(error_of([&] { encoded("dfa_shift", "20AC"); }), HasSubstr("has no encoder"));
}

}  // namespace
}  // namespace placemat
