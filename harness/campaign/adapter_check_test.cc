#include "harness/campaign/adapter_check.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/isolation/hostile_fixture.h"

namespace placemat {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A child that decodes text and does `at_error` at each unit $unit that it cannot decode: it
// extends $values, or gives another $answer and leaves the loop.
std::vector<CheckLine> check_child(const std::string& at_error, const std::string& mode = "lossy") {
  const std::string script = R"(
    read line
    echo 'hello {"name":"told","modes":[")" +
                             mode +
                             R"("]}'
    while read -r n mode hex; do
      values=; answer=ok
      case $hex in
        C3A9) values=' E9'; hex=;;
        E282AC) values=' 20AC'; hex=;;
        F09F9880) values=' 1F600'; hex=;;
      esac
      if [ ${#hex} -gt 4000 ]; then hex=; fi
      eval "$broken"
      while [ -n "$hex" ]; do
        unit=${hex:0:2}; hex=${hex:2}
        if [[ $unit < 80 ]]; then values+=" $unit"; else )" +
                             at_error + R"(; fi
      done
      if [ "$answer" = ok ]; then echo "$n ok$values"; else echo "$n $answer"; fi
    done)";
  ExternalOptions options;
  options.command = {"bash", "-c", script};
  options.no_isolation = true;
  options.limits.call_ms = 5000;
  return check_adapter(ExternalDecoder(options));
}

// What the check says of the ill-formed text that every decoder gets.
std::vector<std::string> notes_on(const std::vector<CheckLine>& lines) {
  std::vector<std::string> notes;
  for (const CheckLine& line : lines) {
    const bool is_ill_formed = line.units.find("C3 42") != std::string::npos ||
                               line.units.find("80 4") != std::string::npos;
    if (is_ill_formed && !line.failure) notes.push_back(line.note);
  }
  return notes;
}

CheckLine right(Operation operation, const char* units, bool is_plain) {
  return {operation, units, is_plain, std::nullopt, "", ""};
}

CheckLine wrong(Operation operation, const char* units, bool is_plain) {
  return {operation, units, is_plain, Failure{Kind::kWrongValue, "41", "65"}, "", ""};
}

TEST(AdapterCheck, IsSoundWhenAllAnswersAreRight) {
  EXPECT_EQ(outcome_of({right(Operation::kStrict32, "41", true)}), kSoundAdapter);
}

TEST(AdapterCheck, IsBrokenWhenAllPlainAnswersOfOneOperationAreWrong) {
  CheckLine first = wrong(Operation::kLossy32, "41", true);
  first.advice = "values are printed in decimal; hex is wanted";
  const std::vector<CheckLine> lines{right(Operation::kStrict32, "41", true), first,
                                     wrong(Operation::kLossy32, "61", true),
                                     right(Operation::kLossy32, "C3 A9", false)};
  EXPECT_EQ(why_unfit(lines),
            "lossy32 of '41' gives 65 where 41 is due: values are printed in decimal; hex is "
            "wanted");
  EXPECT_EQ(outcome_of(lines), "the adapter is broken: " + why_unfit(lines));
}

TEST(AdapterCheck, NamesTheFirstWrongAnswerWhenPlainTextIsRight) {
  CheckLine nothing = wrong(Operation::kStrict32, "", false);
  const std::vector<CheckLine> lines{right(Operation::kStrict32, "41", true), nothing,
                                     wrong(Operation::kStrict32, "C3 A9", false)};
  EXPECT_EQ(why_unfit(lines), "");
  EXPECT_EQ(outcome_of(lines), "wrong: strict32 (nothing): expected 41, seen 65");
}

TEST(AdapterCheck, HasNothingToSayOfAReplacement) {
  const auto lines = check_child("values+=' FFFD'");
  EXPECT_EQ(outcome_of(lines), kSoundAdapter);
  EXPECT_THAT(notes_on(lines), ElementsAre("", "", ""));
}

TEST(AdapterCheck, CannotTellAValueFromARawUnitThatIsNotMarked) {
  EXPECT_THAT(notes_on(check_child("values+=\" $unit\"")),
              ElementsAre(HasSubstr("has to say raw:C3"), HasSubstr("has to say raw:E0"),
                          HasSubstr("the decoder takes the unit for U+0080, or it hands out the "
                                    "unit, for which the adapter has to say raw:80")));
  EXPECT_THAT(notes_on(check_child("values+=\" raw:$unit\"")), ElementsAre("", "", ""));
}

TEST(AdapterCheck, CannotTellADecoderThatThrowsFromAnAdapterThatDoes) {
  const std::string mute = "answer='error - -'; break";
  const std::string explained = "answer='error - - invalid unit, from codepoints'; break";
  const std::string with_offset = "answer='error 1 -'; break";
  for (const std::string mode : {"strict", "lossy"}) {
    EXPECT_THAT(notes_on(check_child(mute, mode)), Each(HasSubstr("names what refused"))) << mode;
    EXPECT_THAT(notes_on(check_child(explained, mode)), Each("")) << mode;
    EXPECT_THAT(notes_on(check_child(with_offset, mode)), Each("")) << mode;
  }
  // A verdict has no reason to give.
  EXPECT_THAT(notes_on(check_child(mute + "; values=", "verdict")), Each(""));
}

