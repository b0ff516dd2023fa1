// What the theorem demands of a suite: access strings that reach every state, and a string in
// common that tells any two states apart. The reference decoder gives the answers.
#include "harness/certify/complete_suite.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace placemat {
namespace {

const Profile kUtf8{};

// What an observer sees of `units` after `access`.
std::int64_t shown(const Profile& profile, Feature feature, const Bytes& access,
                   const Bytes& units) {
  Bytes all = access;
  all.insert(all.end(), units.begin(), units.end());
  const Answer answer = reference_decode(all, profile);
  if (feature == Feature::kVerdict) return answer.error ? 1 : 0;
  const Answer before = reference_decode(access, profile);
  return static_cast<std::int64_t>(answer.values.size()) -
         static_cast<std::int64_t>(before.values.size());
}

void expect_complete(const Profile& profile, Feature feature) {
  const CompleteSuite suite(profile, feature);
  ASSERT_EQ(suite.access().size(), suite.states());
  for (std::size_t s = 0; s < suite.states(); ++s) {
    CompleteSuite::State state = 0;
    for (const std::uint8_t unit : suite.access()[s]) state = suite.after(state, unit);
    EXPECT_EQ(state, s);
    for (std::size_t t = 0; t < s; ++t) {
      const auto& of_s = suite.suffixes(static_cast<CompleteSuite::State>(s));
      const auto& of_t = suite.suffixes(static_cast<CompleteSuite::State>(t));
      EXPECT_TRUE(std::ranges::any_of(of_s,
                                      [&](const Bytes& word) {
                                        return std::ranges::find(of_t, word) != of_t.end() &&
                                               shown(profile, feature, suite.access()[s], word) !=
                                                   shown(profile, feature, suite.access()[t], word);
                                      }))
          << to_text(profile) << ": " << to_spaced_hex(suite.access()[s]) << " and "
          << to_spaced_hex(suite.access()[t]);
    }
  }
}

TEST(CompleteSuite, TellsAnyTwoStatesApart) {
  for (const Dialect& dialect : dialects()) {
    for (const Policy& policy : policies()) {
      const Profile profile{dialect.id, policy.id, Bom::kKeep};
      expect_complete(profile, Feature::kVerdict);
      if (!policy.stops) expect_complete(profile, Feature::kValueCount);
    }
  }
  expect_complete({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kStripLeading},
                  Feature::kValueCount);
}

TEST(CompleteSuite, EveryStringIsAskedOnItsOwnToo) {
  const CompleteSuite suite(kUtf8, Feature::kValueCount);
  for (std::size_t s = 0; s < suite.states(); ++s) {
    EXPECT_THAT(suite.suffixes(static_cast<CompleteSuite::State>(s)), testing::Contains(Bytes{}));
  }
}

// Table 3-7: the start, after C2..DF, E0, E1..EC, ED, F0, F1..F3 and F4; for the verdict also a
// state that is never left, reached by 80.
TEST(CompleteSuite, AccessStringsOfUtf8AreTheLeadsOfTable37) {
  const std::vector<Bytes> leads{{}, {0xC2}, {0xE0}, {0xE1}, {0xED}, {0xF0}, {0xF1}, {0xF4}};
  EXPECT_THAT(CompleteSuite(kUtf8, Feature::kValueCount).access(),
              testing::UnorderedElementsAreArray(leads));
  std::vector<Bytes> with_error = leads;
  with_error.push_back({0x80});
  EXPECT_THAT(CompleteSuite(kUtf8, Feature::kVerdict).access(),
              testing::UnorderedElementsAreArray(with_error));
}

// 8 (1 + 256 + 65536), by hand.
TEST(CompleteSuite, CountsTheStatesOfItsFaultDomain) {
  const CompleteSuite suite(kUtf8, Feature::kValueCount);
  EXPECT_EQ(suite.most_states(0), 8u);
  EXPECT_EQ(suite.most_states(1), 2056u);
  EXPECT_EQ(suite.most_states(2), 526344u);
}

}  // namespace
}  // namespace placemat
