// A solver gets so much processor time, however busy the machine is.
#include "harness/certify/solver_program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

std::string answer_of(const std::string& script, const char* name = "some") {
  const std::string file = scratch("solver");
  std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return ask_solver({name, file, ""}, "a.smt2", 1);
}

// The program of that name which answers any question with this line.
std::string text_of_one_that_says(const std::string& line) {
  const std::filesystem::path folder = scratch("solvers");
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "some") << "#!/bin/sh\necho '" << line << "'\n";
  std::filesystem::permissions(folder / "some", std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  const auto program = solver_program("some");
  setenv("PATH", path.c_str(), 1);
  return program ? to_text(*program) : "absent";
}

TEST(SolverProgram, ItsVersionIsWhatItTells) {
  EXPECT_EQ(text_of_one_that_says("Z3 version 4.8.12 - 64 bit"), "some 4.8.12");
  EXPECT_EQ(text_of_one_that_says("sc2021"), "some sc2021");
  EXPECT_EQ(text_of_one_that_says("usage: some [INPUT] [PROOF]"), "some");
}

TEST(SolverProgram, OneThatComputesTooLongIsEnded) {
  EXPECT_EQ(answer_of("while :; do :; done"), "too slow");
}

TEST(SolverProgram, OneThatWaitsIsNotTooSlow) { EXPECT_EQ(answer_of("sleep 2; echo sat"), "sat"); }

// cvc5 without CaDiCaL does not know the options for it.
TEST(SolverProgram, OneThatRefusesTheFastOptionsIsAskedWithoutThem) {
  const std::string refuses =
      "case \"$*\" in *bitblast*) echo '(error \"no\")';; *) echo unsat;; esac";
  EXPECT_EQ(answer_of(refuses, "cvc5"), "unsat");
}

TEST(SolverProgram, AnAnswerIsNotAskedForTwice) {
  const std::string counts = "case \"$*\" in *bitblast*) echo sat;; *) echo unsat;; esac";
  EXPECT_EQ(answer_of(counts, "cvc5"), "sat");
}

TEST(SolverProgram, AnErrorIsGivenAsItIs) {
  EXPECT_EQ(answer_of("echo '(error)'", "cvc5"), "(error)");
}

}  // namespace
}  // namespace placemat