TEST(AdapterCheck, CannotTellADecoderThatStopsFromAnAdapterThatCuts) {
  EXPECT_THAT(notes_on(check_child("break")), Each(HasSubstr("ends before the input does")));
  // An error that takes the next unit with it is no cut.
  EXPECT_THAT(notes_on(check_child("values+=' FFFD'; hex=${hex:2}")), Each(""));
}

TEST(AdapterCheck, CannotTellWhatUnsupportedHides) {
  EXPECT_THAT(notes_on(check_child("answer=unsupported; break")),
              Each(HasSubstr("the adapter hides its answer")));
}

// The error of the first operation leaves it without an answer for all text that follows.
TEST(AdapterCheck, ControlsWithoutAnAnswerAreNotRight) {
  const auto lines = check_child("answer='error 1 -'; broken='answer=unsupported;hex='; break",
                                 "strict\",\"lossy");
  const auto is_open = [](const CheckLine& line) {
    return !line.failure && line.note.find("it is no longer asked") != std::string::npos;
  };
  const auto has_open = [&](Operation operation, const std::string& units) {
    return std::ranges::any_of(lines, [&](const CheckLine& line) {
      return line.operation == operation && line.units == units && is_open(line);
    });
  };
  EXPECT_TRUE(has_open(Operation::kStrict32, "C3 A9 after 41 C3 42 43 44 45 46 47 48"));
  EXPECT_FALSE(has_open(Operation::kStrict32, "C3 A9"));
  EXPECT_TRUE(has_open(Operation::kLossy32, "C3 A9"));
  EXPECT_TRUE(has_open(Operation::kLossy32, "41"));
}

// The adapter takes its own end marker off a replacement whose last unit the marker has replaced.
TEST(AdapterCheck, FindsRawUnitsThatTheInputDoesNotHave) {
  const auto lines = check_child("values+=' raw:EFBF'");
  EXPECT_THAT(outcome_of(lines), HasSubstr("expected raw units of the input only, seen 41 raw:EFBF "
                                           "42 43 44 45 46 47 48; the adapter cuts"));
}

TEST(AdapterCheck, FindsAnErrorThatIsNotForgotten) {
  const auto lines = check_child("answer='error 1 -'; broken='answer=error;hex='; break", "strict");
  EXPECT_THAT(outcome_of(lines), HasSubstr("C3 A9 after 41 C3 42"));
  EXPECT_EQ(outcome_of(check_child("answer='error 1 -'; break", "strict")), kSoundAdapter);
}

// A child that answers a text of 16,384 letters and one of 65,536 after these seconds.
std::vector<CheckLine> check_slow_child(const std::string& shorter, const std::string& longer) {
  ExternalOptions options;
  options.command = {"bash", "-c", R"(
    read line
    echo 'hello {"name":"slow","modes":["verdict"]}'
    while read -r n mode hex; do
      case ${#hex} in
        32768) sleep )" + shorter + R"(;;
        131072) sleep )" + longer + R"(;;
      esac
      echo "$n ok"
    done)"};
  options.no_isolation = true;
  return check_adapter(ExternalDecoder(options));
}

TEST(AdapterCheck, SaysWhenTheTimeGrowsByMoreThanTheLength) {
  constexpr const char* kNote = "the time grows by more than the length";
  const auto is_noted = [&](const std::vector<CheckLine>& lines) {
    return std::ranges::any_of(lines, [&](const CheckLine& line) {
      return line.units == "41*65536" && line.note.find(kNote) != std::string::npos;
    });
  };
  EXPECT_TRUE(is_noted(check_slow_child("0", "2")));
  EXPECT_FALSE(is_noted(check_slow_child("0.2", "0.4")));
  EXPECT_FALSE(is_noted(check_slow_child("0", "0")));
}

TEST(AdapterCheck, AsksPlugInsToo) {
  ExternalOptions options;
  options.plugin = kHostile;
  const auto lines = check_adapter(ExternalDecoder(options));
  EXPECT_EQ(outcome_of(lines), kSoundAdapter);
  EXPECT_THAT(notes_on(lines), testing::AllOf(testing::Not(IsEmpty()), Each("")));
}

TEST(AdapterCheck, LeavesIllFormedTextToTheAuditWhereItOnlyLooksForABrokenAdapter) {
  ExternalOptions options;
  options.command = {"bash", "-c",
                     "read line; echo 'hello {\"name\":\"told\",\"modes\":[\"lossy\"]}'; "
                     "while read -r n mode hex; do echo \"$n ok\"; done"};
  options.no_isolation = true;
  for (const CheckLine& line : check_well_formed(ExternalDecoder(options))) {
    EXPECT_THAT(line.note, IsEmpty());
    EXPECT_THAT(line.units, testing::Not(HasSubstr("80 41")));
  }
}

}  // namespace
}  // namespace placemat
