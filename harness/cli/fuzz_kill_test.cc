// A campaign is killed three times; the deep test kills 50 times.
#include "harness/cli/fuzz_kill_fixture.h"

namespace placemat {
namespace {

TEST_F(KilledCampaign, LosesNothingAndDoublesNothing) { expect_nothing_lost(3, 1.2); }

}  // namespace
}  // namespace placemat
