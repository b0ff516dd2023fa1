#include "harness/report/views/markdown.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using fixture::add;
using testing::HasSubstr;
using testing::Not;

TEST(Markdown, SaysWhichDecodersConformAndHowTheOthersDiffer) {
  const std::string text = render_markdown(fixture::report());
  EXPECT_THAT(text, testing::StartsWith("# placemat\n\n**1 of 3 decoders conforms"));
  EXPECT_THAT(text,
              HasSubstr("| `alpha` | utf-8/maximal-subpart/keep |  |  |  |  |  |  |  |  |  |\n"));
  EXPECT_THAT(text, HasSubstr("| `beta` | utf-8/maximal-subpart/keep |  | `A` |"));
  EXPECT_THAT(text, HasSubstr("| `gamma` | utf-8/maximal-subpart/keep |  |  | `q` |  |  | - |"));
  EXPECT_THAT(text, HasSubstr("- `A` **accepts-overlong** beta `C0 AF`: expected `ill-formed at 0, "
                              "length 1`; seen `ok 2F`."));
  EXPECT_THAT(text, HasSubstr("Expected: one replacement per sequence, as documented"));
  EXPECT_THAT(text, HasSubstr("Judged as what they do not claim"));
}

TEST(Markdown, NewFindingsComeFirst) {
  Report report = fixture::report();
  report.subjects[1].decoder = report.subjects[1].findings[0].decoder = "zulu";
  const std::string text = render_markdown(report);
  EXPECT_LT(text.find("**accepts-overlong** zulu"), text.find("**wrong-replacement-count** gamma"));
}

TEST(Markdown, EveryTableRowHasTheSameCells) {
  Report report = fixture::report();
  report.subjects[0].decoder = "a|b";
  add(report.subjects[0],
      fixture::finding(report.subjects[0], Kind::kDependsOnPosition, ErrorClass::kFeFf, "61|FF"));
  std::istringstream in(render_markdown(report));
  int rows = 0;
  std::size_t cells = 13;  // with a column for how inputs are given
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## Decoders of others")) cells = 9;
    if (line.starts_with("## Matrix")) cells = 13;
    if (line.starts_with("## Strength")) cells = 8;
    if (line.starts_with("## Fuzzing")) cells = 7;
    if (line.starts_with("| found after")) cells = 4;
    if (line.starts_with("## Speed")) cells = 3;
    if (line.starts_with("## Benchmark")) cells = 9;
    if (line.empty() || line[0] != '|') continue;
    ++rows;
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    }
    EXPECT_EQ(bars, cells) << line;
  }
  EXPECT_EQ(rows, 2 + 2 + 2 + 3 + 2 + 1 + 2 + 2 + (2 + 2) + (2 + 1) + (2 + 2) + (2 + 4));
}

TEST(Markdown, ShowsExternalDecodersMachinesAndWhatWasNotTested) {
  const std::string text = render_markdown(fixture::report());
  EXPECT_THAT(text,
              HasSubstr("| Ada | Gamma | 2.0 | Gamma.Get | none; nearest "
                        "utf-8/maximal-subpart/keep; `C0 AF` gives `2F` instead of `FFFD "
                        "FFFD`; not finished within 5 s | 3 of 10 | wrong-replacement-count 1 "
                        "|  |\n"));
  EXPECT_THAT(text, HasSubstr("Absent, and not asked:\n\n- omega: libomega\n"));
  EXPECT_THAT(text, HasSubstr("- `gamma`: a machine of 2 states"));
  EXPECT_THAT(text, HasSubstr("## Not asked\n\n- pads of characters of 4 units: it has none: "
                              "`gamma`\n"));
}

TEST(Markdown, FoldsManyRowsThatAreAsExpected) {
  Report report = fixture::report();
  for (int i = 0; i < 40; ++i) {
    report.subjects.push_back(
        fixture::subject("right" + std::to_string(100 + i), fixture::kProfile, true));
  }
  const std::string text = render_markdown(report);
  const std::size_t fold = text.find("<details><summary>41 decoders as expected</summary>\n\n|");
  ASSERT_NE(fold, std::string::npos);
  EXPECT_LT(text.find("| `beta` |"), fold);
  EXPECT_GT(text.find("| `alpha` |"), fold);
  EXPECT_THAT(text, HasSubstr("| `right139` |"));
}

TEST(Markdown, NothingFromOutsideBecomesMarkup) {
  Report report = fixture::report();
  report.subjects[1].findings[0].reason = "<script>\n# heading\n[x](javascript:y)";
  const std::string text = render_markdown(report);
  EXPECT_THAT(text, Not(HasSubstr("\n# heading")));
  EXPECT_THAT(text, Not(testing::ContainsRegex("[^\\\\]<script")));
  EXPECT_THAT(text, HasSubstr("\\[x\\]"));
}

TEST(Markdown, DoesNotDependOnTheOrderOfWork) {
  Report report = fixture::report();
  const std::string text = render_markdown(report);
  std::reverse(report.subjects.begin(), report.subjects.end());
  EXPECT_EQ(render_markdown(report), text);
}

}  // namespace
}  // namespace placemat
