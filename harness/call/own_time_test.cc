// own_time_test.cc: the times are the test's own, so that no test depends on the machine.
#include "harness/call/own_time.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace placemat {
namespace {

using namespace std::chrono_literals;

class OwnTimeTest : public testing::Test {
 protected:
  OwnTimeTest() {
    time_.start(now_);
    idle(50ms);
  }
  std::chrono::nanoseconds idle(std::chrono::milliseconds elapsed) {
    now_ += elapsed;
    activity_.is_ready = false;
    return time_.look(now_);
  }
  std::chrono::nanoseconds ready(std::chrono::milliseconds elapsed, std::chrono::milliseconds ran) {
    now_ += elapsed;
    activity_.is_ready = true;
    activity_.ran += ran;
    return time_.look(now_);
  }

  Activity activity_{true, 7s};  // before it began
  OwnTime::Clock::time_point now_{};
  OwnTime time_{[this] { return activity_; }};
};

TEST_F(OwnTimeTest, IsTheElapsedTimeOfWhatSleeps) {
  EXPECT_EQ(idle(50ms), 100ms);
  EXPECT_EQ(idle(20ms), 120ms);
}

TEST_F(OwnTimeTest, IsTheProcessorTimeOfWhatIsReadyToRun) {
  EXPECT_EQ(ready(50ms, 10ms), 60ms);
  EXPECT_EQ(ready(50ms, 50ms), 110ms);
}

TEST_F(OwnTimeTest, IsNoMoreThanTheElapsedTimeOfManyThreads) {
  EXPECT_EQ(ready(50ms, 800ms), 100ms);
}

TEST_F(OwnTimeTest, GrowsWithoutEndWhereItNeverRuns) {
  EXPECT_EQ(ready(256ms, 0ms), 51ms);
  EXPECT_EQ(ready(25600ms, 0ms), 151ms);
}

TEST_F(OwnTimeTest, AThreadThatEndsTakesNoTimeBack) { EXPECT_EQ(ready(256ms, -1000ms), 51ms); }

TEST_F(OwnTimeTest, BeginsAgain) {
  time_.start(now_);
  EXPECT_EQ(idle(10ms), 10ms);
}

// What it ran before the first look is not known.
TEST_F(OwnTimeTest, CountsLittleBeforeTheFirstLookAtWhatIsReady) {
  time_.start(now_);
  EXPECT_EQ(ready(256ms, 256ms), 1ms);
}

TEST_F(OwnTimeTest, LooksAtShortTimesWithoutReading) {
  bool was_read = false;
  OwnTime time([&] {
    was_read = true;
    return Activity{};
  });
  time.start(now_);
  EXPECT_EQ(time.look(now_ + 1ms), 1ms);
  EXPECT_FALSE(was_read);
}

TEST(ActivityOfAProcess, SeesAProcessThatSleeps) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (;;) pause();
  }
  EXPECT_EQ(children_of(getpid()), std::vector<pid_t>{child});
  while (activity_of_process(child).is_ready) usleep(1000);
  EXPECT_TRUE(activity_of_process(getpid()).is_ready);  // this thread runs
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(activity_of_process(child).is_ready);
  EXPECT_TRUE(children_of(getpid()).empty());
}

TEST(ActivityOfAThread, SeesItsProcessorTime) {
  const auto before = activity_of_thread(gettid());
  EXPECT_TRUE(before.is_ready);
  const auto clock_ms = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
  };
  const auto begun = clock_ms();
  while (clock_ms() - begun < 60) continue;
  const auto ran = activity_of_thread(gettid()).ran - before.ran;
  EXPECT_GE(ran, 40ms);
  EXPECT_LE(ran, 120ms);
}

}  // namespace
}  // namespace placemat
