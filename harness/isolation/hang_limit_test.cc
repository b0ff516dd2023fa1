#include "harness/isolation/hang_limit.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

namespace placemat {
namespace {

TEST(HangLimit, ADecoderThatAnswersNothingGetsFewCalls) {
  HangLimit limit(100);
  for (std::uint32_t i = 0; i < HangLimit::kMostWithoutAnswer; ++i) {
    EXPECT_FALSE(limit.is_reached());
    limit.timed_out();
  }
  EXPECT_TRUE(limit.is_reached());
  EXPECT_EQ(limit.why(), "3 calls had no answer within the time limit, and no call had one");
}

TEST(HangLimit, ADecoderThatAnswersGetsTheWholeNumber) {
  HangLimit limit(5);
  limit.answered();
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(limit.is_reached());
    limit.timed_out();
  }
  EXPECT_TRUE(limit.is_reached());
  EXPECT_EQ(limit.why(), "5 calls had no answer within the time limit");
}

TEST(HangLimit, EvenNoPatienceAllowsAFewCalls) {
  HangLimit limit(0);
  limit.answered();
  limit.timed_out();
  EXPECT_FALSE(limit.is_reached());
}

TEST(HangLimit, IsSharedWithProcesses) {
  HangLimit limit(100);
  const pid_t child = fork();
  if (child == 0) {
    limit.answered();
    limit.timed_out();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(limit.count(), 1u);
  EXPECT_TRUE(limit.has_answered());
}

}  // namespace
}  // namespace placemat
