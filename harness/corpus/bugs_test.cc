// bugs_test.cc: documented bugs are checked as strictly as vectors. Every error
// in a bug file is reported with its line. The expectations are worked out by
// hand from Table 3-7.
#include "harness/corpus/bugs.h"

#include <gmock/gmock.h>

#include <fstream>

#include "harness/bytes/error.h"
#include "harness/bytes/scratch_fixture.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using fixture::kCorpus;

// A copy of our corpus with one bug file of its own.
class BugFiles : public testing::Test {
 protected:
  BugFiles() {
    fs::create_directories(directory_ / "bugs");
    for (const char* name : {"vector.schema.json", "flags.schema.json", "bug.schema.json",
                             "flags.json", "vectors/overlong.json", "vectors/split.json"}) {
      fs::create_directories((directory_ / name).parent_path());
      fs::copy_file(kCorpus / name, directory_ / name);
    }
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  // The bug begins in line 2, its trigger is line 4, caught_by line 5.
  static std::string file(const std::string& trigger,
                          const std::string& bug_class = "accepts-overlong") {
    return R"({"schema": "placemat-bugs-1", "licence": "CC0-1.0", "bug_class": ")" + bug_class +
           R"(", "about": "for this test", "bugs": [
{"id": "one", "project": "some", "api": "decode", "status": "bug", "also": [],
"story": "It went wrong.", "effect": "It was bad.", "units": "reported", "verified": true, "links": [], "cves": [],
"triggers": [)" +
           trigger + R"(],
"caught_by": {"vector": "overlong/slash-2-units", "kind": "accepts-overlong", "saboteur": "sab_x"}}]}
)";
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> texts;
    for (const Problem& problem : lint_corpus(directory_).problems) {
      texts.push_back(to_text(problem).substr(directory_.string().size() + 1));
    }
    return texts;
  }
  // The problems of a file with this trigger.
  std::vector<std::string> problems_of(const std::string& trigger) const {
    write("bugs/accepts-overlong.json", file(trigger));
    return problems();
  }

  const fs::path directory_ = scratch();
};

constexpr const char* kRight =
    R"("right": {"well_formed": false, "error": {"offset": 0, "length": 1}, "replaced": "FFFD FFFD"})";
std::string trigger(const std::string& more) {
  return R"({"hex": "C0 AF", "vector": "overlong/slash-2-units", )" + (kRight + more) + "}";
}

TEST_F(BugFiles, ReadsAValidBug) {
  ASSERT_THAT(problems_of(trigger(R"(, "did": {"accepts": "2F"})")), IsEmpty());
  const Corpus corpus = load_corpus(directory_);
  ASSERT_EQ(corpus.bugs.size(), 1u);
  const Bug& bug = corpus.bugs.front();
  EXPECT_EQ(bug.bug_class, "accepts-overlong");
  EXPECT_FALSE(bug.year);
  EXPECT_EQ(bug.caught_trigger().did->text(), "accepts 2F");
  EXPECT_EQ(to_text(law_of(bug.caught_trigger())),
            "ill-formed at 0, length 1; replaced: FFFD FFFD");
  EXPECT_EQ(corpus.find_bug("one"), &bug);
  EXPECT_EQ(corpus.find_bug("two"), nullptr);
}

// The file of a bug with these versions, in line 5.
std::string with_versions(std::string file, const std::string& versions) {
  return file.insert(file.find("\"caught_by\""), "\"versions\": " + versions + ", ");
}

TEST_F(BugFiles, ReadsTheVersionsThatHadIt) {
  write("bugs/accepts-overlong.json",
        with_versions(file(trigger("")),
                      R"({"subject": "npm_lib", "faulty": "1.0.0", "mended": "1.0.1"})"));
  ASSERT_THAT(problems(), IsEmpty());
  const Corpus corpus = load_corpus(directory_);
  const auto& versions = corpus.bugs.front().versions;
  ASSERT_TRUE(versions);
  EXPECT_EQ(versions->subject, "npm_lib");
  EXPECT_EQ(versions->faulty, "1.0.0");
  EXPECT_EQ(versions->mended, "1.0.1");
}

TEST_F(BugFiles, OneVersionTwice) {
  write("bugs/accepts-overlong.json",
        with_versions(file(trigger("")),
                      R"({"subject": "npm_lib", "faulty": "1.0.0", "mended": "1.0.0"})"));
  EXPECT_THAT(problems(),
              ElementsAre(AllOf(HasSubstr("json:5: "),
                                HasSubstr("the faulty version is the mended one, 1.0.0"))));
}

