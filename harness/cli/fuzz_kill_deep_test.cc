#include "harness/cli/fuzz_kill_fixture.h"

namespace placemat {
namespace {

TEST_F(KilledCampaign, LosesNothingAndDoublesNothingIn50Deaths) {
  expect_nothing_lost(kFuzzedSaboteur, 50, 3);
}

TEST_F(KilledCampaign, OfAPlugInLosesNothingAndDoublesNothingIn50Deaths) {
  expect_nothing_lost(kFuzzedPlugIn, 50, 3);
}

TEST_F(KilledCampaign, OfAChildLosesNothingAndDoublesNothingIn50Deaths) {
  expect_nothing_lost(kFuzzedChild, 50, 3);
}

}  // namespace
}  // namespace placemat
