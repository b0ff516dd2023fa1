// Small sets by output; the deep tests make those by verdict.
#include "harness/cli/strength_command_fixture.h"

namespace placemat::cli {
namespace {

TEST_F(StrengthCommandRuns, ASmallSetIsReadAgainAndKillsAsMany) {
  const std::string few = file("few.json");
  const Measured all = measure(some_, {"--minimal", few, "--require", "99"});
  EXPECT_EQ(all.code, kFinding) << "eight vectors are not enough";
  const Measured again = measure(few, {"--require", "0.01"});
  EXPECT_EQ(again.code, kAsExpected);
  EXPECT_GT(all.by_output, 0u);
  EXPECT_EQ(again.by_output, all.by_output);
  // At least one of the two equal vectors is gone.
  EXPECT_LT(read_vectors(few).probes.size(), read_vectors(some_).probes.size());
}

}  // namespace
}  // namespace placemat::cli
