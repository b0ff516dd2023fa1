// defects_test.cc: the catalogue of defects is checked against the law, and every problem is
// reported with its line. The expectations are worked out by hand from Table 3-7.
#include "harness/corpus/defects.h"

#include <gmock/gmock.h>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/corpus/defects_fixture.h"

namespace placemat {
namespace {

using nlohmann::ordered_json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Defects : public testing::Test {
 protected:
  // The problems of a catalogue with one entry.
  std::vector<std::string> problems_of(const ordered_json& entry) const {
    files_.write({entry});
    files_.write_program(entry.at("id"), "echo well-formed");
    return problems();
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const Problem& problem :
         lint_defects(files_.corpus, defect_folder(files_.corpus)).problems) {
      texts.push_back(to_text(problem).substr(files_.corpus.string().size() + 1));
    }
    return texts;
  }
  // The entry of `values` that decodes these units.
  static ordered_json decoded(const std::string& units, const std::string& seen,
                              const std::string& expected) {
    ordered_json entry = DefectFiles::entry("lib-one");
    entry["effect"] = "eats-or-invents-text";
    entry["question"] = "values";
    entry["units"] = units;
    entry["seen"] = seen;
    entry["expected"] = expected;
    return entry;
  }

  const DefectFiles files_;
};

TEST_F(Defects, AValidEntryIsRead) {
  ASSERT_THAT(problems_of(DefectFiles::entry("lib-one")), IsEmpty());
  const DefectCatalogue catalogue = files_.load();
  const FoundDefect found = catalogue.find("lib-one");
  ASSERT_NE(found.defect, nullptr);
  EXPECT_EQ(found.product->name, "lib");
  EXPECT_EQ(found.defect->effect, Effect::kAcceptsIllFormed);
  EXPECT_EQ(to_text(found.defect->units), "C0 80");
  EXPECT_EQ(found.defect->versions, std::vector<std::string>{"1.0"});
  EXPECT_EQ(found.product->documented.at(0).document, "the manual");
  EXPECT_EQ(catalogue.find("lib-two").defect, nullptr);
}

TEST_F(Defects, TheWorstEffectComesFirst) {
  ordered_json count = DefectFiles::entry("lib-count");
  count["effect"] = "wrong-count";
  files_.write({count, DefectFiles::entry("lib-one")});
  files_.write_program("lib-count", "true");
  files_.write_program("lib-one", "true");
  const DefectCatalogue catalogue = files_.load();
  const std::vector<FoundDefect> sorted = catalogue.by_effect();
  ASSERT_EQ(sorted.size(), 2u);
  EXPECT_EQ(sorted[0].defect->id, "lib-one");
}

TEST_F(Defects, AVerdictThatContradictsTheLawIsRefused) {
  ordered_json entry = DefectFiles::entry("lib-one");
  entry["units"] = "C3 A9";  // U+00E9
  EXPECT_THAT(problems_of(entry), testing::UnorderedElementsAre(
                                      AllOf(HasSubstr("defects/lib.json:"), HasSubstr("lib-one"),
                                            HasSubstr("the law, which says well-formed")),
                                      HasSubstr("right under a replacement policy")));
}

TEST_F(Defects, ValuesThatContradictTheLawAreRefused) {
  EXPECT_THAT(problems_of(decoded("C3 41", "FFFD", "FFFD 41")), IsEmpty());
  EXPECT_THAT(problems_of(decoded("C3 41", "FFFD", "ill-formed")), IsEmpty());
  EXPECT_THAT(problems_of(decoded("C3 41", "FFFD", "FFFD 42")),
              ElementsAre(HasSubstr("which says FFFD 41")));
  // Well-formed text must not be refused.
  EXPECT_THAT(problems_of(decoded("C3 A9", "C3 A9", "ill-formed")),
              ElementsAre(HasSubstr("which says E9")));
}

TEST_F(Defects, WhatAReplacementPolicyGivesIsNoDefect) {
  for (const char* right : {"FFFD FFFD FFFD 41", "FFFD 41", "41", "ill-formed"}) {
    EXPECT_THAT(problems_of(decoded("ED A0 80 41", right, "FFFD FFFD FFFD 41")),
                testing::Contains(
                    AnyOf(HasSubstr("a policy is no defect"), HasSubstr("that is no defect"))))
        << right;
  }
  EXPECT_THAT(problems_of(decoded("ED A0 80 41", "D800 41", "FFFD FFFD FFFD 41")), IsEmpty());
}

TEST_F(Defects, TheLawIsThatOfThePromisedDialectAndPolicy) {
  ordered_json entry = decoded("ED A0 80", "ill-formed", "D800");
  EXPECT_THAT(problems_of(entry), testing::Not(IsEmpty()));
  entry["dialect"] = "wtf-8";
  EXPECT_THAT(problems_of(entry), IsEmpty());  // it refuses well-formed text
  entry["dialect"] = "utf-9";
  EXPECT_THAT(problems_of(entry), ElementsAre(HasSubstr("utf-9")));
  ordered_json skipping = decoded("41 80", "80", "41");
  EXPECT_THAT(problems_of(skipping), ElementsAre(HasSubstr("which says 41 FFFD")));
  skipping["policy"] = "skip";
  EXPECT_THAT(problems_of(skipping), IsEmpty());
}

TEST_F(Defects, LeadingZerosDoNotMatter) {
  EXPECT_THAT(problems_of(decoded("0A 80 41", "A", "A FFFD 41")), IsEmpty());
  EXPECT_THAT(problems_of(decoded("0A 80 41", "0A FFFD 41", "A FFFD 41")),
              ElementsAre(HasSubstr("no defect")));
}

TEST_F(Defects, WhatIsNotPublicIsNotPublished) {
  ordered_json entry = DefectFiles::entry("lib-one");
  entry["effect"] = "out-of-bounds";
  entry["seen"] = "crash: SIGSEGV";
  EXPECT_THAT(problems_of(entry), ElementsAre(HasSubstr("\"withheld\": true")));
  entry["upstream"] = {{"links", {"https://example.org/1"}}};
  EXPECT_THAT(problems_of(entry), IsEmpty());
  entry["upstream"] = {{"searched", "the issues of lib"}};
  entry["public_since"] = "2026-01-01";
  EXPECT_THAT(problems_of(entry), IsEmpty());
  // The same file outside of the tree is what the author is told.
  entry.erase("public_since");
  EXPECT_THAT(problems_of(entry), testing::Not(IsEmpty()));
  const std::filesystem::path elsewhere = scratch("elsewhere");
  std::filesystem::copy(defect_folder(files_.corpus), elsewhere,
                        std::filesystem::copy_options::recursive);
  EXPECT_THAT(lint_defects(files_.corpus, elsewhere).problems, IsEmpty());
}

TEST_F(Defects, AWithheldEntryTellsNothing) {
  const ordered_json entry{
      {"id", "lib-one"}, {"effect", "out-of-bounds"}, {"versions", {"1.0"}}, {"withheld", true}};
  files_.write({entry});
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_TRUE(files_.load().find("lib-one").defect->is_withheld);
  for (const char* member : {"units", "native", "entry", "about", "seen"}) {
    ordered_json telling = entry;
    telling[member] = "C0 80, told";
    files_.write({telling});
    EXPECT_THAT(problems(), testing::Not(IsEmpty())) << member;
  }
}

TEST_F(Defects, WhatNoDocumentPromisesIsADifference) {
  ordered_json entry = DefectFiles::entry("lib-one");
  entry["clause"] = "Unicode 3.9 Table 3-7.";
  EXPECT_THAT(problems_of(entry), ElementsAre(HasSubstr("\"difference\": true")));
  entry["difference"] = true;
  EXPECT_THAT(problems_of(entry), IsEmpty());
  const DefectCatalogue catalogue = files_.load();
  EXPECT_THAT(catalogue.by_effect(), IsEmpty());
  EXPECT_EQ(catalogue.differences().size(), 1u);
}

TEST_F(Defects, IdsAndProgramsAreChecked) {
  ordered_json other = DefectFiles::entry("lib-one");
  files_.write({DefectFiles::entry("lib-one"), other, DefectFiles::entry("other-one")});
  files_.write_program("lib-one", "true");
  files_.write_program("other-one", "true");
  EXPECT_THAT(problems(), testing::UnorderedElementsAre(HasSubstr("already used"),
                                                        HasSubstr("begins with \"lib-\"")));
  EXPECT_THROW(files_.load(), InputError);
  files_.write({DefectFiles::entry("lib-one"), DefectFiles::entry("lib-two")});
  EXPECT_THAT(problems(),
              ElementsAre(AllOf(HasSubstr("native/lib-two.sh"), HasSubstr("not there"))));
  files_.write_program("lib-two", "true");
  EXPECT_THAT(problems(),
              ElementsAre(AllOf(HasSubstr("native/other-one.sh"), HasSubstr("remove it"))));
}

TEST_F(Defects, AMemberIsMissing) {
  for (const char* member : {"entry", "about", "affects", "units", "seen", "expected", "clause",
                             "upstream", "native", "run", "lets_through"}) {
    ordered_json entry = DefectFiles::entry("lib-one");
    entry.erase(member);
    EXPECT_THAT(problems_of(entry), testing::Not(IsEmpty())) << member;
  }
}

TEST_F(Defects, FilesThatAreNotJsonAreProblems) {
  std::ofstream(files_.corpus / "defects" / "lib.json") << "{";
  std::ofstream(files_.corpus / "defects" / "notes.txt") << "text";
  EXPECT_EQ(problems().size(), 2u);
}

TEST_F(Defects, ACorpusMayHaveNone) {
  std::filesystem::remove_all(files_.corpus);
  EXPECT_THAT(files_.load().products, IsEmpty());
}

TEST_F(Defects, AVersionIsRecorded) {
  ASSERT_THAT(problems_of(DefectFiles::entry("lib-one")), IsEmpty());
  DefectCatalogue catalogue = files_.load();
  const auto record = [&](const std::string& version, bool is_fixed) {
    catalogue = files_.load();
    return record_version(catalogue, catalogue.find("lib-one"), version, is_fixed);
  };
  EXPECT_FALSE(record("1.0", false));
  EXPECT_TRUE(record("1.1", false));
  EXPECT_TRUE(record("2.0", true));
  EXPECT_FALSE(record("3.0", true));  // 2.0 is the first one
  catalogue = files_.load();
  const Defect& defect = *catalogue.find("lib-one").defect;
  EXPECT_THAT(defect.versions, ElementsAre("1.0", "1.1"));
  EXPECT_EQ(defect.fixed_in, "2.0");
  EXPECT_THAT(defect_rewrites(catalogue), IsEmpty());
}

TEST_F(Defects, AnotherLayoutIsFound) {
  ASSERT_THAT(problems_of(DefectFiles::entry("lib-one")), IsEmpty());
  const std::filesystem::path file = files_.corpus / "defects" / "lib.json";
  const std::string canonical = read_text_file(file);
  std::ofstream(file) << ordered_json::parse(canonical).dump();
  const std::vector<Rewrite> rewrites = defect_rewrites(files_.load());
  ASSERT_EQ(rewrites.size(), 1u);
  EXPECT_EQ(rewrites[0].text, canonical);
}

TEST(OurDefects, HaveNoProblem) {
  const std::filesystem::path corpus = PLACEMAT_SOURCE_DIR "/corpus";
  const DefectLint lint = lint_defects(corpus, defect_folder(corpus));
  for (const Problem& problem : lint.problems) ADD_FAILURE() << to_text(problem);
  EXPECT_GT(lint.catalogue.by_effect().size(), 80u);
  EXPECT_THAT(defect_rewrites(lint.catalogue), IsEmpty());
}

}  // namespace
}  // namespace placemat
