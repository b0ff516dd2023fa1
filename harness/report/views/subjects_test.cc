#include "harness/report/views/subjects.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace placemat {
namespace {

using testing::HasSubstr;
using testing::Not;

ExternalRecord external(const std::string& product, const std::string& language,
                        const std::string& entry) {
  ExternalRecord record;
  record.decoder = product + "_" + entry;
  record.version = "1.2";
  record.product = product;
  record.language = language;
  record.entry = entry;
  record.profiles = {"utf-8/maximal-subpart/keep"};
  record.explained = record.knows_policy = true;
  record.inputs = 100;
  record.inputs_to_name = 7;
  return record;
}

// Two equal entry points of one product and one that contradicts every profile; a product that
// could not be judged, and one without a lossy function.
Report some() {
  Report report;
  report.externals = {external("zeta", "C", "one"), external("zeta", "C", "two"),
                      external("zeta", "C", "three"), external("eta", "Ada", "get"),
                      external("theta", "Ada", "get")};
  ExternalRecord& wrong = report.externals[2];
  wrong.explained = false;
  wrong.contradicted = 4;
  wrong.contradictions = {{"C0 AF", "FFFD FFFD", "2F"}, {"C0 80 C0", "x", "y"}};
  report.externals[3].profiles.clear();
  report.externals[3].trouble = "no hello within 3 ms";
  report.externals[4].knows_policy = false;
  report.externals[4].trouble = "not finished within 5 s";
  report.absent = {{"iota", "libiota"}};
  return report;
}

TEST(ExternalDecoders, AreCounted) {
  EXPECT_EQ(external_sentence(some()),
            "4 entry points of 2 products in 2 languages: 3 of a known profile, 1 of none; 1 could "
            "not be identified; 1 judged only in part; 1 absent.");
}

TEST(ExternalDecoders, AreListedWithTheirContradictions) {
  const Report report = some();
  EXPECT_EQ(identity_text(report.externals[0]),
            "utf-8/maximal-subpart/keep, named by 7 inputs of 100, none of which contradicts it");
  EXPECT_EQ(identity_text(report.externals[2]),
            "of no known profile; nearest is utf-8/maximal-subpart/keep; 4 of 100 inputs are not "
            "explained");
  EXPECT_EQ(standing_text(report.externals[2]),
            "none; nearest utf-8/maximal-subpart/keep; C0 AF gives 2F instead of FFFD FFFD");
  EXPECT_EQ(identity_text(report.externals[3]), "not identified: no hello within 3 ms");
  EXPECT_EQ(profile_text(report.externals[4]), "utf-8, strict, BOM keep");
  ExternalRecord with_surrogates = report.externals[4];
  with_surrogates.profiles = {"plan9-modern/reject/keep"};
  EXPECT_EQ(profile_text(with_surrogates), "utf-8 plus surrogates, strict, BOM keep");
}

// An input without an answer is no claim.
TEST(ExternalDecoders, AreStatedWithoutWhatTheyDidNotAnswer) {
  Report report = some();
  for (const std::size_t i : {0u, 4u}) {
    report.externals[i].sentence =
        "accepts: nothing beside UTF-8; refuses: nothing of UTF-8 (U+0000 not answered)";
  }
  EXPECT_EQ(standing_text(report.externals[0]), "utf-8/maximal-subpart/keep (U+0000 not answered)");
  EXPECT_EQ(standing_text(report.externals[4]), "utf-8 (U+0000 not answered), strict, BOM keep");
}

// Parts stand where no profile does, and a reason where neither does.
TEST(ExternalDecoders, AreExplainedByParts) {
  Report report = some();
  ExternalRecord& parts = report.externals[2];
  parts.is_composed = parts.is_complete = true;
  parts.sentence = "accepts: C0 80; errors become: U+FFFD for each byte";
  parts.not_asked = "chunks were not asked";
  EXPECT_TRUE(is_explained(parts));
  EXPECT_EQ(standing_text(parts), parts.sentence);
  EXPECT_EQ(identity_text(parts),
            "of no known profile; none of 100 inputs contradicts its description; chunks were not "
            "asked");
  EXPECT_THAT(external_sentence(report),
              HasSubstr(": 3 of a known profile, 1 explained by parts, 0 of none; "));
  parts.is_complete = false;
  parts.unexplained = 2;
  parts.against = {{"41 C0", "41 3F", "41"}, {"C0", "3F", "nothing"}};
  EXPECT_FALSE(is_explained(parts));
  EXPECT_EQ(standing_text(parts),
            "none; accepts: C0 80; errors become: U+FFFD for each byte; 41 C0 gives 41 instead of "
            "41 3F, C0 gives nothing instead of 3F");
  parts.reason = "its answers depend on the position";
  EXPECT_THAT(standing_text(parts), HasSubstr("byte; its answers depend on the position"));
  EXPECT_EQ(identity_text(parts),
            "of no known profile; 2 of 100 inputs are not explained; its answers depend on the "
            "position; chunks were not asked");
}

// A line each, and the few inputs that show what no line states.
TEST(ExternalDecoders, AreDescribedLineByLine) {
  const std::vector<Contradiction> against{{"80 C0 80", "ill-formed", "well-formed"},
                                           {"81 C0 80", "ill-formed", "well-formed"},
                                           {"82 C0 80", "ill-formed", "well-formed"},
                                           {"83 C0 80", "ill-formed", "well-formed"}};
  EXPECT_THAT(
      description_lines("accepts: C0 80; end of input: as ever; and otherwise: see table", against),
      testing::ElementsAre("accepts        C0 80", "end of input   as ever",
                           "and otherwise: see table",
                           "  80 C0 80 gives well-formed instead of ill-formed",
                           "  81 C0 80 gives well-formed instead of ill-formed",
                           "  82 C0 80 gives well-formed instead of ill-formed"));
  EXPECT_TRUE(description_lines("", {}).empty());
}

// A finding contradicts the profile: the report does not say that nothing does.
TEST(ExternalDecoders, AreNotConfirmedBesideAFindingThatContradicts) {
  Report report = some();
  ExternalRecord& one = report.externals[0];
  one.sentence = "accepts: others such as F0 8F BF BF";
  one.explained = false;
  one.contradicted = one.unexplained = 1;
  one.against = one.contradictions = {{"F0 8F BF BF", "ill-formed", "well-formed: FFFF"}};
  one.reason = "a finding contradicts it";
  EXPECT_THAT(identity_text(one), Not(HasSubstr("none of which contradicts it")));
  EXPECT_THAT(standing_text(one), HasSubstr("nearest utf-8/maximal-subpart/keep; a finding"));
  EXPECT_THAT(identity_text(one), HasSubstr("; a finding contradicts it"));
}

DecoderResult subject_with(const std::string& decoder, const std::vector<Kind>& kinds) {
  DecoderResult subject;
  subject.decoder = decoder;
  subject.claimed = true;
  for (const Kind kind : kinds) {
    Finding finding;
    finding.kind = kind;
    subject.findings.push_back(finding);
  }
  return subject;
}

TEST(ExternalDecoders, AreSortedByLanguageAndProductAndThenAsListed) {
  Report report = some();
  std::swap(report.externals[0], report.externals[2]);
  std::vector<std::string> order;
  for (const ExternalRow& row : external_rows(report)) order.push_back(row.external->decoder);
  EXPECT_THAT(order,
              testing::ElementsAre("eta_get", "theta_get", "zeta_three", "zeta_two", "zeta_one"));
}

TEST(ExternalDecoders, ListSurvivedFailuresApartFromWrongAnswers) {
  Report report = some();
  report.subjects = {
      subject_with("zeta_one", {Kind::kCrash, Kind::kAcceptsOverlong, Kind::kOverRead, Kind::kCrash,
                                Kind::kAcceptsOverlong, Kind::kWrongCapacity}),
      subject_with("zeta_two", {})};
  const std::vector<ExternalRow> rows = external_rows(report);
  EXPECT_EQ(rows[0].subject, nullptr);
  EXPECT_EQ(rows[2].findings, "accepts-overlong 2, wrong-capacity 1");
  EXPECT_EQ(rows[2].survived, "over-read 1, crash 2");
  ASSERT_NE(rows[3].subject, nullptr);
  EXPECT_EQ(rows[3].findings + rows[3].survived, "");
  const std::string text = external_markdown(report);
  EXPECT_THAT(text, HasSubstr("| 7 of 100 | accepts-overlong 2, wrong-capacity 1 | over-read 1, "
                              "crash 2 |\n"));
  EXPECT_THAT(text, HasSubstr("no hello within 3 ms |  | not judged |  |\n"));
  EXPECT_THAT(text, HasSubstr("- iota: libiota\n"));
  EXPECT_EQ(external_markdown(Report{}), "");
}

TEST(ExternalDecoders, ShareOneRowWhenTheyAreEqual) {
  const std::string text = render_external(some());
  EXPECT_THAT(text, HasSubstr("| C | zeta | 1.2 | one; two | utf-8/maximal-subpart/keep |\n"));
  EXPECT_THAT(text,
              HasSubstr("| three | none; nearest utf-8/maximal-subpart/keep; `C0 AF` gives `2F` "
                        "instead of `FFFD FFFD` |\n"));
  EXPECT_THAT(text, Not(HasSubstr("| eta |")));
  EXPECT_LT(text.find("| Ada |"), text.find("| C |"));
  EXPECT_EQ(external_table(some()).rows.size(), 5u);
  EXPECT_THAT(external_table(some(), true).titles,
              testing::ElementsAre("decoder", "inputs", "findings", "identified as"));
  EXPECT_THAT(external_table(some(), true).rows[2],
              testing::ElementsAre("zeta_one", "100", "-", "utf-8/maximal-subpart/keep"));
}

TEST(ExternalDecoders, NamesWithMarkupAreEscaped) {
  Report report = some();
  report.externals[0].product = "a|b\n| c";
  report.externals[0].entry = "<b>|";
  const std::string text = render_external(report);
  EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(render_external(some()), '\n') + 1);
  EXPECT_THAT(text, Not(HasSubstr("<b>")));
}

}  // namespace
}  // namespace placemat