TEST_F(BugFiles, AVersionThatIsNone) {
  write("bugs/accepts-overlong.json",
        with_versions(file(trigger("")),
                      R"({"subject": "npm_lib", "faulty": "latest; x", "mended": "1.0.0"})"));
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("versions/faulty")));
}

TEST_F(BugFiles, MalformedJson) {
  write("bugs/accepts-overlong.json", file(trigger("")) + "}");
  EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("bugs/accepts-overlong.json:6: column 1"),
                                            HasSubstr("not JSON"))));
}

TEST_F(BugFiles, Empty) {
  write("bugs/accepts-overlong.json", "\n");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("bugs/accepts-overlong.json: empty, and no JSON; restore")));
}

TEST_F(BugFiles, UnknownClass) {
  write("bugs/accepts-nonsense.json", file(trigger(""), "accepts-nonsense"));
  EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("bugs/accepts-nonsense.json:1: bug_class:"),
                                            HasSubstr("stated in bug.schema.json"))));
}

TEST_F(BugFiles, ClassThatDiffersFromTheFileName) {
  write("bugs/over-read.json", file(trigger("")));
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("bugs/over-read.json:1: the class is \"accepts-overlong\"")));
}

TEST_F(BugFiles, OddHex) {
  EXPECT_THAT(problems_of(R"({"hex": "C0 A", "vector": "overlong/slash-2-units", )" +
                          std::string(kRight) + "}"),
              ElementsAre(HasSubstr("bugs/accepts-overlong.json:4: one: column 4")));
}

TEST_F(BugFiles, UnknownMember) {
  EXPECT_THAT(problems_of(trigger(R"(, "wrong": 1)")),
              ElementsAre(HasSubstr("bugs/accepts-overlong.json:4: "
                                    "bugs/0/triggers/0/wrong: unknown member; take it out")));
}

TEST_F(BugFiles, ListsEveryContradictionOfTheLaw) {
  const std::string wrong =
      R"({"hex": "C0 AF", "vector": "overlong/slash-2-units",
"right": {"well_formed": false,
"error": {"offset": 1, "length": 1},
"replaced": "FFFD"},
"did": {"emits": "FFFD FFFD"}},
{"hex": "E2 82|AC", "vector": "split/euro-2",
"right": {"well_formed": true, "values": "20AD"}},
{"hex": "E2|82 AC", "vector": "split/euro-1",
"right": {"well_formed": false, "error": {"offset": 0, "length": 1}, "replaced": ""}})";
  EXPECT_THAT(
      problems_of(wrong),
      ElementsAre(
          AllOf(HasSubstr("bugs/accepts-overlong.json:6: one: error contradicts the law"),
                HasSubstr("offset 0, length 1; correct it, or")),
          AllOf(HasSubstr("bugs/accepts-overlong.json:7: one: replaced contradicts the law"),
                HasSubstr("\"FFFD FFFD\"")),
          AllOf(HasSubstr("bugs/accepts-overlong.json:8: one: \"emits FFFD FFFD\" is what a right "
                          "decoder may do"),
                HasSubstr("state what was wrong, or leave `did` out")),
          AllOf(HasSubstr("bugs/accepts-overlong.json:10: one: values contradicts the law"),
                HasSubstr("\"20AC\"")),
          HasSubstr("bugs/accepts-overlong.json:12: one: well_formed contradicts the law, which "
                    "says true")));
}

TEST_F(BugFiles, VectorThatIsMissingOrHasOtherUnits) {
  EXPECT_THAT(
      problems_of(R"({"hex": "C0 AF", "vector": "overlong/none", )" + std::string(kRight) + "}"),
      ElementsAre(HasSubstr("one: there is no vector overlong/none; add it"),
                  HasSubstr("overlong/slash-2-units is the vector of none of its")));
  EXPECT_THAT(problems_of(R"({"hex": "C0|AF", "vector": "overlong/slash-2-units", )" +
                          std::string(kRight) + "}"),
              ElementsAre(HasSubstr("overlong/slash-2-units has other code units or chunks")));
}

TEST_F(BugFiles, DuplicateId) {
  write("bugs/accepts-overlong.json", file(trigger("")));
  write("bugs/over-read.json", file(trigger(""), "over-read"));
  EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("bugs/over-read.json:2: one: this id"),
                                            HasSubstr("accepts-overlong.json"))));
}

