// A solver gets so much processor time, however busy the machine is.
#include "harness/certify/solver_program.h"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

std::string answer_of(const std::string& script) {
  const std::string file = scratch("solver");
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return ask_solver({"some", file, ""}, "a.smt2", 1);
}

TEST(SolverProgram, OneThatComputesTooLongIsEnded) {
  EXPECT_EQ(answer_of("while :; do :; done"), "too slow");
}

TEST(SolverProgram, OneThatWaitsIsNotTooSlow) { EXPECT_EQ(answer_of("sleep 2; echo sat"), "sat"); }

}  // namespace
}  // namespace placemat
