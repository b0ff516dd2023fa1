#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/campaign/explain_fixture.h"
#include "harness/report/views/explanation.h"

namespace placemat {
namespace {

using fixture::credulous;
using fixture::explained;
using fixture::lenient;
using testing::HasSubstr;
using testing::Not;

TEST(ExplainText, NamesTheKindOfAFindingThatIsReplayed) {
  const Explanation e =
      explained("tutorial_lenient|utf-8/maximal-subpart/keep|accepts-overlong|C0 AF");
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
  EXPECT_EQ(json["parts"][1]["error_class"], "overlong");
  EXPECT_EQ(json["law"]["dialects"]["utf-8"]["error"]["offset"], 3);
  EXPECT_EQ(json["law"]["dialects"]["utf-8"]["values_before"], "20AC");
  EXPECT_EQ(json["law"]["policies"]["maximal-subpart"]["values"], "20AC FFFD");
  EXPECT_EQ(json["steps"].size(), 5u);
  EXPECT_EQ(json["steps"][1]["lowest"], "2080");
  EXPECT_EQ(json["decoders"][0]["agreement"], "wrong");
  EXPECT_EQ(json["oracles"].size(), oracle_questions().size());
}

}  // namespace
}  // namespace placemat
