#include "harness/campaign/explain.h"

#include <gmock/gmock.h>

#include <map>

#include "harness/campaign/explain_fixture.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

using fixture::credulous;
using fixture::explained;
using fixture::lenient;

std::string dialect_answer(const Explanation& e, std::string_view name) {
  for (const auto& [dialect, answer] : e.dialects) {
    if (dialect->name == name) return verdict_text(answer);
  }
  return "no such dialect";
}

std::map<std::string, std::string> emitted_by_policy(const Explanation& e) {
  std::map<std::string, std::string> emitted;
  for (const auto& [policy, answer] : e.policies) {
    if (!policy->stops) emitted[std::string(policy->name)] = values_or_nothing(answer.values);
  }
  return emitted;
}

TEST(ExplainLaw, OverlongSlashInEachDialect) {
  const Explanation e = explained("C0 AF");
  for (const auto* name : {"utf-8", "utf-8-2279", "plan9-1992", "plan9-modern", "cesu-8", "mutf-8",
                           "wtf-8", "utf8mb3", "utf-8-extended", "utf-8-perl"}) {
    EXPECT_EQ(dialect_answer(e, name), "ill-formed at 0, length 1") << name;
  }
  EXPECT_EQ(dialect_answer(e, "utf-8-lenient21"), "well-formed: 2F");
  EXPECT_EQ(dialect_answer(e, "utf-8-overlong"), "well-formed: 2F");
  // C0 leads three units there, and AF may follow it.
  EXPECT_EQ(dialect_answer(e, "fss-utf-xopen"), "ill-formed at 0, length 2");
  // 100 + (C0 - A1) * 190 + (AF - A0 + 5E), in the radix of UTF-1.
  EXPECT_EQ(dialect_answer(e, "utf-1"), "well-formed: 186F");
}

TEST(ExplainLaw, SurrogateInEachDialect) {
  const Explanation e = explained("ED A0 80");
  EXPECT_EQ(dialect_answer(e, "utf-8"), "ill-formed at 0, length 1");
  EXPECT_EQ(dialect_answer(e, "utf-8-2279"), "well-formed: D800");
  EXPECT_EQ(dialect_answer(e, "wtf-8"), "well-formed: D800");
  EXPECT_EQ(dialect_answer(e, "cesu-8"), "ill-formed at 0, length 3");
}

TEST(ExplainLaw, PoliciesCountDifferently) {
  EXPECT_THAT(
      emitted_by_policy(explained("C0 AF")),
      ElementsAre(std::pair("legacy-trail", "FFFD"), std::pair("maximal-subpart", "FFFD FFFD"),
                  std::pair("per-byte", "FFFD FFFD"),
                  // C0 is no lead of the dialect, so it announces nothing.
                  std::pair("per-declared-length", "FFFD FFFD"), std::pair("per-run", "FFFD"),
                  std::pair("runeerror-80", "80 80"), std::pair("skip", "nothing")));
  EXPECT_THAT(emitted_by_policy(explained("F4 90 80 80")),
              ElementsAre(std::pair("legacy-trail", "FFFD"),
                          std::pair("maximal-subpart", "FFFD FFFD FFFD FFFD"),
                          std::pair("per-byte", "FFFD FFFD FFFD FFFD"),
                          std::pair("per-declared-length", "FFFD"), std::pair("per-run", "FFFD"),
                          std::pair("runeerror-80", "80 80 80 80"), std::pair("skip", "nothing")));
}

TEST(ExplainLaw, EmptyInputIsWellFormedEverywhere) {
  const Explanation e = explained("");
  for (const auto& [dialect, answer] : e.dialects) {
    EXPECT_EQ(verdict_text(answer), "well-formed: nothing") << dialect->name;
  }
}

const Decoder& shy() {
  static const Decoder decoder = [] {
    Decoder d = credulous();
    d.name = "shy";
    d.validate = [](const std::uint8_t*, std::size_t) { return -1; };
    return d;
  }();
  return decoder;
}

