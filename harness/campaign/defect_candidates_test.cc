// Candidates of an audit: each is a valid entry of the catalogue that a person completes, and none
// is what a policy allows, what the catalogue has, or what the expected list gives a reason for.
#include "harness/campaign/defect_candidates.h"

#include <gmock/gmock.h>

#include "harness/bytes/json.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/fixture.h"
#include "harness/report/fixture.h"

namespace placemat {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

using fixture::kCorpus;

// An audit of "Alpha" whose one finding is this.
Report audit_with(Finding finding) {
  Report report = fixture::report();
  DecoderResult subject = fixture::subject("alpha", finding.judged_as, true);
  fixture::add(subject, std::move(finding));
  report.subjects = {subject};
  return report;
}

Finding a_finding(const std::string& judged_as = fixture::kProfile) {
  return fixture::finding(fixture::subject("alpha", judged_as, true), Kind::kAcceptsOverlong,
                          ErrorClass::kOverlong, "C0 AF");
}

nlohmann::json entry_of(const Report& report, const DefectCatalogue& catalogue = {}) {
  const auto candidates = defect_candidates(report, catalogue);
  EXPECT_THAT(candidates, SizeIs(1));
  if (candidates.empty()) return {};
  const auto document = nlohmann::json::parse(candidates[0].text);
  const Schema schema(kCorpus / "defect.schema.json");
  for (const Violation& violation : schema.violations(document)) {
    ADD_FAILURE() << violation.what << "\n" << candidates[0].text;
  }
  EXPECT_EQ(document.at("defects").at(0).at("id"), candidates[0].id);
  return document.at("defects").at(0);
}

TEST(DefectCandidates, AreValidEntriesOfTheCatalogue) {
  const auto entry = entry_of(audit_with(a_finding()));
  EXPECT_EQ(entry.at("id"), "alpha-accepts-overlong-c0-af");
  EXPECT_EQ(entry.at("effect"), "accepts-ill-formed");
  EXPECT_EQ(entry.at("question"), "values");
  EXPECT_EQ(entry.at("seen"), "2F");
  EXPECT_EQ(entry.at("expected"), "ill-formed");
  EXPECT_FALSE(entry.contains("dialect"));
}

TEST(DefectCandidates, AskForTheVerdictWhereThatIsTheAnswer) {
  Finding finding = a_finding();
  finding.operation = "validate";
  finding.seen = "well-formed";
  finding.expected = "ill-formed";
  const auto entry = entry_of(audit_with(finding));
  EXPECT_EQ(entry.at("question"), "verdict");
  EXPECT_EQ(entry.at("seen"), "well-formed");
}

TEST(DefectCandidates, AskSomethingElseWhereTwoRefusalsDiffer) {
  Finding finding = a_finding();
  finding.seen = "ill-formed at 1, length 1";
  finding.expected = "ill-formed at 0, length 1";
  const auto entry = entry_of(audit_with(finding));
  EXPECT_EQ(entry.at("question"), "other");
  EXPECT_EQ(entry.at("seen"), "ill-formed at 1, length 1");
}

TEST(DefectCandidates, NameTheProfileThatIsNotTheUsualOne) {
  const auto entry = entry_of(audit_with(a_finding("cesu-8/per-byte/strip-leading")));
  EXPECT_EQ(entry.at("dialect"), "cesu-8");
  EXPECT_EQ(entry.at("policy"), "per-byte");
  EXPECT_EQ(entry.at("bom"), "strip-leading");
}

TEST(DefectCandidates, HaveIdsOfAtMostEightyCharactersThatDiffer) {
  Report report = audit_with(a_finding());
  report.externals[0].product = "A product with a name that is longer than any name should be";
  Finding other = a_finding();
  report.subjects[0].findings[0].minimal = "C0 AF 41 42 43 44 45 46 47 48 49 4A 4B 4C C0";
  other.minimal = "C0 AF 41 42 43 44 45 46 47 48 49 4A 4B 4C 4D C0";
  other.key += "another";
  fixture::add(report.subjects[0], other);
  const auto candidates = defect_candidates(report, {});
  ASSERT_THAT(candidates, SizeIs(2));
  EXPECT_NE(candidates[0].id, candidates[1].id);
  for (const DefectCandidate& candidate : candidates) EXPECT_THAT(candidate.id, SizeIs(80));
}

TEST(DefectCandidates, AreNoneWhereThereIsNoDefect) {
  Finding expected = a_finding();
  expected.reason = "as its manual says";
  EXPECT_THAT(defect_candidates(audit_with(expected), {}), IsEmpty());
  Finding contrast = a_finding();
  contrast.claimed = false;
  EXPECT_THAT(defect_candidates(audit_with(contrast), {}), IsEmpty());
  Finding allowed = a_finding();
  allowed.seen = "FFFD";
  EXPECT_THAT(defect_candidates(audit_with(allowed), {}), IsEmpty());
}

TEST(DefectCandidates, TakeOverWhatTheCatalogueKnowsOfTheProduct) {
  DefectCatalogue catalogue;
  DefectiveProduct product;
  product.name = "Alpha";
  product.package = "libalpha1";
  product.version_command = "alpha --version";
  product.documented = {{"alpha_decode", "It reads C0 80 as NUL.", "its manual, section 2"}};
  catalogue.products = {product};
  const auto candidates = defect_candidates(audit_with(a_finding()), catalogue);
  ASSERT_THAT(candidates, SizeIs(1));
  const auto document = nlohmann::json::parse(candidates[0].text);
  EXPECT_EQ(document.at("package"), "libalpha1");
  EXPECT_EQ(document.at("version"), "alpha --version");
  EXPECT_EQ(document.at("documented").at(0).at("document"), "its manual, section 2");

  Defect same;
  same.effect = Effect::kAcceptsIllFormed;
  same.units = parse_units("C0 AF", 10);
  catalogue.products[0].defects = {same};
  EXPECT_THAT(defect_candidates(audit_with(a_finding()), catalogue), IsEmpty());
}

// A person completes them between two audits.
TEST(DefectCandidates, AFileThatExistsStaysAsItIs) {
  const std::filesystem::path directory = scratch("candidates");
  const Report report = audit_with(a_finding());
  EXPECT_EQ(write_defect_candidates(directory, report, kCorpus), 1u);
  const std::filesystem::path file = directory / "alpha-accepts-overlong-c0-af.json";
  write_text_file(file, "completed");
  EXPECT_EQ(write_defect_candidates(directory, report, kCorpus), 0u);
  EXPECT_EQ(read_text_file(file), "completed");
}

}  // namespace
}  // namespace placemat
