// The law agrees with ICU and with the grammar; a law with one faulty transition does not.
#include "harness/certify/law_check.h"

#include <gmock/gmock.h>

#include "harness/bytes/parallel.h"

namespace placemat {
namespace {

TEST(LawCheck, LawOfUtf8IsTheGrammarOfTheRfcForEveryPolicyAndBomRule) {
  for (const Policy& policy : policies()) {
    for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) {
      const CertificateItem item = compare_with_grammar({DialectId::kUtf8, policy.id, bom});
      EXPECT_EQ(item.result, item_result::kEstablished) << policy.name;
      EXPECT_GE(item.comparisons, 9u);
    }
  }
}

// Each of these accepts more than RFC 3629, the last one less.
TEST(LawCheck, GrammarRefutesEveryOtherLawWithTheShortestString) {
  const auto refuted_by = [](DialectId dialect) {
    return compare_with_grammar(machine({dialect, PolicyId::kReject, Bom::kKeep})).refuted_by;
  };
  EXPECT_EQ(refuted_by(DialectId::kUtf8Overlong), "C0 80");
  EXPECT_EQ(refuted_by(DialectId::kWtf8), "ED A0 80");
  EXPECT_EQ(refuted_by(DialectId::kUtf8Lenient21), "C0 80");
  EXPECT_EQ(refuted_by(DialectId::kUtf8Rfc2279), "ED A0 80");
  EXPECT_EQ(refuted_by(DialectId::kUtf8mb3), "F0 90 80 80");
}

TEST(LawCheck, GrammarIsForItsOwnDialectOnly) {
  EXPECT_EQ(compare_with_grammar(Profile{DialectId::kUtf1}).result, item_result::kNotApplicable);
}

TEST(LawCheck, IcuAgreesOnShortStrings) {
  const CertificateItem item = compare_with_icu({}, {.length = 2, .threads = 2});
  EXPECT_EQ(item.result, item_result::kEstablished) << item.seen;
  EXPECT_EQ(item.comparisons % 65793, 0u);  // 1 + 256 + 65536, by each question
  EXPECT_THAT(item.claim, testing::HasSubstr("0 to 2 units"));
}

TEST(LawCheck, BytePlanesAgreeOnShortStrings) {
  const CertificateItem item = compare_with_planes({}, {.length = 3, .threads = 2});
  EXPECT_EQ(item.result, item_result::kEstablished) << item.seen;
  EXPECT_EQ(item.comparisons, 256u + 65'536 + 16'777'216);
  EXPECT_THAT(item.claim, testing::HasSubstr("1 to 3 units"));
}

// Laws that differ in what they accept, and one that differs in its replacements only.
TEST(LawCheck, BytePlanesRefuteEveryOtherLawWithAShortestString) {
  const auto refuted = [](const Profile& profile) {
    return compare_any_with_planes(profile, {.length = 4, .threads = 2});
  };
  EXPECT_EQ(refuted({DialectId::kUtf8Overlong}).refuted_by, "C0 80");
  EXPECT_EQ(refuted({DialectId::kWtf8}).refuted_by, "ED A0");
  EXPECT_EQ(refuted({DialectId::kUtf8mb3}).refuted_by, "F0 90");
  const CertificateItem item = refuted({DialectId::kUtf8, PolicyId::kPerByte});
  EXPECT_EQ(item.result, item_result::kRefused);
  EXPECT_EQ(item.refuted_by, "E0 A0");
  EXPECT_EQ(item.expected, "ill-formed at 0, length 2: FFFD");
  EXPECT_EQ(item.seen, "ill-formed at 0, length 2: FFFD FFFD");
}

TEST(LawCheck, BytePlanesAreOfOneProfileOnly) {
  EXPECT_EQ(compare_with_planes(Profile{DialectId::kWtf8}, {}).result, item_result::kNotApplicable);
}

TEST(LawCheck, StoppedComparisonIsUnfinished) {
  const std::atomic<bool> stop{true};
  EXPECT_EQ(compare_with_planes({}, {.length = 2, .threads = 1, .stop = &stop}).result,
            item_result::kUnfinished);
  EXPECT_EQ(compare_with_icu({}, {.length = 2, .threads = 1, .stop = &stop}).result,
            item_result::kUnfinished);
}

TEST(LawCheck, IcuIsNotAskedAboutWhatItDoesNotHave) {
  EXPECT_EQ(compare_with_icu(Profile{DialectId::kUtf1}, {}).result, item_result::kNotApplicable);
}

}  // namespace
}  // namespace placemat
