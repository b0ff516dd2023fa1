// Each divergence by an input that can be checked by hand, and the comparison
// itself against oracles with planted errors: the comparison must report them.
#include "harness/oracle/divergence.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const OracleQuestion& question(std::string_view name) {
  const OracleQuestion* found = find_oracle_question(name);
  if (found == nullptr) throw std::runtime_error("no such question");
  return *found;
}

std::vector<std::string_view> ids_for(std::string_view name, std::string_view hex) {
  const OracleResult outcome = compare(question(name), parse_hex(hex));
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    if (outcome.explained_by[i]) ids.push_back(divergences()[i].id);
  }
  EXPECT_EQ(outcome.agreement, ids.empty() ? Agreement::kAgreed : Agreement::kDiverged)
      << outcome.text;
  return ids;
}

TEST(Divergences, AreNumberedInOrderAndGiveReasonAndLink) {
  ASSERT_EQ(divergences().size(), kDivergenceCount);
  for (std::size_t i = 0; i < kDivergenceCount; ++i) {
    const Divergence& row = divergences()[i];
    EXPECT_EQ(row.id, fmt::format("ICU-{}", i + 1));
    EXPECT_NE(find_oracle_question(row.question), nullptr) << row.id;
    EXPECT_FALSE(row.reason.empty()) << row.id;
    EXPECT_TRUE(row.link.starts_with("https://")) << row.id;
  }
}

TEST(Divergences, CesuSurrogates) {
  constexpr std::string_view kName = "icu:ucnv-cesu-8";
  EXPECT_THAT(ids_for(kName, "ED A0 81 ED B0 80"), IsEmpty());  // U+10400, UTR 26
  EXPECT_THAT(ids_for(kName, "ED A0 80"), ElementsAre("ICU-1"));
  EXPECT_THAT(ids_for(kName, "ED B0 80"), ElementsAre("ICU-1"));
  EXPECT_THAT(ids_for(kName, "ED B0 80 ED A0 80"), ElementsAre("ICU-1"));
  EXPECT_THAT(ids_for(kName, "ED B0"), ElementsAre("ICU-1"));
  EXPECT_THAT(ids_for(kName, "ED A0"), IsEmpty());  // both: one subpart of two units
  EXPECT_THAT(ids_for(kName, "ED A0 80 ED"), ElementsAre("ICU-1"));
}

TEST(Divergences, CesuFourUnitForms) {
  constexpr std::string_view kName = "icu:ucnv-cesu-8";
  EXPECT_THAT(ids_for(kName, "F0 90 80 80"), ElementsAre("ICU-2"));
  EXPECT_THAT(ids_for(kName, "F0 90 41"), ElementsAre("ICU-2"));
  EXPECT_THAT(ids_for(kName, "F0 41"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "F0"), ElementsAre("ICU-2"));  // truncated, according to ICU
  EXPECT_THAT(ids_for(kName, "FF F0"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "F5 80"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "F0 90 80 80 ED A0 80"), ElementsAre("ICU-1", "ICU-2"));
}

TEST(Divergences, ModifiedUtf8) {
  constexpr std::string_view kName = "icu:u_strFromJavaModifiedUTF8WithSub";
  EXPECT_THAT(ids_for(kName, "C0 80"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "00"), ElementsAre("ICU-3"));
  EXPECT_THAT(ids_for(kName, "C0 81"), ElementsAre("ICU-4"));
  EXPECT_THAT(ids_for(kName, "C1 BF"), ElementsAre("ICU-4"));
  EXPECT_THAT(ids_for(kName, "E0 80 80"), ElementsAre("ICU-4"));
  EXPECT_THAT(ids_for(kName, "E0 9F BF"), ElementsAre("ICU-4"));
  EXPECT_THAT(ids_for(kName, "E0 A0 80"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "F0 90"), ElementsAre("ICU-5"));
  EXPECT_THAT(ids_for(kName, "F0"), IsEmpty());
  EXPECT_THAT(ids_for(kName, "ED A0 80"), IsEmpty());  // a lone surrogate is a UTF-16 unit
  EXPECT_THAT(ids_for(kName, "ED A0"), ElementsAre("ICU-6"));
  // One replacement more and one less: the two answers are equal.
  EXPECT_THAT(ids_for(kName, "ED A0 F0 90"), IsEmpty());
}

TEST(Divergences, ModifiedUtf8SkipsInputThatReadsPastTheEnd) {
  constexpr std::string_view kName = "icu:u_strFromJavaModifiedUTF8WithSub";
  EXPECT_THAT(ids_for(kName, "F0 9F 98 80 F0 9F 98 80"), ElementsAre("ICU-5"));
  EXPECT_THAT(ids_for(kName, "F0 9F 98 80 F0 9F 98 80 F0 9F 98 80"), ElementsAre("ICU-7"));
  EXPECT_THAT(ids_for(kName, "41 F0 9F 98 80 41 F0 9F 98 80 41 F0 9F 98 80"), ElementsAre("ICU-5"));
  // Safe in the first round of the loop, and not in the second.
  const std::string six_forms =
      "F0 9F 98 80 F0 9F 98 80 F0 9F 98 80 F0 9F 98 80 F0 9F 98 80 F0 9F 98 80";
  EXPECT_THAT(ids_for(kName, "C3A9 41 41 41 41 41 41 41 41 41 41" + six_forms),
              ElementsAre("ICU-7"));
  // ASCII at the start is not part of the round.
  EXPECT_THAT(ids_for(kName, "41 41 41 41 41 41 41 41 41" + six_forms), ElementsAre("ICU-7"));
  EXPECT_THAT(ids_for(kName, "C3A9 41 41 41 41 41 41 41 41 41 F0 9F 98 80 F0 9F 98 80"),
              ElementsAre("ICU-5"));
}

