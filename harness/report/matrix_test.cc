#include "harness/report/matrix.h"

#include <gmock/gmock.h>

#include "harness/report/fixture.h"

namespace placemat {
namespace {

using fixture::add;
using fixture::kProfile;

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
  for (const Kind kind : {Kind::kDependsOnPosition, Kind::kWrongReplacementCount, Kind::kCrash,
                          Kind::kAcceptsTruncatedTail, Kind::kAcceptsIllFormed}) {
    add(subject, fixture::finding(subject, kind, ErrorClass::kTruncated, "E2"));
  }
  const Cell cell = cell_of(subject, ErrorClass::kTruncated);
  EXPECT_EQ(cell.glyphs(), "!A#|q");
  EXPECT_EQ(cell.marks[1].findings.size(), 2u);
  EXPECT_EQ(cell.marks[1].checks, 14u);
  EXPECT_EQ(glyphs_of(subject), "!A#|q");
}

// Checks of one error class can fail for a reason whose minimal form is in another.
TEST(Matrix, FailuresMinimisedIntoOtherClassesLinkThere) {
  DecoderResult subject = fixture::subject("delta", kProfile, true);
  add(subject, fixture::finding(subject, Kind::kAcceptsOverlong, ErrorClass::kOverlong, "C0 80"));
  ErrorClassTally& other = fixture::error_class(subject, ErrorClass::kInterrupted);
  other.failed = 3;
  other.kinds[Kind::kAcceptsOverlong] = 3;
  const Cell cell = cell_of(subject, ErrorClass::kInterrupted);
  EXPECT_EQ(cell.glyphs(), "A");
  ASSERT_EQ(cell.marks[0].findings.size(), 1u);
  EXPECT_EQ(cell.marks[0].findings[0]->minimal, "C0 80");
  EXPECT_EQ(cell.marks[0].checks, 3u);
}

TEST(Matrix, FailuresWithoutAFindingAreNotHidden) {
  DecoderResult subject = fixture::subject("delta", kProfile, true);
  fixture::error_class(subject, ErrorClass::kInterrupted).kinds[Kind::kHang] = 1;
  const Cell cell = cell_of(subject, ErrorClass::kInterrupted);
  EXPECT_EQ(cell.glyphs(), "T");
  EXPECT_TRUE(cell.marks[0].findings.empty());
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
