// One process of an audit is killed; the deep tests kill 200.
#include "harness/cli/kill_fixture.h"

namespace placemat {
namespace {

TEST_F(Killed, AnAuditEndsWithTheSameFindings) { expect_same_after(of_plugin(), 2); }

}  // namespace
}  // namespace placemat
