// bugs_test.cc: the description of a documented bug. The bug is local to this test, so every
// sentence is known.
#include "harness/report/views/bugs.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/report/views/verdict.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// C0 AF taken for a slash, as the saboteur that models it does.
Corpus one_bug() {
  Vector vector;
  vector.id = "a/slash";
  vector.units = parse_units("C0 AF");
  vector.outcome = outcome_of(vector.units.bytes);
  Trigger trigger;
  trigger.units = trigger.judged = vector.units;
  trigger.vector = vector.id;
  trigger.did = WrongAnswer{"accepts", {0x2F}, true, {}, {}, {}};
  Bug bug;
  bug.id = "slash-again";
  bug.bug_class = "accepts-overlong";
  bug.project = "A server";
  bug.api = "decode";
  bug.status = "bug";
  bug.story = "It looked before it decoded.";
  bug.effect = "Files were read.";
  bug.is_constructed = true;
  bug.links = {"https://example.org/1"};
  bug.triggers = {trigger};
  bug.vector = vector.id;
  bug.kind = "accepts-overlong";
  bug.saboteur = "sab_overlong_c0";
  Corpus corpus;
  corpus.vectors = {vector};
  corpus.bugs = {bug};
  corpus.bug_classes["accepts-overlong"] = "Too many units.";
  return corpus;
}

BugCatch caught(const Corpus& corpus) { return catch_bugs(corpus, 1, nullptr).catches.at(0); }

TEST(Bugs, ARecordStatesWhatCatchesIt) {
  const Corpus corpus = one_bug();
  const BugRecord record = record_of(caught(corpus));
  EXPECT_TRUE(record.caught);
  EXPECT_EQ(record.year, "");
  EXPECT_EQ(record.units, "constructed");
  EXPECT_EQ(record.hex, "C0 AF");
  EXPECT_EQ(record.did, "accepts 2F");
  EXPECT_EQ(record.law, "ill-formed at 0, length 1; replaced: FFFD FFFD");
  EXPECT_THAT(record.evidence, HasSubstr("expected ill-formed"));
  EXPECT_THAT(record.replay, HasSubstr("placemat replay sab_overlong_c0"));
}

TEST(Bugs, TheDescriptionIsComplete) {
  const Corpus corpus = one_bug();
  const std::string text = bug_text(corpus, caught(corpus));
  for (const char* part :
       {"slash-again: A server, year unknown", "It looked before it decoded.", "Files were read.",
        "accepts-overlong: Too many units.", "constructed from the description",
        "https://example.org/1", "right       ill-formed at 0, length 1; replaced: FFFD FFFD",
        "it did      accepts 2F", "a/slash alone", "placemat replay sab_overlong_c0",
        "sab_overlong_c1"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  const auto json = nlohmann::json::parse(bug_json(corpus, caught(corpus)));
  EXPECT_EQ(json["year"], nullptr);
  EXPECT_EQ(json["triggers"][0]["did"], "accepts 2F");
  EXPECT_EQ(json["caught"], true);
}

TEST(Bugs, ABugThatIsNotCaughtIsMarked) {
  Corpus corpus = one_bug();
  corpus.bugs[0].saboteur = "sab_overlong_c1";
  EXPECT_THAT(bug_text(corpus, caught(corpus)), HasSubstr("NOT CAUGHT: nothing was found"));
  Report report;
  report.footer.complete = true;
  report.bugs = {record_of(caught(corpus))};
  EXPECT_FALSE(report.bugs[0].caught);
  EXPECT_EQ(report.bugs[0].evidence, "nothing was found");
  EXPECT_THAT(verdict_of(report).caveats,
              ElementsAre(HasSubstr("1 documented bug not caught by the vector that is to catch "
                                    "it: slash-again.")));
  EXPECT_FALSE(verdict_of(report).is_clean);
}

// Every documented bug fits within the width of a terminal, links excepted.
TEST(Bugs, TheBugsOfTheCorpusFitATerminal) {
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  for (const Bug& bug : corpus.bugs) {
    BugCatch nothing;
    nothing.bug = &bug;
    nothing.instead = "not asked";
    std::istringstream lines(bug_text(corpus, nothing));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(line.size() <= 100 || line.starts_with("Source")) << bug.id << ": " << line;
    }
    EXPECT_THAT(bug_json(corpus, nothing), Not(HasSubstr("\"story\": \"\"")));
  }
}

}  // namespace
}  // namespace placemat
