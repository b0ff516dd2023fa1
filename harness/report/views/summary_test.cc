#include "harness/report/views/summary.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/fixture.h"
#include "harness/report/views/table.h"

namespace placemat {
namespace {

using fixture::add;
using testing::HasSubstr;
using testing::Not;

TEST(Summary, ShowsVerdictGridAndFindings) {
  const std::string text = render_summary(fixture::report());
  EXPECT_THAT(text, testing::StartsWith("1 of 3 decoders conforms"));
  EXPECT_THAT(
      text, HasSubstr("alpha        .      .      .      .      .      .      .      .      .\n"));
  EXPECT_THAT(
      text, HasSubstr("beta         .      A      .      .      .      .      .      .      .\n"));
  EXPECT_THAT(
      text, HasSubstr("gamma        .      .      q      .      .      -      .      .      .\n"));
  EXPECT_THAT(text, HasSubstr("judged as what they do not claim"));
  EXPECT_THAT(text, HasSubstr("  A accepted what is ill-formed\n"));
  EXPECT_THAT(text, Not(HasSubstr("crashed")));  // only the glyphs that are used
  EXPECT_THAT(text, HasSubstr("placemat replay beta 'C0 AF'"));
  EXPECT_THAT(text, HasSubstr("not run: random"));
  EXPECT_THAT(text, HasSubstr("gamma: an entry without a reason"));
}

// What no class is the reason of has a column, which a table without it does not have.
TEST(Summary, ACallHasAColumnOfItsOwn) {
  Report report = fixture::report();
  EXPECT_THAT(render_summary(report), Not(HasSubstr(" calls\n")));
  DecoderResult& alpha = report.subjects[0];
  add(alpha, fixture::finding(alpha, Kind::kKeepsState, ErrorClass::kFeFf, "FE"));
  EXPECT_THAT(
      render_summary(report),
      HasSubstr("alpha        .      .      .      .      .      .      .      .      .      ~\n"));
}

// Columns have numbers where their names do not fit beside the names of the decoders.
TEST(Summary, ManyColumnsAndLongNamesFitALine) {
  Report report = fixture::report();
  report.subjects[0].decoder = "a_decoder_with_a_rather_long_name_indeed";
  const std::string text = render_summary(report);
  for (const std::string& line : fixture::lines_of(text)) {
    const bool is_of_table = line.starts_with("a_decoder") || line.starts_with("  1 well-formed");
    EXPECT_LE(is_of_table ? line.size() : 0, kTextWidth) << line;
  }
  EXPECT_THAT(text, HasSubstr("1 well-formed, 2 overlong,"));
}

TEST(Summary, IsColoredOnlyOnRequest) {
  EXPECT_THAT(render_summary(fixture::report()), Not(HasSubstr("\x1B")));
  EXPECT_THAT(render_summary(fixture::report(), {true, 10}), HasSubstr("\x1B[1;31mA\x1B[0m"));
}

TEST(Summary, NewFindingsComeFirstAndTheRestIsCounted) {
  Report report = fixture::report();
  DecoderResult& gamma = report.subjects[2];
  for (int i = 0; i < 12; ++i) {
    add(gamma,
        fixture::finding(gamma, Kind::kCrash, ErrorClass::kFeFf, "FE " + std::to_string(10 + i)));
  }
  const std::string text = render_summary(report, {false, 5});
  EXPECT_THAT(text, HasSubstr("and 9 more, 8 of them new"));  // 1 + 12 new, 1 expected
  EXPECT_THAT(text, Not(HasSubstr("  q known")));
  EXPECT_THAT(render_summary(report, {false, 100}), Not(HasSubstr("more,")));
}

// The gravest of all decoders first, although alpha comes before beta.
TEST(Summary, TheWorstFindingComesFirst) {
  Report report = fixture::report();
  DecoderResult &alpha = report.subjects[0], &beta = report.subjects[1];
  add(alpha, fixture::finding(alpha, Kind::kWrongErrorOffset, ErrorClass::kTruncated, "C3"));
  add(alpha, fixture::finding(alpha, Kind::kWrongEncoding, ErrorClass::kNone, "41"));
  add(beta, fixture::finding(beta, Kind::kCrash, ErrorClass::kFeFf, "FE"));
  const std::string text = render_summary(report);
  std::size_t before = 0;
  for (const char* kind : {"beta crash:", "beta accepts-overlong:", "alpha wrong-encoding:",
                           "alpha wrong-error-offset:", "gamma wrong-replacement-count:"}) {
    const std::size_t at = text.find(kind);
    ASSERT_NE(at, std::string::npos) << kind;
    EXPECT_GT(at, before) << kind;
    before = at;
  }
}

// A command is one line whatever the width, so that it can be copied.
TEST(Summary, FitsANarrowTerminal) {
  Report report = fixture::report();
  report.subjects[0].decoder = "a_decoder_with_a_rather_long_name";
  report.header.isolation = {"one measure that takes more words than a narrow line can hold",
                             "NOT in force: another measure that takes as many words again"};
  for (const std::size_t width : {60u, 80u}) {
    set_text_width(width);
    const std::string text = render_summary(report);
    set_text_width(kTextWidth);
    for (const std::string& line : fixture::lines_of(text)) {
      if (line.starts_with("      placemat ")) continue;
      EXPECT_LE(line.size(), width) << line;
    }
    EXPECT_THAT(text, HasSubstr("1 well-formed, 2 overlong,"));
    EXPECT_THAT(text, HasSubstr("beta"));
  }
}

TEST(Summary, OnlyTheVerdictOnRequest) {
  const std::string text = render_summary(fixture::report(), {.only_verdict = true});
  EXPECT_THAT(text, testing::StartsWith("1 of 3 decoders conforms"));
  EXPECT_THAT(text, Not(HasSubstr("expected ill-formed")));
}

TEST(Summary, ControlCharactersOfADecoderAreEscaped) {
  Report report = fixture::report();
  Finding& finding = report.subjects[1].findings[0];
  report.subjects[1].decoder = finding.decoder = "beta\x1B[2J";
  finding.seen = "\x07\x1B]0;x\n" + std::string(1000, 'x');
  const std::string text = render_summary(report);
  EXPECT_THAT(text, Not(HasSubstr("\x1B")));
  EXPECT_THAT(text, Not(HasSubstr("\x07")));
  EXPECT_THAT(text, Not(HasSubstr(std::string(100, 'x'))));
}

TEST(Summary, OfAnEmptyReportIsShort) {
  EXPECT_THAT(render_summary({}), testing::StartsWith("No decoder was judged.\n"));
}

TEST(Summary, JsonHasTheSameContent) {
  const auto json = nlohmann::json::parse(render_summary_json(fixture::report()));
  EXPECT_FALSE(json.at("clean"));
  EXPECT_TRUE(json.at("complete"));
  ASSERT_EQ(json.at("decoders").size(), 4u);
  EXPECT_EQ(json.at("decoders")[1].at("decoder"), "beta");
  EXPECT_EQ(json.at("decoders")[1].at("new"), 1);
  EXPECT_EQ(json.at("decoders")[2].at("findings"), 1);
  EXPECT_EQ(json.at("decoders")[2].at("new"), 0);
  EXPECT_FALSE(json.at("decoders")[3].at("claimed"));
}

TEST(Summary, DoesNotDependOnTheOrderOfWork) {
  Report report = fixture::report();
  const std::string text = render_summary(report), json = render_summary_json(report);
  std::reverse(report.subjects.begin(), report.subjects.end());
  EXPECT_EQ(render_summary(report), text);
  EXPECT_EQ(render_summary_json(report), json);
}

TEST(Summary, OfManyRowsOnlyThoseWithFindingsAreShown) {
  Report report = fixture::report();
  for (int i = 0; i < 60; ++i) {
    report.subjects.push_back(
        fixture::subject("right" + std::to_string(100 + i), fixture::kProfile, true));
  }
  const std::string text = render_summary(report, {});
  EXPECT_THAT(text, HasSubstr("and 61 others with everything as expected\n"));
  EXPECT_THAT(text, HasSubstr("\nbeta "));
  EXPECT_THAT(text, Not(HasSubstr("\nright")));
}

TEST(Summary, ShowsExternalDecodersAndWhatWasNotTested) {
  Report report = fixture::report();
  const std::string several = render_summary(report, {});
  EXPECT_THAT(several, HasSubstr("2 entry points of 2 products in 2 languages"));
  EXPECT_THAT(several,
              HasSubstr("not asked:  pads of characters of 4 units: it has none (gamma)\n"));
  report.externals.erase(report.externals.begin());
  const std::string one = render_summary(report, {});
  EXPECT_THAT(one, HasSubstr("\nidentified: of no known profile; nearest is"));
  EXPECT_THAT(one, HasSubstr("\nmachine:    a machine of 2 states"));
}

}  // namespace
}  // namespace placemat
