#include "harness/bytes/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>

namespace placemat {
namespace {

TEST(InParallel, DoesEachItemOnceOnAnyNumberOfThreads) {
  for (const unsigned threads : {0u, 1u, 2u, 5u}) {
    std::vector<std::atomic<int>> times(100);
    EXPECT_EQ(in_parallel(times.size(), threads, [&](std::size_t i) { ++times[i]; }), 100u);
    for (const auto& t : times) EXPECT_EQ(t.load(), 1);
  }
}

TEST(InParallel, DoesNothingWithoutItems) {
  EXPECT_EQ(in_parallel(0, 3, [](std::size_t) { FAIL(); }), 0u);
}

TEST(InParallel, CompletesAGaplessPrefixWhenStopped) {
  for (const unsigned threads : {1u, 3u}) {
    std::atomic<bool> stop{false};
    std::vector<std::atomic<int>> times(1000);
    WorkOptions work(threads);
    work.stop = &stop;
    std::vector<std::size_t> told;
    work.progress = [&](std::size_t begun) { told.push_back(begun); };
    const std::size_t done = in_parallel(times.size(), work, [&](std::size_t i) {
      ++times[i];
      if (i == 100) stop = true;
    });
    EXPECT_GT(done, 100u);
    EXPECT_LT(done, times.size());
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], i < done ? 1 : 0) << i;
    EXPECT_TRUE(std::ranges::is_sorted(told));
  }
}

TEST(InParallel, StartsNothingWhenStoppedBeforehand) {
  const std::atomic<bool> stop{true};
  WorkOptions work(2);
  work.stop = &stop;
  EXPECT_EQ(in_parallel(10, work, [](std::size_t) { FAIL(); }), 0u);
}

TEST(InParallel, ReportsProgressOnTheCallingThread) {
  WorkOptions work(3);
  const auto caller = std::this_thread::get_id();
  work.progress = [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); };
  in_parallel(100, work, [](std::size_t) {});
}

TEST(InParallelWith, MakesOneStateOnEachThread) {
  std::mutex mutex;
  std::set<std::thread::id> makers;
  std::atomic<std::size_t> done{0};
  in_parallel_with(200, 3, [&] {
    const auto maker = std::this_thread::get_id();
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(makers.insert(maker).second);
    return ItemWork([&done, maker](std::size_t) {
      EXPECT_EQ(std::this_thread::get_id(), maker);
      ++done;
    });
  });
  EXPECT_EQ(makers.size(), 3u);
  EXPECT_EQ(done, 200u);
}

TEST(WorkQueue, HandsOutEachNumberOnce) {
  WorkQueue queue(2);
  EXPECT_EQ(queue.next(), 0u);
  EXPECT_EQ(queue.handed_out(), 1u);
  EXPECT_EQ(queue.next(), 1u);
  EXPECT_EQ(queue.next(), std::nullopt);
  EXPECT_EQ(queue.next(), std::nullopt);
  EXPECT_EQ(queue.handed_out(), 2u);
}

TEST(ThreadGroup, RunsConcurrentlyWithTheCaller) {
  std::atomic<bool> go{false};
  std::atomic<int> ended{0};
  ThreadGroup group(3, [&](std::size_t) {
    go.wait(false);
    ++ended;
  });
  EXPECT_EQ(ended, 0);
  go = true;
  go.notify_all();
  group.join();
  EXPECT_EQ(ended, 3);
}

}  // namespace
}  // namespace placemat
