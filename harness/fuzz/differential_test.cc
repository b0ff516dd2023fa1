// The comparison of the fuzz target, without libFuzzer: it must accept correct
// answers, report planted faults, and ignore known kinds only.
#include "harness/fuzz/differential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "harness/generate/mutator.h"

namespace placemat {
namespace {

using testing::HasSubstr;

const Fence& fence() {
  static const Fence kFence(500);
  return kFence;
}

// Inputs as in a campaign: each is a mutation of an earlier one.
std::vector<Bytes> inputs(std::size_t count) {
  static constexpr std::array<DialectId, 1> kDialects{DialectId::kUtf8};
  const Mutator mutator(kDialects);
  std::vector<Bytes> all{{}};
  for (std::uint64_t seed = 1; all.size() < count; ++seed) {
    Bytes units = all[(seed * 2654435761 >> 16) % all.size()];
    mutator.mutate(units, 150, seed);
    all.push_back(std::move(units));
  }
  return all;
}

std::optional<FuzzFinding> first_difference(std::vector<const Decoder*> decoders,
                                            const KnownKinds& known, std::size_t count) {
  fence();
  Differential differential(decoders, known);
  for (const Bytes& units : inputs(count)) {
    if (auto found = differential.compare(units)) return found;
  }
  return std::nullopt;
}

std::vector<const Decoder*> saboteur(std::string_view name) {
  const Decoder* decoder = find_decoder(name);
  EXPECT_NE(decoder, nullptr) << name;
  return {decoder};
}

TEST(Differential, CorrectDecoderHasNoDifference) {
  const auto found = first_difference({find_decoder("branchy"), find_decoder("utf_1")}, {}, 400);
  EXPECT_FALSE(found.has_value()) << found->report;
}

TEST(Differential, ReportFitsOneScreenAndHasTheReplayLine) {
  // A truncated surrogate also changes the number of replacements; this test
  // looks for the whole one.
  const KnownKinds known{{"sab_surrogate_all", {Kind::kWrongReplacementCount}}};
  const auto found = first_difference(saboteur("sab_surrogate_all"), known, 4000);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->minimal, (Bytes{0xED, 0xA0, 0x80}));
  EXPECT_THAT(found->report, HasSubstr("finding: sab_surrogate_all: accepts-surrogate"));
  EXPECT_THAT(found->report, HasSubstr("expected  ill-formed"));
  EXPECT_THAT(found->report, HasSubstr("placemat replay sab_surrogate_all 'ED A0 80'"));
  EXPECT_LT(std::ranges::count(found->report, '\n'), 24);
}

TEST(Differential, IgnoresKnownKindsOfThatDecoder) {
  const KnownKinds other_decoder{{"branchy", {Kind::kAcceptsSurrogate}}};
  EXPECT_TRUE(first_difference(saboteur("sab_surrogate_all"), other_decoder, 4000).has_value());
  KnownKinds known;
  while (const auto found = first_difference(saboteur("sab_surrogate_all"), known, 4000)) {
    ASSERT_TRUE(known["sab_surrogate_all"].insert(*found->kind).second) << found->report;
  }
  EXPECT_TRUE(known["sab_surrogate_all"].contains(Kind::kAcceptsSurrogate));
}

// A stored input must show what it showed. Both decoders accept each of these surrogates, which
// shows unless there is too little room.
TEST(Differential, AnInputDrawsOneDecoderAndDrawsItAgain) {
  fence();
  const std::array decoders{saboteur("sab_surrogate_all").front(),
                            saboteur("sab_surrogate_high_only").front()};
  const auto subject_of = [&](const Bytes& input) {
    const auto found = Differential(decoders, {}).examine(input);
    return found ? found->subject : "none";
  };
  std::map<std::string, int> inputs_of;
  for (unsigned unit = 0x80; unit <= 0xBF; ++unit) {
    const Bytes input{0xED, 0xB0, static_cast<std::uint8_t>(unit)};
    const std::string subject = subject_of(input);
    EXPECT_EQ(subject_of(input), subject);
    ++inputs_of[subject];
  }
  for (const Decoder* decoder : decoders) EXPECT_GT(inputs_of[decoder->name], 16) << decoder->name;
}

TEST(Differential, AsksEveryQuestionOfTheOracleThatConcernsTheDecoders) {
  fence();
  Differential differential(saboteur("sab_surrogate_all"), {});
  for (const Bytes& units : inputs(400)) EXPECT_FALSE(differential.ask_oracle(units).has_value());
}

}  // namespace
}  // namespace placemat