TEST(ExplainDecoders, DistinguishesWrongFromAnotherDialect) {
  const Explanation e = explained("C0 AF", {&credulous(), &lenient(), &shy()});
  EXPECT_EQ(e.decoders[0].agreement, AnswerAgreement::kWrong);
  ASSERT_EQ(e.decoders[0].failures.size(), 1u);
  EXPECT_EQ(e.decoders[0].failures[0].operation, Operation::kValidate);
  EXPECT_EQ(e.decoders[1].agreement, AnswerAgreement::kOtherDialect);
  EXPECT_THAT(e.decoders[1].failures, IsEmpty());
  EXPECT_EQ(e.decoders[2].agreement, AnswerAgreement::kSilent);
}

TEST(ExplainDecoders, WhereTheLawsAgreeTheDecodersAgree) {
  const Explanation e = explained("E2 82 AC", {&credulous(), &lenient()});
  EXPECT_EQ(e.decoders[0].agreement, AnswerAgreement::kAgrees);
  EXPECT_EQ(e.decoders[1].agreement, AnswerAgreement::kAgrees);
}

TEST(ExplainDecoders, AnswersOfACorrectDecoder) {
  const Decoder* branchy = find_decoder("branchy");
  ASSERT_NE(branchy, nullptr);
  const Explanation e = explained("E2 82 AC C0 AF", {branchy});
  EXPECT_EQ(e.decoders[0].agreement, AnswerAgreement::kAgrees);
  EXPECT_THAT(e.decoders[0].outputs,
              ElementsAre(DecoderOutput{Operation::kStrict32, "ill-formed at 3, length 1"},
                          DecoderOutput{Operation::kLossy32, "20AC FFFD FFFD"}));
}

TEST(ExplainDecoders, ChunksAreGivenToStreams) {
  const Decoder* branchy = find_decoder("branchy");
  ASSERT_NE(branchy, nullptr);
  const Explanation e = explained("C3|A9||41", {branchy});
  EXPECT_THAT(e.question.units.cuts, ElementsAre(1u, 2u, 2u));
  EXPECT_THAT(e.decoders[0].outputs,
              ElementsAre(DecoderOutput{Operation::kStrict32, "well-formed: E9 41"},
                          DecoderOutput{Operation::kLossy32, "E9 41"},
                          DecoderOutput{Operation::kStreamStrict, "well-formed: E9 41"},
                          DecoderOutput{Operation::kStreamLossy, "E9 41"}));
}

TEST(ExplainDecoders, AHistoricDecoderAnswersInItsDialect) {
  const Decoder* thompson = find_decoder("thompson_1992");
  ASSERT_NE(thompson, nullptr);
  const Explanation e = explained("ED A0 80", {thompson});
  EXPECT_EQ(e.decoders[0].agreement, AnswerAgreement::kOtherDialect);
}

TEST(ExplainOracle, EveryQuestionIsAskedAndListed) {
  for (const auto* text : {"C0 AF", "ED A0 80", "F4 90 80 80", "E2 82 AC", ""}) {
    const Explanation e = explained(text);
    EXPECT_EQ(e.oracles.size(), oracle_questions().size());
    for (const OracleAnswer& answer : e.oracles) {
      EXPECT_NE(answer.oracle_result.agreement, Agreement::kUnexplained)
          << answer.oracle_result.text;
    }
  }
}

TEST(ExplainQuestion, AFindingIsReplayed) {
  const Explanation e =
      explained("tutorial_lenient|utf-8/maximal-subpart/keep|accepts-overlong|C0 AF");
  ASSERT_TRUE(e.finding);
  EXPECT_THAT(e.finding->failures, Not(IsEmpty()));
  EXPECT_EQ(e.finding->failures[0].failure.kind, Kind::kAcceptsOverlong);
}

}  // namespace
}  // namespace placemat
