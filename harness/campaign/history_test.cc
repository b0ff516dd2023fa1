// history_test.cc: the versions in which a subject changed, found from audits that a test makes up.
#include "harness/campaign/history.h"

#include <gmock/gmock.h>

#include "harness/bytes/numbers.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> versions(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(std::to_string(i) + ".0.0");
  return out;
}

VersionState right() { return {.profile = "utf-8/maximal-subpart/keep"}; }

VersionState wrong(const std::string& finding, const std::string& vector = "overlong/a") {
  VersionState state = right();
  state.findings = {finding};
  state.failing = {vector};
  return state;
}

int major_of(const std::string& version) { return std::stoi(version); }

class Changes : public testing::Test {
 protected:
  SubjectHistory find(std::size_t count, const std::function<VersionState(int)>& state) {
    return find_changes(
        versions(count),
        [&](const std::string& version) {
          asked_.push_back(version);
          return state(major_of(version));
        },
        nullptr, [](std::size_t) {});
  }
  std::vector<std::string> asked_;
};

TEST_F(Changes, GetTheirVersionByHalving) {
  const SubjectHistory history = find(
      100, [](int version) { return version < 37 ? wrong("accepts-overlong: C0 AF") : right(); });
  ASSERT_THAT(history.changes, SizeIs(1));
  EXPECT_EQ(history.audited[history.changes[0].before].version, "36.0.0");
  EXPECT_EQ(history.audited[history.changes[0].after].version, "37.0.0");
  EXPECT_THAT(history.changes[0].gone, ElementsAre("accepts-overlong: C0 AF"));
  EXPECT_THAT(history.changes[0].appeared, IsEmpty());
  EXPECT_TRUE(history.changes[0].is_candidate());
  EXPECT_TRUE(history.is_complete);
  // The two ends, and one for each of the seven halvings of 99.
  EXPECT_LE(asked_.size(), 9u);
}

TEST_F(Changes, AreNoneBetweenVersionsThatAnswerByChance) {
  const SubjectHistory history = find(20, [](int version) {
    if (version > 11) return right();
    VersionState state = wrong("drops-truncated-tail: C" + std::to_string(version));
    state.findings.push_back("nondeterministic: E0 8" + std::to_string(version));
    return state;
  });
  ASSERT_THAT(history.changes, SizeIs(1));
  EXPECT_EQ(history.audited[history.changes[0].before].version, "11.0.0");
}

TEST_F(Changes, AreAllFoundWhereEndsAndMiddlesDiffer) {
  const SubjectHistory history = find(64, [](int version) {
    if (version < 10) return wrong("a: 80");
    return version < 50 ? wrong("b: 81") : right();
  });
  ASSERT_THAT(history.changes, SizeIs(2));
  EXPECT_EQ(history.audited[history.changes[0].after].version, "10.0.0");
  EXPECT_EQ(history.audited[history.changes[1].after].version, "50.0.0");
}

TEST_F(Changes, ThatWereTakenBackBetweenVersionsThatAgreeAreNotSeen) {
  const SubjectHistory history =
      find(64, [](int version) { return version == 5 ? wrong("a: 80") : right(); });
  EXPECT_THAT(history.changes, IsEmpty());
  EXPECT_THAT(asked_, SizeIs(2));
}

TEST_F(Changes, AVersionThatCannotBeAskedIsNoCandidate) {
  const SubjectHistory history = find(
      16, [](int version) { return version < 4 ? VersionState{.trouble = "no npm"} : right(); });
  ASSERT_THAT(history.changes, SizeIs(1));
  EXPECT_EQ(history.audited[history.changes[0].after].version, "4.0.0");
  EXPECT_FALSE(history.changes[0].is_candidate());
}

TEST_F(Changes, ANewProfileAloneIsAChange) {
  const SubjectHistory history = find(8, [](int version) {
    VersionState state = right();
    if (version > 5) state.profile = "utf-8/reject/keep";
    return state;
  });
  ASSERT_THAT(history.changes, SizeIs(1));
  EXPECT_TRUE(history.changes[0].is_profile_changed);
}

TEST_F(Changes, AStopLeavesThemUnfinished) {
  std::atomic<bool> stop = false;
  const SubjectHistory history = find_changes(
      versions(64),
      [&](const std::string& version) {
        if (version == "63.0.0") stop = true;
        return version == "0.0.0" ? wrong("a: 80") : right();
      },
      &stop, [](std::size_t) {});
  EXPECT_FALSE(history.is_complete);
  EXPECT_THAT(history.changes, IsEmpty());
}

TEST_F(Changes, HaveTheIdOfTheDocumentedBugThatTheyMend) {
  SubjectHistory history = find(
      32, [](int version) { return version < 20 ? wrong("accepts-overlong: C0 AF") : right(); });
  history.subject = "npm_lib";
  Corpus corpus;
  Bug bug;
  bug.id = "lib-overlong";
  bug.vector = "overlong/a";
  bug.versions = BugVersions{"npm_lib", "18.0.0", "20.0.0"};
  corpus.bugs = {bug};
  bug.id = "other-vector";
  bug.vector = "overlong/b";
  corpus.bugs.push_back(bug);
  bug.id = "other-subject";
  bug.vector = "overlong/a";
  bug.versions->subject = "npm_other";
  corpus.bugs.push_back(bug);
  name_bugs(history, corpus);
  EXPECT_THAT(history.changes.at(0).mends, ElementsAre("lib-overlong"));
  EXPECT_FALSE(history.changes.at(0).is_candidate());
}

TEST_F(Changes, HaveNoIdWhereTheVersionBeforeAnswersByChance) {
  SubjectHistory history = find(32, [](int version) {
    return version > 3 ? wrong("accepts-overlong: C0 AF") : wrong("nondeterministic: C3", "cut/c3");
  });
  history.subject = "npm_lib";
  Corpus corpus;
  Bug bug;
  bug.id = "lib-overlong";
  bug.vector = "overlong/a";
  bug.versions = BugVersions{"npm_lib", "18.0.0", "40.0.0"};
  corpus.bugs = {bug};
  name_bugs(history, corpus);
  EXPECT_THAT(history.changes.at(0).brings, IsEmpty());
  EXPECT_TRUE(history.changes.at(0).is_candidate());
}

TEST_F(Changes, HaveTheIdOfTheDocumentedBugThatTheyBring) {
  SubjectHistory history = find(
      32, [](int version) { return version > 3 ? wrong("accepts-overlong: C0 AF") : right(); });
  history.subject = "npm_lib";
  Corpus corpus;
  Bug bug;
  bug.id = "lib-overlong";
  bug.vector = "overlong/a";
  bug.versions = BugVersions{"npm_lib", "18.0.0", "40.0.0"};
  corpus.bugs = {bug};
  name_bugs(history, corpus);
  EXPECT_THAT(history.changes.at(0).brings, ElementsAre("lib-overlong"));
  EXPECT_THAT(history.changes.at(0).mends, IsEmpty());
}

}  // namespace
}  // namespace placemat
