// Small sets by verdict, and the set that kills all that verdicts can.
#include "harness/cli/strength_command_fixture.h"

namespace placemat::cli {
namespace {

TEST_F(StrengthCommandRuns, ASmallSetForVerdictsIsReadAgainAndKillsAsMany) {
  const std::string few = file("few.json");
  const Measured all = measure(some_, {"--by-verdict", "--minimal", few, "--require", "99"});
  EXPECT_EQ(all.code, kFinding);
  const Measured again = measure(few, {});
  EXPECT_EQ(again.code, kAsExpected) << "whose vectors they are, nothing was promised of them";
  EXPECT_GT(all.by_verdict, 0u);
  EXPECT_EQ(again.by_verdict, all.by_verdict);
}

TEST_F(StrengthCommandRuns, ASetForVerdictsKillsAllThatVerdictsCanKill) {
  const std::string set = file("verdict.json");
  EXPECT_EQ(run({"--vectors", some_, "--verdict-set", set}, "text").code, kAsExpected);
  const Measured ran = run({"--vectors", set, "--by-verdict", "--require", "100"}, "text");
  EXPECT_EQ(ran.code, kAsExpected);
  EXPECT_THAT(ran.out, testing::HasSubstr("verdict.json, read as vectors of placemat: "));
}

}  // namespace
}  // namespace placemat::cli
