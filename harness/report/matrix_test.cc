#include "harness/report/matrix.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using fixture::add;
using fixture::kProfile;

Cell cell_of(const DecoderResult& subject, ErrorClass error_class) {
  return placemat::cell_of(subject, column_of(error_class));
}

// The columns that have a mark, each with its glyphs.
std::string marked(const DecoderResult& subject) {
  std::string out;
  for (const ColumnRow& row : columns()) {
    const std::string glyphs = placemat::cell_of(subject, row.column).glyphs();
    if (!glyphs.empty()) out += std::string(row.name) + " " + glyphs + "; ";
  }
  return out;
}

DecoderResult with(Kind kind, ErrorClass error_class, const std::string& minimal,
                   const std::string& conditions = "") {
  DecoderResult subject = fixture::subject("delta", kProfile, true);
  Finding finding = fixture::finding(subject, kind, error_class, minimal);
  finding.conditions = conditions;
  subject.findings.push_back(finding);
  return subject;
}

TEST(Matrix, AnExpectedResultIsAnEmptyCellAndNoCheckIsNot) {
  const Report report = fixture::report();
  const DecoderResult &alpha = report.subjects[0], &gamma = report.subjects[2];
  for (const ErrorClassRow& row : error_classes()) {
    EXPECT_EQ(cell_of(alpha, row.error_class).glyphs(), "");
    EXPECT_GT(cell_of(alpha, row.error_class).checks, 0u);
  }
  EXPECT_EQ(cell_of(gamma, ErrorClass::kFeFf).checks, 0u);
}

TEST(Matrix, ANewFindingShowsItsKindAndADeclaredOneItsReason) {
  const Report report = fixture::report();
  const Cell fresh = cell_of(report.subjects[1], ErrorClass::kOverlong);
  EXPECT_EQ(fresh.glyphs(), "A");
  EXPECT_EQ(fresh.failed, 7u);
  ASSERT_EQ(fresh.marks[0].findings.size(), 1u);
  EXPECT_EQ(fresh.marks[0].findings[0]->minimal, "C0 AF");
  EXPECT_EQ(cell_of(report.subjects[2], ErrorClass::kSurrogate).glyphs(), "q");
  EXPECT_EQ(cell_of(report.subjects[3], ErrorClass::kSurrogate).glyphs(), "A");  // the contrast
}

TEST(Matrix, TheGravestComesFirst) {
  DecoderResult subject = fixture::subject("delta", kProfile, true);
  Finding declared =
      fixture::finding(subject, Kind::kWrongErrorOffset, ErrorClass::kTruncated, "E2 82");
  declared.reason = "known";
  add(subject, declared);
  for (const Kind kind : {Kind::kWrongReplacementCount, Kind::kCrash, Kind::kAcceptsTruncatedTail,
                          Kind::kAcceptsIllFormed}) {
    add(subject, fixture::finding(subject, kind, ErrorClass::kTruncated, "E2"));
  }
  const Cell cell = cell_of(subject, ErrorClass::kTruncated);
  EXPECT_EQ(cell.glyphs(), "!A#q");
  EXPECT_EQ(cell.marks[1].findings.size(), 2u);
  EXPECT_EQ(cell.marks[1].checks, 14u);
  EXPECT_EQ(glyphs_of(subject), "!A#q");
}

TEST(Matrix, AFindingMarksTheClassOfItsOwnInput) {
  EXPECT_EQ(marked(with(Kind::kAcceptsOverlong, ErrorClass::kOverlong, "41 C0 80")),
            "overlong A; ");
  EXPECT_EQ(marked(with(Kind::kRejectsWellFormed, ErrorClass::kNone, "EF BF BF")),
            "well-formed R; ");
  EXPECT_EQ(marked(with(Kind::kAcceptsSurrogate, ErrorClass::kFiveSixUnit, "F8 ED A0 80")),
            "several-classes A; ");
}

// What an input of the class is not the reason of.
TEST(Matrix, EncodersCallsAndPresentationsHaveColumnsOfTheirOwn) {
  DecoderResult encoder =
      with(Kind::kWrongEncoding, ErrorClass::kNone, "ED A0 80", "encoding D800");
  encoder.findings[0].source = "encode";
  EXPECT_EQ(marked(encoder), "encoder V; ");
  EXPECT_EQ(marked(with(Kind::kWrongCapacity, ErrorClass::kNone, "41")), "calls M; ");
  EXPECT_EQ(marked(with(Kind::kCorruptsProcess, ErrorClass::kNone, "")), "calls !; ");
  EXPECT_EQ(marked(with(Kind::kKeepsState, ErrorClass::kOverlong, "C0")), "calls ~; ");
  EXPECT_EQ(marked(with(Kind::kOverRead, ErrorClass::kTruncated, "E2", "a NUL behind")),
            "calls M; ");
  EXPECT_EQ(marked(with(Kind::kDependsOnPosition, ErrorClass::kOverlong, "41*16 C0 80")),
            "presentation |; ");
  EXPECT_EQ(marked(with(Kind::kDropsTruncatedTail, ErrorClass::kTruncated, "E2|", "in 2 chunks")),
            "presentation #; ");
}

// A call that goes wrong by an input alone: the class is the reason, and the call went wrong.
TEST(Matrix, ACrashOfOneInputMarksItsClassAndTheCalls) {
  const DecoderResult subject = with(Kind::kCrash, ErrorClass::kFeFf, "FF");
  EXPECT_EQ(marked(subject), "fe-ff !; calls !; ");
  EXPECT_EQ(column_of(subject.findings[0]), column_of(ErrorClass::kFeFf));
}

