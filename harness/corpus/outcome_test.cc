#include "harness/corpus/outcome.h"

#include <gmock/gmock.h>

#include <functional>
#include <vector>

#include "harness/bytes/error.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

VectorOutcome outcome(const std::string& hex) { return outcome_of(parse_hex(hex)); }

std::string emitted(const Policy& policy, const std::string& hex) {
  return values_to_text(values_under(policy, outcome(hex), parse_hex(hex)));
}

// Typed by hand from Table 3-7 and D93b.
TEST(VectorOutcome, HasTheValuesAndEveryMaximalSubpart) {
  const VectorOutcome mixed = outcome("41 E2 82 C0 AF C3 A9 F0 90");
  EXPECT_FALSE(mixed.well_formed());
  EXPECT_EQ(values_to_text(mixed.values), "41 E9");
  EXPECT_THAT(mixed.errors, ElementsAre(Extent{1, 2}, Extent{3, 1}, Extent{4, 1}, Extent{7, 2}));
  EXPECT_TRUE(mixed.incomplete);
  EXPECT_FALSE(outcome("E2 82 41").incomplete);
  EXPECT_FALSE(outcome("E2 82 FF").incomplete);
  EXPECT_FALSE(outcome("E2 82 80 FF").incomplete);

  const VectorOutcome good = outcome("EF BB BF C3 A9");
  EXPECT_TRUE(good.well_formed());
  EXPECT_FALSE(good.incomplete);
  EXPECT_EQ(values_to_text(good.values), "FEFF E9");
  EXPECT_EQ(outcome(""), VectorOutcome{});
}

// Typed by hand from the definition of each policy.
TEST(ValuesUnder, EachPolicy) {
  const auto of = [](PolicyId id) { return emitted(policy(id), "41 E2 82 C0 AF C3 A9 F8 80 80"); };
  EXPECT_EQ(of(PolicyId::kReject), "41");
  EXPECT_EQ(of(PolicyId::kMaximalSubpart), "41 FFFD FFFD FFFD E9 FFFD FFFD FFFD");
  EXPECT_EQ(of(PolicyId::kPerByte), "41 FFFD FFFD FFFD FFFD E9 FFFD FFFD FFFD");
  EXPECT_EQ(of(PolicyId::kPerDeclaredLength), "41 FFFD FFFD FFFD E9 FFFD FFFD FFFD");
  EXPECT_EQ(of(PolicyId::kLegacyTrail), "41 FFFD FFFD E9 FFFD");
  EXPECT_EQ(of(PolicyId::kPerRun), "41 FFFD E9 FFFD");
  EXPECT_EQ(of(PolicyId::kSkip), "41 E9");
  EXPECT_EQ(of(PolicyId::kRuneerror80), "41 80 80 80 80 E9 80 80 80");
}

TEST(ValuesUnder, PoliciesThatConsumeTheAnnouncedUnits) {
  const Policy& declared = policy(PolicyId::kPerDeclaredLength);
  EXPECT_EQ(emitted(declared, "ED A0 80"), "FFFD");
  EXPECT_EQ(emitted(declared, "ED A0 80 80"), "FFFD FFFD");
  EXPECT_EQ(emitted(declared, "E0 80 41"), "FFFD 41");
  EXPECT_EQ(emitted(declared, "F0 80 C3 A9"), "FFFD E9");
  EXPECT_EQ(emitted(declared, "C0 80"), "FFFD FFFD");
  const Policy& legacy = policy(PolicyId::kLegacyTrail);
  EXPECT_EQ(emitted(legacy, "C0 80 80"), "FFFD FFFD");
  EXPECT_EQ(emitted(legacy, "F8 88 80 80 80 80"), "FFFD FFFD");
  EXPECT_EQ(emitted(legacy, "C0 C0 80"), "FFFD FFFD");
}

