#include "harness/report/views/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/decoder/registry.h"

namespace placemat {
namespace {

using testing::HasSubstr;

Corpus with_a_flag() {
  Corpus corpus;
  corpus.flags["a-flag"] = {"a-flag", "crash", "", "What it is", "What it affects", "", {}, {}};
  return corpus;
}

TEST(Listing, EveryListFitsATerminalAndIsJson) {
  const Corpus corpus = with_a_flag();
  const std::filesystem::path ours = PLACEMAT_SOURCE_DIR "/corpus";
  const DefectCatalogue defects = load_defects(ours, defect_folder(ours));
  const std::filesystem::path list = PLACEMAT_SOURCE_DIR "/impls/adapters/subjects.json";
  const auto subjects = read_subject_list(list, {}, {"audit-full", {}});
  const ListedData data{&corpus, &defects, &subjects};
  for (const ListedRow& row : listed_rows()) {
    std::istringstream lines(listing(row.listed, ListFormat::kText, data));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
    const auto json = nlohmann::json::parse(listing(row.listed, ListFormat::kJson, data));
    EXPECT_TRUE(json.is_array()) << row.name;
  }
}

TEST(Listing, SubjectsNameTheirProductAndItsPackage) {
  ListedSubject subject;
  subject.name = "js_one";
  subject.record.language = "JavaScript";
  subject.record.product = "One";
  subject.registry = "one-utf8";
  const std::vector<ListedSubject> subjects{subject};
  const auto json =
      nlohmann::json::parse(listing(Listed::kSubjects, ListFormat::kJson, {.subjects = &subjects}));
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["subject"], "js_one");
  EXPECT_EQ(json[0]["language"], "JavaScript");
  EXPECT_EQ(json[0]["product"], "One");
  EXPECT_EQ(json[0]["npm_package"], "one-utf8");
}

TEST(Listing, NamesAreFound) {
  EXPECT_EQ(find_listed("dialects"), Listed::kDialects);
  EXPECT_EQ(find_listed("dialect"), std::nullopt);
  EXPECT_EQ(find_listed("error-classes"), Listed::kErrorClasses);
}

TEST(Listing, DecodersWithTheirClaims) {
  const auto json = nlohmann::json::parse(listing(Listed::kDecoders, ListFormat::kJson));
  ASSERT_EQ(json.size(), decoders().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    EXPECT_EQ(json[i]["name"], decoders()[i]->name);
    EXPECT_EQ(json[i]["capabilities"], capabilities(*decoders()[i]));
  }
  const std::string markdown = listing(Listed::kDecoders, ListFormat::kMarkdown);
  EXPECT_THAT(markdown, testing::StartsWith("| decoder | origin | claimed profile | capabilities "
                                            "|\n| --- | --- | --- | --- |\n"));
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(markdown, '\n')), decoders().size() + 2);
}

TEST(Listing, DialectsWithFormsAndRequirements) {
  const std::string text = listing(Listed::kDialects, ListFormat::kText);
  EXPECT_THAT(text, HasSubstr("C2..DF 80..BF"));
  EXPECT_THAT(text, HasSubstr("0080..07FF"));
  const auto json = nlohmann::json::parse(listing(Listed::kDialects, ListFormat::kJson));
  ASSERT_EQ(json.size(), kDialectCount);
  for (const auto& dialect : json) {
    ASSERT_EQ(dialect["requirements"].size(), 6u);
    const bool meets_all = std::ranges::all_of(dialect["requirements"], [](const auto& asked) {
      return asked["met"].template get<bool>();
    });
    // Trailing units 80..FF look like leads: the reason why that form was abandoned.
    const std::string name = dialect["name"];
    if (name == "utf-8" || name == "fss-utf-xopen") {
      EXPECT_EQ(meets_all, name == "utf-8");
    }
  }
  EXPECT_EQ(json[0]["forms"].size(), 9u) << "the rows of Table 3-7";
}

TEST(Listing, FlagsAreThoseOfTheCorpus) {
  const Corpus corpus = with_a_flag();
  EXPECT_THAT(listing(Listed::kFlags, ListFormat::kText, {&corpus}), HasSubstr("What it is"));
}

TEST(Listing, BugsOfTheCorpusFitATerminal) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  std::istringstream lines(listing(Listed::kBugs, ListFormat::kText, {&corpus}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  const auto json = nlohmann::json::parse(listing(Listed::kBugs, ListFormat::kJson, {&corpus}));
  ASSERT_EQ(json.size(), corpus.bugs.size());
  for (const auto& row : json) EXPECT_NE(corpus.find(row["vector"].get<std::string>()), nullptr);
  EXPECT_THAT(listing(Listed::kBugs, ListFormat::kMarkdown, {&corpus}),
              testing::StartsWith("| bug | year | class | vector | caught as | project |\n"));
}

TEST(Listing, SaboteursStateThePlantedError) {
  const auto json = nlohmann::json::parse(listing(Listed::kSaboteurs, ListFormat::kJson));
  ASSERT_EQ(json.size(), saboteurs().size());
  for (const auto& row : json) {
    EXPECT_FALSE(row["what_was_planted"].get<std::string>().empty()) << row["saboteur"];
  }
}

TEST(Listing, SaboteursInMarkdownEqualTheirReadme) {
  std::ifstream file(PLACEMAT_SOURCE_DIR "/impls/saboteurs/README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(listing(Listed::kSaboteurs, ListFormat::kMarkdown), readme)
      << "print it again: placemat list saboteurs --format markdown";
}

TEST(Listing, SaboteursInMarkdownHaveAllTheirFields) {
  const std::string text = listing(Listed::kSaboteurs, ListFormat::kMarkdown);
  std::size_t rows = 0;
  for (std::size_t at = text.find("\n| sab_"); at != std::string::npos;
       at = text.find("\n| sab_", at + 1))
    ++rows;
  EXPECT_EQ(rows, saboteurs().size());
  EXPECT_THAT(text,
              HasSubstr("| sab_overlong_c1 | accepts-overlong | C1 is accepted as the lead of a "
                        "two-unit sequence, so C1 80..BF decode to U+0040..U+007F | "
                        "accepts-overlong | Ghostscript 10.04 and earlier, 2024 "
                        "\\(CVE-2024-46954\\) |"));
}

}  // namespace
}  // namespace placemat