// A finding can have a plainer input than those of another class that fail by the same cause.
TEST(Matrix, AClassThatFailsWithoutAFindingOfItsOwnNamesAnInput) {
  DecoderResult subject = with(Kind::kAcceptsFiveSixUnit, ErrorClass::kFiveSixUnit, "F8 80 80 80");
  ErrorClassTally& other = fixture::error_class(subject, ErrorClass::kBeyond10FFFF);
  other.failed = 9;
  other.kinds = {{Kind::kAcceptsBeyond10FFFF, 3}, {Kind::kDependsOnPosition, 6}};
  other.show(Kind::kAcceptsBeyond10FFFF, "41 F5 80 80 80");
  other.show(Kind::kAcceptsBeyond10FFFF, "F5 80 80 80");
  other.show(Kind::kDependsOnPosition, "F5 41*20");
  EXPECT_EQ(marked(subject), "beyond-10ffff A; five-six-unit A; ");
  const Cell cell = cell_of(subject, ErrorClass::kBeyond10FFFF);
  EXPECT_TRUE(cell.marks[0].findings.empty());
  EXPECT_EQ(cell.marks[0].alone, "F5 80 80 80");
  EXPECT_EQ(cell.failed, 3u);
  subject.findings[0].symptoms = {
      fixture::symptom(subject.findings[0], Kind::kAcceptsBeyond10FFFF, "F5 80 80 80")};
  subject.findings[0].reason = "as documented";
  EXPECT_EQ(marked(subject), "beyond-10ffff q; five-six-unit q; ");
}

// A symptom has no glyph beside something graver; alone it has one.
TEST(Matrix, ASymptomStandsUnderWhatIsGraver) {
  DecoderResult subject = with(Kind::kAcceptsOverlong, ErrorClass::kOverlong, "C0 80");
  subject.findings[0].symptoms = {
      fixture::symptom(subject.findings[0], Kind::kWrongReplacementCount, "E0 80")};
  ErrorClassTally& beyond = fixture::error_class(subject, ErrorClass::kBeyond10FFFF);
  beyond.show(Kind::kWrongReplacementCount, "F4 90");
  EXPECT_EQ(marked(subject), "overlong A; beyond-10ffff #; ");
  beyond.show(Kind::kAcceptsBeyond10FFFF, "F4 90 80 80");
  fixture::error_class(subject, ErrorClass::kOverlong).show(Kind::kWrongReplacementCount, "E0 80");
  EXPECT_EQ(marked(subject), "overlong A; beyond-10ffff A; ");
  const Cell cell = cell_of(subject, ErrorClass::kBeyond10FFFF);
  EXPECT_EQ(cell.marks[0].kinds.size(), 2u);
  EXPECT_EQ(cell.marks[0].alone, "F4 90 80 80");
}

// Checks of inputs with errors of one class prove nothing where none of them was a plain call.
TEST(Matrix, AFailureThatNoPlainCallShowsMarksNoClass) {
  DecoderResult subject =
      with(Kind::kDependsOnChunks, ErrorClass::kOverlong, "C0|80", "in 2 chunks");
  fixture::error_class(subject, ErrorClass::kOverlong).failed = 5;
  fixture::error_class(subject, ErrorClass::kOverlong).kinds[Kind::kAcceptsOverlong] = 5;
  EXPECT_EQ(marked(subject), "presentation ~; ");
}

// The checks of all columns but those of calls and presentations are those of the sources.
TEST(Matrix, EveryCheckIsOfAClassOfSeveralOrOfTheEncoder) {
  DecoderResult subject = fixture::subject("delta", kProfile, true);
  subject.sources.push_back({"encode", 70, 70, 0});
  std::uint64_t sum = placemat::cell_of(subject, Column::kSeveral).checks;
  EXPECT_EQ(placemat::cell_of(subject, Column::kEncoder).checks, 70u);
  for (const ErrorClassRow& row : error_classes()) sum += cell_of(subject, row.error_class).checks;
  EXPECT_EQ(sum, 300u + 16843009u);
  EXPECT_EQ(placemat::cell_of(subject, Column::kCalls).checks, sum);
}

TEST(Matrix, ATableHasTheClassesAndTheOtherColumnsWithAMark) {
  Report report = fixture::report();
  EXPECT_EQ(shown_columns(report).size(), kErrorClassCount);
  report.subjects.push_back(with(Kind::kKeepsState, ErrorClass::kOverlong, "C0"));
  const auto shown = shown_columns(report);
  ASSERT_EQ(shown.size(), kErrorClassCount + 1);
  EXPECT_EQ(shown.back().name, "calls");
}

TEST(Matrix, EveryKindHasItsGlyphInTheLegend) {
  for (const KindRow& row : kinds()) EXPECT_EQ(glyph_row(row.glyph).glyph, row.glyph) << row.name;
  EXPECT_EQ(glyph_row(kDeclared).glyph, kDeclared);
}

TEST(Matrix, AnInputIsNeverBlank) {
  Finding finding;
  EXPECT_EQ(input_of(finding), "(nothing)");
  finding.conditions = "encoding D800";
  EXPECT_EQ(input_of(finding), "(encoding D800)");
  finding.minimal = "C0 AF";
  EXPECT_EQ(input_of(finding), "C0 AF (encoding D800)");
}

TEST(Matrix, OrderDependsOnNamesAlone) {
  Report report = fixture::report();
  std::swap(report.subjects[0], report.subjects[3]);
  std::swap(report.subjects[1], report.subjects[2]);
  std::string order;
  for (const auto* subject : claimed_subjects(report)) order += subject->decoder + " ";
  EXPECT_EQ(order, "alpha beta gamma ");
  ASSERT_EQ(contrasts(report).size(), 1u);
  EXPECT_EQ(contrasts(report)[0]->judged_as, "utf-8/reject/keep");
}

}  // namespace
}  // namespace placemat