// Each kind of wrong answer, on units whose right answer is known, and its
// opposite.
TEST(WrongAnswers, AreDistinguishedFromRightOnes) {
  const auto law = [](const char* units, Bom bom = Bom::kKeep) {
    Trigger trigger;
    trigger.judged = parse_units(units);
    trigger.bom = bom;
    return law_of(trigger);
  };
  const auto did = [](const char* name) {
    WrongAnswer wrong_answer;
    wrong_answer.name = name;
    return wrong_answer;
  };
  const auto with = [&](const char* name, std::vector<std::uint64_t> values) {
    WrongAnswer wrong_answer = did(name);
    wrong_answer.values = std::move(values);
    wrong_answer.has_values = true;
    return wrong_answer;
  };
  const auto number = [&](const char* name, std::int64_t n) {
    WrongAnswer wrong_answer = did(name);
    wrong_answer.number = n;
    return wrong_answer;
  };
  const LawOfTrigger good = law("F0 9F 98 80"), bad = law("61 C0 AF"), cut = law("61 E2 82");
  EXPECT_TRUE(contradicts(did("accepts"), bad));
  EXPECT_FALSE(contradicts(did("accepts"), good));
  EXPECT_TRUE(contradicts(with("accepts", {0xF600}), good));
  EXPECT_FALSE(contradicts(with("accepts", {0x1F600}), good));
  EXPECT_FALSE(contradicts(with("accepts_utf16", {0xD83D, 0xDE00}), good));
  EXPECT_TRUE(contradicts(with("accepts_utf16", {0xDE00, 0xD83D}), good));
  EXPECT_TRUE(contradicts(did("rejects"), good));
  EXPECT_FALSE(contradicts(did("rejects"), bad));
  EXPECT_TRUE(contradicts(did("wants_more"), good));
  EXPECT_TRUE(contradicts(did("wants_more"), bad));
  EXPECT_FALSE(contradicts(did("wants_more"), cut));
  EXPECT_FALSE(contradicts(with("emits", {0x61, 0xFFFD, 0xFFFD}), bad));
  EXPECT_TRUE(contradicts(with("emits", {0x61, 0xFFFD}), bad));
  EXPECT_TRUE(contradicts(number("emits_count", 2), bad));
  EXPECT_FALSE(contradicts(number("emits_count", 3), bad));
  EXPECT_FALSE(contradicts(number("counts", 1), good));  // scalar values
  EXPECT_FALSE(contradicts(number("counts", 2), good));  // UTF-16 code units
  EXPECT_TRUE(contradicts(number("counts", 4), good));
  EXPECT_TRUE(contradicts(did("fails"), bad));
  EXPECT_TRUE(contradicts(did("breaks"), good));
  WrongAnswer error = number("error", 1);
  error.offset = 1;
  EXPECT_FALSE(contradicts(error, bad));
  error.offset = -1;
  EXPECT_TRUE(contradicts(error, bad));
  EXPECT_TRUE(contradicts(with("emits", {0xFEFF}), law("EF BB BF", Bom::kStripLeading)));
  EXPECT_FALSE(contradicts(with("emits", {0xFEFF}), law("EF BB BF")));
}

// After a reset only the following units are judged.
TEST(OurBugs, JudgeOnlyTheUnitsAfterAReset) {
  const Corpus corpus = load_corpus(kCorpus);
  const Bug* bug = corpus.find_bug("node-stringdecoder-end-keeps-state");
  ASSERT_NE(bug, nullptr);
  EXPECT_EQ(to_text(bug->triggers.at(0).units), "E2 82|61");
  EXPECT_EQ(to_text(law_of(bug->triggers.at(0))), "well-formed: 61");
  EXPECT_EQ(to_text(law_of(bug->triggers.at(1))), "ill-formed at 0, length 1; replaced: FFFD");
}

TEST(OurBugs, StateTheOriginOfTheirUnits) {
  const Corpus corpus = load_corpus(kCorpus);
  EXPECT_GE(corpus.bugs.size(), 134u);
  std::size_t constructed = 0;
  for (const Bug& bug : corpus.bugs) {
    constructed += bug.is_constructed ? 1 : 0;
    const bool has_source = !bug.links.empty() || !bug.cves.empty() || !bug.advisories.empty();
    EXPECT_TRUE(has_source || !bug.is_verified) << bug.id << " is verified by nothing";
  }
  EXPECT_GE(constructed, 47u);
}

}  // namespace
}  // namespace placemat
