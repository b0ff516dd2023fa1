// 200 processes are killed at random moments: the run, the audit of one subject, guardians, hosts,
// workers, fork servers and children in turn.
#include "harness/cli/kill_fixture.h"

namespace placemat {
namespace {

TEST_F(Killed, CommandsEndWithTheSameFindings) {
  expect_same_after(of_plugin(), 60);
  expect_same_after(of_child(), 60);
  expect_same_after(of_installed(), 50);
  expect_same_after(of_run("tutorial_lenient"), 30);
  EXPECT_GE(total_, 200);
}

}  // namespace
}  // namespace placemat
