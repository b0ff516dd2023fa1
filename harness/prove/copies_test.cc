// copies_test.cc: work that copies of this process share has the answers of one process.
#include "harness/prove/copies.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace placemat::prove {
namespace {

class Copies : public testing::TestWithParam<unsigned> {};

TEST_P(Copies, GiveTheAnswersInTheirOrder) {
  const auto work = [](std::size_t i) { return std::string(i * 1'000, 'x') + std::to_string(i); };
  const std::vector<std::string> answers = answers_by_copies(40, GetParam(), work);
  ASSERT_EQ(answers.size(), 40u);
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i], work(i));
}

TEST_P(Copies, DoNothingWithoutWork) {
  EXPECT_TRUE(answers_by_copies(0, GetParam(), [](std::size_t) { return ""; }).empty());
}

TEST_P(Copies, LeaveNothingUndoneWhenTheyEnd) {
  const pid_t own = getpid();
  const auto work = [&](std::size_t i) {
    if (getpid() != own && i % 3 != 0) _exit(EXIT_FAILURE);
    usleep(1'000);  // so that the copies take some
    return std::to_string(i);
  };
  const std::vector<std::string> answers = answers_by_copies(30, GetParam(), work);
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i], std::to_string(i));
}

TEST_P(Copies, ReportProgressInThisProcess) {
  std::vector<std::size_t> taken;
  const pid_t own = getpid();
  answers_by_copies(
      20, GetParam(), [](std::size_t) { return ""; },
      [&](std::size_t done) {
        EXPECT_EQ(getpid(), own);
        taken.push_back(done);
      });
  ASSERT_FALSE(taken.empty());
  EXPECT_TRUE(std::ranges::is_sorted(taken));
  EXPECT_EQ(taken.back(), 20u);
}

// What slows a process down that has worked for long does not slow down the next one.
TEST_P(Copies, WorkForAFewAnswersOnly) {
  const auto work = [](std::size_t) { return std::to_string(getpid()); };
  std::map<std::string, int> answers_of;
  for (const std::string& copy : answers_by_copies(100, GetParam(), work)) ++answers_of[copy];
  EXPECT_FALSE(answers_of.contains(std::to_string(getpid())));
  for (const auto& [copy, answers] : answers_of) EXPECT_LE(answers, 10) << copy;
}

INSTANTIATE_TEST_SUITE_P(Processes, Copies, testing::Values(1u, 2u, 5u),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace placemat::prove
