#include "harness/fuzz/engine/behaviour.h"

#include <gmock/gmock.h>

#include <set>

namespace placemat {
namespace {

using Features = std::set<std::uint16_t>;

constexpr std::size_t kSize = 1 << 12;
const Profile kProfile{DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kKeep};

// The features of one strict call that is answered as the law says.
Features features_of(Behaviour& behaviour, const Bytes& units, Presentation how = {}) {
  Law law(kProfile, false);
  const Expectation& expected = law.about(units);
  Observation seen;
  seen.count = expected.values_before_error;
  if (expected.error) {
    seen.status = PLACEMAT_ILL_FORMED;
    seen.error_offset = expected.error->offset;
    seen.error_length = expected.error->length;
  }
  std::vector<std::uint16_t> features;
  behaviour.begin(units, features);
  behaviour.observe(units, how, expected, seen, features);
  return {features.begin(), features.end()};
}

bool adds(const Features& more, const Features& to) { return !std::ranges::includes(to, more); }

TEST(Behaviour, FeaturesAreBelowTheSize) {
  Behaviour behaviour(machine(kProfile), kSize);
  Bytes units;
  for (int i = 0; i < 5000; ++i) units.push_back(static_cast<std::uint8_t>(i * 7));
  for (const std::uint16_t feature : features_of(behaviour, units)) EXPECT_LT(feature, kSize);
}

TEST(Behaviour, AnotherTransitionOffsetCutOrHistoryIsNew) {
  Behaviour behaviour(machine(kProfile), kSize);
  const Features plain = features_of(behaviour, {'a', 0xC3, 0xA9});
  EXPECT_TRUE(adds(features_of(behaviour, {'a', 0xC3, 'a'}), plain));
  EXPECT_TRUE(adds(features_of(behaviour, {'a', 'a', 0xC3, 0xA9}), plain));
  Presentation cut;
  cut.operation = Operation::kStreamStrict;
  cut.cuts = {2};
  Presentation elsewhere = cut;
  elsewhere.cuts = {1};
  EXPECT_TRUE(adds(features_of(behaviour, {'a', 0xC3, 0xA9}, cut),
                   features_of(behaviour, {'a', 0xC3, 0xA9}, elsewhere)));
  Presentation after = cut;
  after.set_prelude(Bytes{0xE2}, Ending::kReset);
  EXPECT_TRUE(adds(features_of(behaviour, {'a', 0xC3, 0xA9}, after),
                   features_of(behaviour, {'a', 0xC3, 0xA9}, cut)));
}

TEST(Behaviour, ForgottenAnswersDoNotCount) {
  Behaviour behaviour(machine(kProfile), kSize);
  const Bytes units{'a', 0xC3, 'a'};
  std::set<Features> seen, independent;
  for (const Bytes& before : {Bytes{}, Bytes{'a', 'a', 'a', 'a'}, Bytes{0xFF}}) {
    features_of(behaviour, before);
    seen.insert(features_of(behaviour, units));
    features_of(behaviour, before);
    behaviour.forget_last();
    independent.insert(features_of(behaviour, units));
  }
  EXPECT_GT(seen.size(), 1u);
  EXPECT_EQ(independent.size(), 1u);
}

TEST(Behaviour, KnowsWhichTransitionsOfTheLawWereTaken) {
  const Machine& law = machine(kProfile);
  Behaviour behaviour(law, kSize);
  EXPECT_EQ(std::ranges::count(behaviour.taken(), 1), 0);
  features_of(behaviour, {0xC3, 0xA9});
  // C3 at the start, A9 behind it, and the end at the start.
  EXPECT_EQ(std::ranges::count(behaviour.taken(), 1), 3);
  const std::size_t classes = law.classes().size() + 1;
  EXPECT_EQ(behaviour.taken().at(law.class_of(0xC3)), 1);
  EXPECT_EQ(behaviour.taken().at(classes - 1), 1);
}

}  // namespace
}  // namespace placemat
