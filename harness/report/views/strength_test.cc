// strength_test.cc: strength in words, and its promised bars. The figures are invented.
#include "harness/report/strength.h"

#include <gmock/gmock.h>

#include "harness/campaign/produce.h"
#include "harness/report/diff.h"
#include "harness/report/fixture.h"
#include "harness/report/views/markdown.h"
#include "harness/report/views/verdict.h"

namespace placemat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Strength good() { return fixture::report().strength.at(0); }

TEST(Strength, NeverRoundsUpToAll) {
  const Tally all{"output", 100'000, 100'000, {}};
  const Tally all_but_one{"output", 100'000, 99'999, {}};
  const Tally nothing{"output", 0, 0, {}};
  EXPECT_EQ(share_text(&all), "100,000 of 100,000 (100.0 %)");
  EXPECT_EQ(share_text(&all_but_one), "99,999 of 100,000 (99.9 %)");
  EXPECT_EQ(share_text(&nothing), "");
  EXPECT_EQ(share_text(nullptr), "");
}

TEST(Strength, HasNoWeaknessesWhenItMeetsItsBars) {
  EXPECT_THAT(weaknesses_of(good()), IsEmpty());
  Strength weak = good();
  weak.families[0].tallies[0].killed = 99;
  EXPECT_THAT(weaknesses_of(weak),
              ElementsAre("the curated vectors, output observed, leave 1 automaton mutant alive"));
  weak = good();
  weak.families[0].tallies[1].killed = 29;
  EXPECT_THAT(weaknesses_of(weak), ElementsAre(HasSubstr("29 of 50 (58.0 %) by verdicts")));
  weak.families[0].tallies[1].killed = 30;
  EXPECT_THAT(weaknesses_of(weak), IsEmpty());
  weak = good();
  weak.families[1].tallies[0].killed = 5;
  EXPECT_THAT(weaknesses_of(weak), ElementsAre("the standard run leaves 2 mutants alive"));
  weak = good();
  weak.families[0].undecided = 1;
  EXPECT_THAT(weaknesses_of(weak), ElementsAre("1 mutant undecided"));
  // A measurement that was not made does not meet its bar.
  weak = good();
  weak.families[1].tallies.clear();
  EXPECT_THAT(weaknesses_of(weak), ElementsAre(HasSubstr("not tried on every family")));
  weak.families.clear();
  EXPECT_THAT(weaknesses_of(weak), Not(IsEmpty()));
}

TEST(Strength, AWeakSuiteIsNotAsExpected) {
  Report report = fixture::report();
  report.footer.unexpected = 0;
  report.footer.expected_errors.clear();
  EXPECT_TRUE(is_as_expected(report));
  report.strength[0].families[1].tallies[0].killed = 6;
  EXPECT_FALSE(is_as_expected(report));
  EXPECT_THAT(verdict_of(report).caveats,
              testing::Contains("placemat is weaker than promised: the standard run leaves "
                                "1 mutant alive."));
}

TEST(Strength, NamesFamiliesThatNoVectorCovers) {
  Strength record = good();
  EXPECT_THAT(uncovered_families(record), IsEmpty());
  record.families[0].tallies[0].killed = 0;
  EXPECT_THAT(uncovered_families(record), ElementsAre("transition"));
}

TEST(Strength, IsShownInEveryReport) {
  const Report report = fixture::report();
  for (const char* part : {"100 of 100 (100.0 %)", "40 of 50 (80.0 %)", "7 of 7", "2 of 3 vectors",
                           "40 strings, 50 for verdicts"}) {
    EXPECT_THAT(render_markdown(report), HasSubstr(part));
  }
  Report without = report;
  without.strength.clear();
  EXPECT_THAT(render_markdown(without), Not(HasSubstr("Strength")));
}

// A note: the suite's strength is no test of a decoder.
TEST(Strength, DifferencesAreNotes) {
  Report weaker = fixture::report();
  weaker.strength[0].families[0].tallies[1].killed = 35;
  const Diff diff = make_diff(fixture::report(), weaker);
  EXPECT_FALSE(diff.has_regressions());
  EXPECT_THAT(diff.notes, ElementsAre("mutants killed, transition, verdict only: 40 of 50 (80.0 %) "
                                      "before, 35 of 50 (70.0 %) after"));
  EXPECT_THAT(make_diff(fixture::report(), fixture::report()).notes, IsEmpty());
  Report without = fixture::report();
  without.strength.clear();
  EXPECT_THAT(make_diff(without, weaker).notes, IsEmpty());
  EXPECT_THAT(make_diff(weaker, without).notes, IsEmpty());
}

}  // namespace
}  // namespace placemat