// Returns the answer that it is given.
class Liar final : public Oracle {
 public:
  explicit Liar(IcuAnswer opinion) : opinion_(opinion) {}
  IcuAnswer ask(ByteView) override { return opinion_; }

 private:
  IcuAnswer opinion_;
};

const std::vector<std::uint64_t> kLetter{0x41};
const std::vector<std::uint64_t> kReplaced{0xFFFD};
constexpr Profile kUtf8{};
constexpr Profile kCesu8{DialectId::kCesu8, PolicyId::kMaximalSubpart, Bom::kKeep};

constexpr Tells kAll{true, true, true, true};

template <class Make>
OracleResult outcome_of(Make make, std::string_view hex, std::string_view name = "test:liar",
                        const Profile& profile = kUtf8) {
  const OracleQuestion asked{name, "", profile, kAll, make};
  return compare(asked, parse_hex(hex));
}

std::unique_ptr<Oracle> lie(Oracle::IcuAnswer opinion) { return std::make_unique<Liar>(opinion); }

TEST(Comparison, ReportsEveryKindOfDifference) {
  const auto right = outcome_of([] { return lie({false, kReplaced, 0, 1, false}); }, "FF");
  EXPECT_EQ(right.agreement, Agreement::kAgreed) << right.text;

  const auto verdict = outcome_of([] { return lie({true, kReplaced, {}, {}, {}}); }, "FF");
  EXPECT_EQ(verdict.agreement, Agreement::kUnexplained);
  const auto values = outcome_of([] { return lie({false, kLetter, 0, 1, false}); }, "FF");
  EXPECT_EQ(values.agreement, Agreement::kUnexplained);
  const auto no_values = outcome_of([] { return lie({false, {}, 0, 1, false}); }, "FF");
  EXPECT_EQ(no_values.agreement, Agreement::kUnexplained);
  const auto offset = outcome_of([] { return lie({false, kReplaced, 1, 1, false}); }, "FF");
  EXPECT_EQ(offset.agreement, Agreement::kUnexplained);
  const auto no_offset = outcome_of([] { return lie({false, kReplaced, {}, 1, false}); }, "FF");
  EXPECT_EQ(no_offset.agreement, Agreement::kUnexplained);
  const auto length = outcome_of([] { return lie({false, kReplaced, 0, 2, false}); }, "FF");
  EXPECT_EQ(length.agreement, Agreement::kUnexplained);
  const auto at_end = outcome_of([] { return lie({false, kReplaced, 0, 1, true}); }, "FF");
  EXPECT_EQ(at_end.agreement, Agreement::kUnexplained);
  const auto rejects = outcome_of([] { return lie({false, kLetter, 0, 1, false}); }, "41");
  EXPECT_EQ(rejects.agreement, Agreement::kUnexplained);
}

TEST(Comparison, StatesBothAnswers) {
  const auto outcome = outcome_of([] { return lie({true, kLetter, {}, {}, {}}); }, "41 C3");
  EXPECT_EQ(outcome.text,
            "test:liar [41 C3]: the law: ill-formed at 1, length 1, at the end: 41 FFFD; "
            "ICU: well-formed: 41");
}

// A divergence states how ICU differs, not only where.
TEST(Comparison, AnotherDifferenceThanTheDocumentedOneIsUnexplained) {
  const auto outcome = outcome_of([] { return lie({true, kLetter, {}, {}, {}}); }, "ED A0 80",
                                  "icu:ucnv-cesu-8", kCesu8);
  EXPECT_EQ(outcome.agreement, Agreement::kUnexplained);
  EXPECT_THAT(outcome.text, HasSubstr("ICU-1 applies and does not explain it"));
}

TEST(Comparison, AgreementWhereADivergenceAppliesIsUnexplained) {
  const auto outcome = outcome_of([] { return lie({false, kReplaced, 0, 3, true}); }, "ED A0 80",
                                  "icu:ucnv-cesu-8", kCesu8);
  EXPECT_EQ(outcome.agreement, Agreement::kUnexplained);
  EXPECT_THAT(outcome.text, HasSubstr("ICU-1 applies and does not explain it"));
}

TEST(OracleTally, CountsAndKeepsTheFirstExamples) {
  const OracleQuestion& cesu = question("icu:ucnv-cesu-8");
  OracleTally tally(cesu);
  EXPECT_THAT(never_observed({{tally}}), IsEmpty());  // nothing compared, nothing missed
  tally.count({});
  EXPECT_THAT(never_observed({{tally}}), ElementsAre("ICU-1", "ICU-2"));
  tally.count({Agreement::kDiverged, 0b01, {}});
  tally.count({Agreement::kDiverged, 0b11, {}});
  for (int i = 0; i < 15; ++i) tally.count({Agreement::kUnexplained, {}, fmt::format("a{}", i)});

  OracleTally later(cesu);
  for (int i = 0; i < 15; ++i) later.count({Agreement::kUnexplained, {}, fmt::format("b{}", i)});
  tally.merge(later);
  EXPECT_EQ(tally.asked, 33u);
  EXPECT_EQ(tally.agreed, 1u);
  EXPECT_EQ(tally.unexplained, 30u);
  EXPECT_EQ(tally.diverged[0], 2u);
  EXPECT_EQ(tally.diverged[1], 1u);
  ASSERT_EQ(tally.examples.size(), OracleTally::kMaxExamples);
  EXPECT_EQ(tally.examples[14], "a14");
  EXPECT_EQ(tally.examples[19], "b4");
  EXPECT_THAT(never_observed({{tally}}), IsEmpty());
}

}  // namespace
}  // namespace placemat