// A new row of the policy table is the whole cost of a policy.
TEST(ValuesUnder, PolicyOutsideOfTheTable) {
  Policy question{"question-per-run", "", false, '?', Policy::Count::kPerRun, Swallow::kNothing};
  EXPECT_EQ(emitted(question, "41 E2 82 C0 AF C3 A9 FF"), "41 3F E9 3F");
  question.swallow = Swallow::kAnnouncedOf1993;
  question.count = Policy::Count::kPerSubpart;
  EXPECT_EQ(emitted(question, "41 E2 82 C0 AF C3 A9 FF"), "41 3F 3F E9 3F");
  question.count = Policy::Count::kPerUnit;
  EXPECT_EQ(emitted(question, "41 E2 82 C0 AF"), "41 3F 3F 3F");
}

// Every string of up to five of these units: both ends of each range that Table
// 3-7 distinguishes, and leads of every bit pattern.
TEST(ValuesUnder, EveryPolicyEqualsTheReferenceDecoderOnEveryShortString) {
  const Bytes units = parse_hex("41 80 8F 90 9F A0 BF C0 C2 E0 E1 ED F0 F1 F4 F5 F8 FC FE");
  Bytes bytes;
  Answer law;
  std::size_t compared = 0;
  const auto compare = [&] {
    const VectorOutcome outcome = outcome_of(bytes);
    for (const Policy& policy : policies()) {
      reference_decode(bytes, {DialectId::kUtf8, policy.id, Bom::kKeep}, law);
      ASSERT_EQ(values_under(policy, outcome, bytes), law.values)
          << policy.name << " of " << to_hex(bytes);
      const auto first = outcome.well_formed() ? std::nullopt : std::optional(outcome.errors[0]);
      ASSERT_EQ(first, law.error ? std::optional(Extent{law.error->offset, law.error->length})
                                 : std::nullopt)
          << to_hex(bytes);
      ++compared;
    }
  };
  const std::function<void(std::size_t)> extend = [&](std::size_t more) {
    compare();
    if (more == 0 || testing::Test::HasFatalFailure()) return;
    for (const std::uint8_t unit : units) {
      bytes.push_back(unit);
      extend(more - 1);
      bytes.pop_back();
    }
  };
  extend(4);
  // The announced length of five and six units, and one unit more.
  for (const char* hex : {"F8 88 80 80 80 80", "FC 84 80 80 80 80 80", "FC 84 80 80 80 41 80",
                          "F8 88 80 80 C3 A9", "FB BF BF BF BF BF BF", "FD BF BF BF BF BF BF BF"}) {
    bytes = parse_hex(hex);
    compare();
  }
  EXPECT_EQ(compared,
            policies().size() * (1 + 19 + 19 * 19 + 19 * 19 * 19 + 19 * 19 * 19 * 19 + 6));
}

TEST(Extents, RoundTrip) {
  std::vector<Extent> extents = {{1, 2}, {3, 1}, {9, 3}};
  EXPECT_EQ(extents_to_text(extents), "1+2 3+1 9+3");
  EXPECT_EQ(parse_extents("1+2 3+1 9+3"), extents);
  extents.clear();
  for (std::size_t i = 0; i < 8; ++i) extents.push_back({4 + i, 1});
  extents.push_back({13, 1});
  EXPECT_EQ(extents_to_text(extents), "4+1*8 13+1");
  EXPECT_EQ(parse_extents("4+1*8 13+1"), extents);
  EXPECT_EQ(extents_to_text(std::span(extents).first(7)), "4+1 5+1 6+1 7+1 8+1 9+1 10+1");
  EXPECT_EQ(parse_extents("0+2*2"), (std::vector<Extent>{{0, 2}, {2, 2}}));
  EXPECT_THAT(parse_extents(""), IsEmpty());
}

TEST(Extents, OfAnotherShapeAreRejected) {
  for (const char* bad : {"1", "+1", "1+", "1+1*", "1+1*0", "1+1*99999", "1+1,2+1", "-1+1", "1 + 1",
                          "99999999+1", "1+99999999", "18446744073709551616+1", "0+1*2x", "A+1"}) {
    EXPECT_THROW(parse_extents(bad), InputError) << bad;
  }
  try {
    parse_extents("0+1 x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("column 5: not an extent"));
  }
}

}  // namespace
}  // namespace placemat
