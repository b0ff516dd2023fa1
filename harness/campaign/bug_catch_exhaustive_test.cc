// bug_catch_exhaustive_test.cc: every documented bug, modelled by a saboteur, is caught by its one
// vector under the kind that the corpus states. A decoder without the bug is not caught.
#include <gtest/gtest.h>

#include <set>

#include "harness/campaign/bug_catch.h"
#include "harness/corpus/fixture.h"

namespace placemat {
namespace {

using fixture::corpus;

TEST(BugCatch, EveryDocumentedBugIsCaughtByItsOwnVector) {
  ASSERT_GE(corpus().bugs.size(), 134u);
  const BugCatches result = catch_bugs(corpus(), 2, nullptr);
  EXPECT_TRUE(result.finished);
  ASSERT_EQ(result.catches.size(), corpus().bugs.size());
  for (const BugCatch& caught : result.catches) {
    const Bug& bug = *caught.bug;
    EXPECT_TRUE(caught.is_caught) << bug.id << ": " << bug.saboteur << " on " << bug.vector
                                  << " as " << bug.kind << ": " << caught.instead;
    EXPECT_EQ(caught.finding.vector, caught.is_caught ? bug.vector : "");
  }
}

// Without this, "caught" would not depend on the vector.
TEST(BugCatch, ADecoderWithoutTheBugIsNotCaught) {
  Corpus other = corpus();
  for (Bug& bug : other.bugs) {
    // Only U+7B2C comes out wrong, and no trigger contains it.
    bug.saboteur = "sab_one_scalar_wrong";
  }
  for (const BugCatch& caught : catch_bugs(other, 2, nullptr).catches) {
    EXPECT_FALSE(caught.is_caught) << caught.bug->id;
    EXPECT_EQ(caught.instead, "nothing was found");
  }
}

TEST(BugCatch, EveryClassHasThreeSaboteurs) {
  for (const auto& [name, about] : corpus().bug_classes) {
    EXPECT_GE(saboteurs_of(name).size(), 3u) << name;
  }
  EXPECT_EQ(corpus().bug_classes.size(), 27u);
}

// The model of a bug shares a class or a kind with it; otherwise it models another bug.
TEST(BugCatch, AModelSharesAClassOrAKindWithItsBug) {
  for (const Bug& bug : corpus().bugs) {
    std::set<std::string> classes{bug.bug_class};
    classes.insert(bug.also.begin(), bug.also.end());
    bool is_related = false;
    for (const std::string& name : classes) {
      for (const Decoder* saboteur : saboteurs_of(name)) {
        is_related = is_related || saboteur->name == bug.saboteur;
      }
    }
    EXPECT_TRUE(is_related) << bug.id << ": " << bug.saboteur << " models another class";
  }
}

TEST(BugCatch, StatesWhatIsMissing) {
  Corpus other = corpus();
  other.bugs.resize(2);
  other.bugs[0].saboteur = "sab_of_nothing";
  other.bugs[1].vector = "no/vector";
  const BugCatches result = catch_bugs(other, 1, nullptr);
  EXPECT_EQ(result.catches.at(0).instead, "there is no sab_of_nothing");
  EXPECT_EQ(result.catches.at(1).instead, "there is no no/vector");
}

}  // namespace
}  // namespace placemat
