#include "harness/cli/fuzz_kill_fixture.h"

namespace placemat {
namespace {

TEST_F(KilledCampaign, LosesNothingAndDoublesNothingIn50Deaths) { expect_nothing_lost(50, 3); }

}  // namespace
}  // namespace placemat
