#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/bytes/error.h"
#include "harness/report/views/explanation.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Dialect& utf8() { return dialect(DialectId::kUtf8); }
constexpr Profile kDefault{};

Bytes units(std::string_view text) { return parse_units(text).bytes; }

Part good(std::size_t offset, std::size_t length, std::uint64_t value) {
  return {offset, length, value};
}
Part bad(std::size_t offset, std::size_t length, ErrorClass error_class) {
  return {offset, length, std::nullopt, error_class};
}

Explanation explained(std::string_view text, std::vector<const Decoder*> decoders = {}) {
  return explain(read_question(text, nullptr), decoders, nullptr);
}

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

// ---- the units ----

TEST(ExplainParts, EuroSign) {
  EXPECT_THAT(parts_of(units("E2 82 AC"), utf8()), ElementsAre(good(0, 3, 0x20AC)));
}

TEST(ExplainParts, OverlongSlash) {
  EXPECT_THAT(
      parts_of(units("C0 AF"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kOverlong), bad(1, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, HighSurrogate) {
  EXPECT_THAT(
      parts_of(units("ED A0 80"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kSurrogate), bad(1, 1, ErrorClass::kLoneContinuation),
                  bad(2, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, BeyondTheLastCodePoint) {
  EXPECT_THAT(
      parts_of(units("F4 90 80 80"), utf8()),
      ElementsAre(bad(0, 1, ErrorClass::kBeyond10FFFF), bad(1, 1, ErrorClass::kLoneContinuation),
                  bad(2, 1, ErrorClass::kLoneContinuation),
                  bad(3, 1, ErrorClass::kLoneContinuation)));
}

TEST(ExplainParts, InterruptedAndTruncated) {
  EXPECT_THAT(parts_of(units("E2 82 41 E2 82"), utf8()),
              ElementsAre(bad(0, 2, ErrorClass::kInterrupted), good(2, 1, 0x41),
                          bad(3, 2, ErrorClass::kTruncated)));
}

TEST(ExplainParts, UnitOfAnotherDialect) {
  const std::vector<Part> parts = parts_of(units("F0"), dialect(DialectId::kCesu8));
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_TRUE(parts[0].is_foreign);
  EXPECT_FALSE(parts_of(units("FF"), dialect(DialectId::kCesu8))[0].is_foreign);
}

TEST(ExplainParts, EmptyInput) { EXPECT_THAT(parts_of({}, utf8()), IsEmpty()); }

// ---- the law ----

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

// ---- the trace ----

TEST(ExplainTrace, ValueOfEuroSignNarrows) {
  const std::vector<Step> steps = trace(units("E2 82 AC"), kDefault);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].before, "start");
  EXPECT_EQ(steps[0].after, "after E2, next 80..BF");
  EXPECT_EQ(steps[0].reach, (Step::Reach{0x2000, 0x2FFF}));
  EXPECT_EQ(steps[1].before, "after E2, next 80..BF");
  EXPECT_EQ(steps[1].after, "after E2 82, next 80..BF");
  EXPECT_EQ(steps[1].reach, (Step::Reach{0x2080, 0x20BF}));
  EXPECT_EQ(steps[2].after, "start");
  EXPECT_EQ(steps[2].reach, std::nullopt);
  EXPECT_THAT(steps[2].emitted, ElementsAre(0x20ACu));
  EXPECT_EQ(steps[3].symbol, Machine::kEnd);
  EXPECT_THAT(steps[3].emitted, IsEmpty());
}

TEST(ExplainTrace, RangeAfterNarrowedRow) {
  const std::vector<Step> steps = trace(units("E0 A0 80 F4 8F"), kDefault);
  EXPECT_EQ(steps[0].after, "after E0, next A0..BF");
  EXPECT_EQ(steps[0].reach, (Step::Reach{0x800, 0xFFF}));
  EXPECT_EQ(steps[3].after, "after F4, next 80..8F");
  EXPECT_EQ(steps[3].reach, (Step::Reach{0x100000, 0x10FFFF}));
  EXPECT_EQ(steps[4].reach, (Step::Reach{0x10F000, 0x10FFFF}));
  EXPECT_THAT(steps[5].emitted, ElementsAre(0xFFFDu));
  EXPECT_THAT(steps[5].error_classes, ElementsAre(ErrorClass::kTruncated));
}

TEST(ExplainTrace, ClassesOfTheLeads) {
  const std::vector<Step> steps = trace(units("C0 C2 E0 41 FE"), kDefault);
  EXPECT_EQ(steps[0].class_text, "C0..C1");
  EXPECT_EQ(steps[1].class_text, "C2..DF");
  EXPECT_EQ(steps[2].class_text, "E0");
  EXPECT_EQ(steps[3].class_text, "00..7F");
  EXPECT_EQ(steps[4].class_text, "FE..FF");
}

TEST(ExplainTrace, OneUnitEndsTwoSubparts) {
  const std::vector<Step> steps = trace(units("ED A0 80"), kDefault);
  EXPECT_THAT(steps[0].emitted, IsEmpty());
  EXPECT_THAT(steps[1].emitted, ElementsAre(0xFFFDu, 0xFFFDu));
  EXPECT_THAT(steps[1].error_classes,
              ElementsAre(ErrorClass::kSurrogate, ErrorClass::kLoneContinuation));
  EXPECT_THAT(steps[2].emitted, ElementsAre(0xFFFDu));
  EXPECT_THAT(steps[2].error_classes, ElementsAre(ErrorClass::kLoneContinuation));
}

TEST(ExplainTrace, ALeadAfterALeadIsNotYetAnError) {
  const std::vector<Step> steps = trace(units("E2 C3 A9"), kDefault);
  EXPECT_THAT(steps[1].error_classes, ElementsAre(ErrorClass::kInterrupted));
  EXPECT_THAT(steps[1].emitted, ElementsAre(0xFFFDu));
  EXPECT_EQ(steps[1].after, "after C3, next 80..BF");
  EXPECT_THAT(steps[2].emitted, ElementsAre(0xE9u));
}

TEST(ExplainTrace, RejectStops) {
  const std::vector<Step> steps =
      trace(units("41 C0 42"), {DialectId::kUtf8, PolicyId::kReject, Bom::kKeep});
  EXPECT_THAT(steps[0].emitted, ElementsAre(0x41u));
  EXPECT_EQ(steps[1].after, "stopped");
  EXPECT_THAT(steps[2].emitted, IsEmpty());
}

TEST(ExplainTrace, EmptyInputHasOnlyAnEnd) {
  const std::vector<Step> steps = trace({}, kDefault);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].symbol, Machine::kEnd);
}

// ---- the decoders ----

// Claims UTF-8 and accepts everything as well-formed.
const Decoder& credulous() {
  static const Decoder decoder = [] {
    Decoder d{};
    d.abi_version = PLACEMAT_ABI_VERSION;
    d.struct_size = sizeof(Decoder);
    d.name = "credulous";
    d.version = "1";
    d.origin = "written for this test";
    d.dialect = "utf-8";
    d.policy = "reject";
    d.bom = "keep";
    d.validate = [](const std::uint8_t*, std::size_t) { return 1; };
    return d;
  }();
  return decoder;
}

// The same verdict, from a decoder that claims the dialect.
const Decoder& lenient() {
  static const Decoder decoder = [] {
    Decoder d = credulous();
    d.name = "lenient";
    d.dialect = "utf-8-overlong";
    return d;
  }();
  return decoder;
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

// ---- questions ----

std::string message_of(std::string_view text) {
  try {
    read_question(text, nullptr);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ExplainQuestion, ErrorsNamePlaceAndRemedy) {
  EXPECT_THAT(message_of("C0 A"), HasSubstr("column 4: odd number"));
  EXPECT_THAT(message_of("C0 GA"), HasSubstr("column 4: 'G' is no hex digit"));
  EXPECT_THAT(message_of("zz"), HasSubstr("column 1"));
  EXPECT_THAT(message_of("overlong/nothing"), HasSubstr("no vector 'overlong/nothing'"));
  EXPECT_THAT(message_of("x|utf-8/maximal-subpart/keep|odd-kind|C0"), HasSubstr("odd-kind"));
  EXPECT_THAT(message_of("x|utf-9/skip/keep|crash|C0"), HasSubstr("utf-9"));
  EXPECT_THAT(message_of("x|utf-8/skip/keep|wrong-encoding|encode, 2 units expected, 3 written"),
              HasSubstr("encoder"));
}

TEST(ExplainQuestion, FindingKey) {
  const ExplainQuery question = read_question(
      "x|cesu-8/per-byte/keep|depends-on-chunks|C3|A9, in 2 chunks, with capacity 0", nullptr);
  EXPECT_EQ(question.units, parse_units("C3|A9"));
  EXPECT_EQ(to_text(question.profile), "cesu-8/per-byte/keep");
  ASSERT_TRUE(question.finding);
  EXPECT_EQ(question.finding->decoder, "x");
  EXPECT_EQ(question.finding->kind, Kind::kDependsOnChunks);
  EXPECT_EQ(question.finding->conditions, "in 2 chunks, with capacity 0");
}

TEST(ExplainQuestion, AFindingIsReplayed) {
  const Explanation e =
      explained("tutorial_lenient|utf-8/maximal-subpart/keep|accepts-overlong|C0 AF");
  ASSERT_TRUE(e.finding);
  EXPECT_THAT(e.finding->failures, Not(IsEmpty()));
  EXPECT_THAT(to_text(e, false), HasSubstr("accepts-overlong"));
}

Corpus one_vector() {
  Corpus corpus;
  Vector vector;
  vector.id = "theme/slash";
  vector.theme = "theme";
  vector.comment = "The slash in two code units";
  vector.clause = "Unicode 3.9, D92";
  vector.units = parse_units("C0 AF");
  vector.flags = {"a-flag"};
  vector.outcome = outcome_of(vector.units.bytes);
  corpus.vectors.push_back(vector);
  corpus.flags["a-flag"] = {"a-flag", "accepts-overlong", "", "What it is", "What it affects", "",
                            {},       {"CVE-1"}};
  return corpus;
}

TEST(ExplainCorpus, VectorsWithTheSameUnitsAreNamed) {
  const Corpus corpus = one_vector();
  for (const auto* text : {"C0 AF", "theme/slash"}) {
    const std::string out = to_text(explain(read_question(text, &corpus), {}, &corpus), false);
    EXPECT_THAT(out, HasSubstr("theme/slash"));
    EXPECT_THAT(out, HasSubstr("The slash in two code units"));
    EXPECT_THAT(out, HasSubstr("What it affects"));
    EXPECT_THAT(out, HasSubstr("CVE-1"));
  }
  const ExplainQuery other = read_question("C0 AE", &corpus);
  EXPECT_THAT(to_text(explain(other, {}, &corpus), false), Not(HasSubstr("theme/slash")));
}

TEST(ExplainCorpus, ThemeIsNoQuestion) {
  Corpus corpus = one_vector();
  corpus.themes["theme"] = {"theme", "what it is about"};
  try {
    read_question("theme", &corpus);
    FAIL() << "it was taken for code units";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("placemat corpus show theme"));
  }
}

// ---- the renderings ----

TEST(ExplainText, MarksIllFormedUnits) {
  const std::string out = to_text(explained("41 C0 AF"), false);
  EXPECT_THAT(out, HasSubstr("  unit   41         C0         AF\n"
                             "                    ^^         ^^\n"
                             "  bits   0'1000001  110'00000  10'101111\n"
                             "  role   ASCII      ill-formed ill-formed\n"
                             "  value  U+0041\n"));
  EXPECT_THAT(out, HasSubstr("^^ at 1, length 1  overlong"));
}

TEST(ExplainText, CountsEqualErrors) {
  EXPECT_THAT(to_text(explained("F4 90 80 80"), false),
              HasSubstr("^^ at 1, length 1, 3 times  lone-continuation"));
}

TEST(ExplainText, TellsWrongDecodersFromOtherDialects) {
  const std::string out = to_text(explained("C0 AF", {&credulous(), &lenient()}), false);
  EXPECT_THAT(out, HasSubstr("  ! credulous  utf-8/reject           not what it claims\n"
                             "      validate       accepts-"));
  EXPECT_THAT(out, HasSubstr(": expected ill-formed; seen well-formed\n"
                             "  ~ lenient    utf-8-overlong/reject  right by its own dialect\n"));
}

TEST(ExplainText, ShowsChunks) {
  const std::string out = to_text(explained("C3|A9||41|"), false);
  EXPECT_THAT(out, HasSubstr("  unit   C3           |A9          ||41|\n"));
  EXPECT_THAT(out, HasSubstr("in 5 chunks"));
}

TEST(ExplainText, CompressesRuns) {
  const std::string out = to_text(explained("61*63 FF"), false);
  EXPECT_THAT(out, HasSubstr("61*63"));
  EXPECT_THAT(out, HasSubstr("FE..FF"));
}

TEST(ExplainText, EscapesControlCharacters) {
  EXPECT_THAT(to_text(explained("1B 5B 33 31 6D"), false), Not(HasSubstr("\x1b")));
}

void expect_fits(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << '[' << line << ']';
  }
}

TEST(ExplainText, FitsATerminal) {
  const std::vector<const Decoder*> all(decoders().begin(), decoders().end());
  for (const auto* text : {"", "C3|A9||41", "61*300 FF 80*300 C3*90"}) {
    expect_fits(to_text(explained(text, all), false));
  }
}

TEST(ExplainText, FitsATerminalInEveryDialect) {
  for (const Dialect& dialect : dialects()) {
    for (const auto* text : {"C0 AF E2 C0 E2 82 C3 41", "ED A0 80 ED B0 80", "F4 90 80 80",
                             "FE 83 BF BF BF BF BF FF 80 80 80 80 81 80 80 FF 80 80"}) {
      for (const PolicyId policy :
           {PolicyId::kReject, PolicyId::kPerRun, PolicyId::kPerDeclaredLength}) {
        ExplainQuery question = read_question(text, nullptr);
        question.profile = {dialect.id, policy, Bom::kKeep};
        expect_fits(to_text(explain(question, {}, nullptr), false));
      }
    }
  }
}

TEST(ExplainText, LongInputIsCut) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "41 C3 A9 ";
  const std::string out = to_text(explained(text + "FF"), false);
  EXPECT_LT(std::ranges::count(out, '\n'), 400);
  EXPECT_THAT(out, HasSubstr("at 9000, length 1  fe-ff"));
}

TEST(ExplainText, ColourOnlyOnRequest) {
  EXPECT_THAT(to_text(explained("C0 AF"), false), Not(HasSubstr("\x1b")));
  EXPECT_THAT(to_text(explained("C0 AF"), true), HasSubstr("\x1b[31m"));
}

TEST(ExplainJson, HasEverySection) {
  const auto json = nlohmann::json::parse(to_json(explained("E2 82 AC C0", {&credulous()})));
  EXPECT_EQ(json["units"], "E2 82 AC C0");
  EXPECT_EQ(json["parts"][0]["value"], "20AC");
  EXPECT_EQ(json["parts"][1]["fault"], "overlong");
  EXPECT_EQ(json["law"]["dialects"]["utf-8"]["error"]["offset"], 3);
  EXPECT_EQ(json["law"]["dialects"]["utf-8"]["values_before"], "20AC");
  EXPECT_EQ(json["law"]["policies"]["maximal-subpart"]["values"], "20AC FFFD");
  EXPECT_EQ(json["steps"].size(), 5u);
  EXPECT_EQ(json["steps"][1]["lowest"], "2080");
  EXPECT_EQ(json["decoders"][0]["accordance"], "wrong");
  EXPECT_EQ(json["oracles"].size(), oracle_questions().size());
}

}  // namespace
}  // namespace placemat
