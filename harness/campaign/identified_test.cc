// The comparison of an explanation with the findings of an audit.
#include "harness/campaign/identified.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Identity plain_utf8() {
  Identity identity;
  identity.explained = identity.is_complete = identity.knows_policy = true;
  identity.profiles = {"utf-8/maximal-subpart/keep"};
  identity.description = describe(parse_profile(identity.profiles.front()), identity.knows_policy);
  identity.sentence = sentence_of(identity.description);
  identity.inputs_to_name = 9;
  identity.inputs_to_confirm = 6769;
  return identity;
}

ExternalRecord record_of(const Identity& identity) {
  ExternalRecord record;
  add_identity(record, identity);
  return record;
}

Finding finding(const std::string& operation, const std::string& minimal,
                const std::string& conditions = "", Kind kind = Kind::kAcceptsIllFormed) {
  Finding finding;
  finding.operation = operation;
  finding.minimal = minimal;
  finding.conditions = conditions;
  finding.kind = kind;
  return finding;
}

InputObservation accepted(std::vector<std::uint64_t> values) {
  InputObservation seen;
  seen.strict_known = seen.accepts = seen.strict_has_values = true;
  seen.strict_values = std::move(values);
  return seen;
}

TEST(AddFindings, AsksWhatNeedsNoPresentation) {
  const std::vector<SingleQuestion> questions = questions_of(
      {finding("strict32", "F0 8F BF BF"), finding("strict32", "E2|82"),
       finding("validate", "C0 80", "a NUL behind"), finding("length32", "80"),
       finding("strict32", "41*20", "", Kind::kCrash), finding("validate", "41*9 80"),
       finding("strict32", "41", "", Kind::kNondeterministic), finding("no operation", "80")});
  ASSERT_EQ(questions.size(), 2u);
  EXPECT_EQ(questions[0].operation, Operation::kStrict32);
  EXPECT_EQ(to_spaced_hex(questions[0].units), "F0 8F BF BF");
  EXPECT_EQ(questions[1].operation, Operation::kValidate);
  EXPECT_EQ(questions[1].units.size(), 10u);
}

TEST(AddFindings, AFindingThatContradictsTheExplanationIsStated) {
  const Identity identity = plain_utf8();
  ExternalRecord record = record_of(identity);
  EXPECT_TRUE(record.explained);
  EXPECT_EQ(record.not_asked, kNeverAsked);
  const auto questions = questions_of({finding("strict32", "F0 8F BF BF")});
  EXPECT_TRUE(add_answers(record, identity, questions, {accepted({0xFFFF})}));
  EXPECT_FALSE(record.explained);
  EXPECT_FALSE(record.is_complete);
  EXPECT_EQ(record.unexplained, 1u);
  EXPECT_EQ(record.contradicted, 1u);
  ASSERT_EQ(record.against.size(), 1u);
  EXPECT_EQ(record.against[0].units, "F0 8F BF BF");
  EXPECT_EQ(record.against[0].seen, "well-formed: FFFF");
  EXPECT_EQ(record.against[0].expected, "ill-formed");
  EXPECT_THAT(record.reason, StartsWith("a finding contradicts it: F0 8F BF BF gives "));
  EXPECT_THAT(record.reason, HasSubstr("instead of ill-formed"));
  EXPECT_THAT(record.sentence,
              StartsWith("accepts: others such as F0 8F BF BF; refuses: nothing "));
}

// Some decoders answer otherwise when the same units come as a stream.
TEST(AddFindings, AContradictionOfAStreamSaysSo) {
  const Identity identity = plain_utf8();
  ExternalRecord record = record_of(identity);
  const auto questions = questions_of({finding("stream-strict", "F0 8F BF BF")});
  EXPECT_TRUE(add_answers(record, identity, questions, {accepted({0xFFFF})}));
  EXPECT_THAT(record.reason, HasSubstr("it: to a stream, F0 8F BF BF gives "));
}

TEST(AddFindings, AnExplainedFindingChangesNothing) {
  const Identity identity = plain_utf8();
  ExternalRecord record = record_of(identity);
  const auto questions = questions_of({finding("strict32", "C2 80")});
  EXPECT_FALSE(add_answers(record, identity, questions, {accepted({0x80})}));
  EXPECT_TRUE(record.explained);
  EXPECT_TRUE(record.against.empty());
}

TEST(AddFindings, AFindingThatIsKnownToContradictIsNotCountedAgain) {
  const Identity identity = plain_utf8();
  ExternalRecord record = record_of(identity);
  const auto questions = questions_of({finding("strict32", "C0 80"), finding("validate", "C0 80")});
  const std::vector<InputObservation> seen{accepted({0}), accepted({0})};
  EXPECT_TRUE(add_answers(record, identity, questions, seen));
  EXPECT_EQ(record.unexplained, 1u);
  EXPECT_FALSE(add_answers(record, identity, questions, seen));
  EXPECT_EQ(record.unexplained, 1u);
}

TEST(AddFindings, ADecoderThatWasSeenToDifferIsNotExplained) {
  ExternalRecord record = record_of(plain_utf8());
  EXPECT_FALSE(add_unstable(record, {finding("strict32", "80")}));
  EXPECT_TRUE(record.explained);
  EXPECT_TRUE(add_unstable(record, {finding("lossy32", "E2 82", "", Kind::kNondeterministic)}));
  EXPECT_FALSE(record.explained);
  EXPECT_FALSE(record.is_complete);
  EXPECT_EQ(record.reason, "answers differ between two identical questions: E2 82");
}

}  // namespace
}  // namespace placemat
