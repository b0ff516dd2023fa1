// Campaigns are killed three times; the deep test kills each 50 times.
#include "harness/cli/fuzz_kill_fixture.h"

namespace placemat {
namespace {

TEST_F(KilledCampaign, LosesNothingAndDoublesNothing) {
  expect_nothing_lost(kFuzzedSaboteur, 3, 1.2);
}

TEST_F(KilledCampaign, OfAPlugInLosesNothingAndDoublesNothing) {
  expect_nothing_lost(kFuzzedPlugIn, 3, 1.2);
}

TEST_F(KilledCampaign, OfAChildLosesNothingAndDoublesNothing) {
  expect_nothing_lost(kFuzzedChild, 3, 1.2);
}

}  // namespace
}  // namespace placemat
