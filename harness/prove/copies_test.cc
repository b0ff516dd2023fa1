// copies_test.cc: work that copies of this process share has the answers of one process.
#include "harness/prove/copies.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

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
  std::size_t calls = 0;
  answers_by_copies(20, GetParam(), [](std::size_t) { return ""; }, [&](std::size_t) { ++calls; });
  EXPECT_LE(calls, 20u);
  if (GetParam() == 1) {
    EXPECT_EQ(calls, 20u);
  }
}

INSTANTIATE_TEST_SUITE_P(Processes, Copies, testing::Values(1u, 2u, 5u),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace placemat::prove
