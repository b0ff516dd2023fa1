// process_test.cc: a shell command, with its output, its limits and its ends.
#include "harness/campaign/process.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "harness/bytes/scratch_fixture.h"

namespace placemat {
namespace {

ShellOutcome shell_in_scratch(const std::string& text, std::vector<std::string> environment = {}) {
  return run_shell({text, scratch(), std::move(environment), std::chrono::seconds(2)});
}

TEST(RunShell, OutputAndErrorsAreApart) {
  const ShellOutcome result = shell_in_scratch("echo one; echo two >&2; exit 4");
  EXPECT_EQ(result.output, "one\n");
  EXPECT_EQ(result.errors, "two\n");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_FALSE(result.is_good());
  EXPECT_TRUE(shell_in_scratch("true").is_good());
}

TEST(RunShell, ItRunsInTheDirectoryWithoutInput) {
  written("there", "");
  EXPECT_EQ(shell_in_scratch("ls; cat").output, "there\n");
  EXPECT_FALSE(run_shell({"true", scratch("absent"), {}}).is_good());
}

TEST(RunShell, VariablesReplaceThoseOfTheSameName) {
  ASSERT_EQ(setenv("PLACEMAT_TEST_VARIABLE", "old", 1), 0);
  EXPECT_EQ(shell_in_scratch("echo $PLACEMAT_TEST_VARIABLE").output, "old\n");
  EXPECT_EQ(shell_in_scratch("env | grep -c ^PLACEMAT_TEST_VARIABLE=; echo $PLACEMAT_TEST_VARIABLE",
                             {"PLACEMAT_TEST_VARIABLE=new"})
                .output,
            "1\nnew\n");
  unsetenv("PLACEMAT_TEST_VARIABLE");
}

TEST(RunShell, SignalsAreSeenThroughTheShell) {
  EXPECT_EQ(shell_in_scratch("kill -SEGV $$").signal, SIGSEGV);
  EXPECT_EQ(shell_in_scratch("sh -c 'kill -ABRT $$'; exit $?").signal, SIGABRT);
  EXPECT_EQ(shell_in_scratch("exit 1").signal, 0);
}

TEST(RunShell, TheLimitEndsAllThatItStarted) {
  const ShellOutcome result = shell_in_scratch("(sleep 100; echo late >late) & sleep 100");
  EXPECT_TRUE(result.is_too_slow);
  EXPECT_FALSE(result.is_good());
}

TEST(RunShell, WhatItLeavesBehindEndsWithIt) {
  const ShellOutcome result = shell_in_scratch("sleep 1000 & echo $!");
  EXPECT_TRUE(result.is_good());
  EXPECT_FALSE(result.is_too_slow);
  // One that has ended and that no process has waited for has no command line.
  const std::string left = fmt::format("/proc/{}/cmdline", std::stoi(result.output));
  const auto is_alive = [&] { return std::ifstream(left).peek() != EOF; };
  for (int i = 0; i < 1000 && is_alive(); ++i) usleep(10'000);
  EXPECT_FALSE(is_alive());
}

TEST(RunShell, LongOutputIsCut) {
  EXPECT_EQ(shell_in_scratch("head -c 1000000 /dev/zero").output.size(), std::size_t{64} << 10);
}

}  // namespace
}  // namespace placemat
