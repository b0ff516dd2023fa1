// fence_test.cc: does on purpose everything that a decoder may do to a process. POSIX
// defines the expected results, not the fence.
#include "harness/call/fence.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "harness/call/guarded.h"

extern "C" void __asan_init() __attribute__((weak));

namespace placemat {
namespace {

using Cause = CallFailure::Cause;
using Clock = std::chrono::steady_clock;

constexpr unsigned kLimit = 100;  // milliseconds

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void burn(double seconds) {
  const double start = cpu_seconds();
  while (cpu_seconds() - start < seconds) {
  }
}

// Volatile, so that no compiler drops a loop or an error.
volatile int zero = 0;
volatile std::uint64_t sink = 0;

__attribute__((no_sanitize("undefined"))) void divide_by_zero() {
  const int many = static_cast<int>(sink) + 100;  // a constant 1 needs no division
  sink = static_cast<std::uint64_t>(many / zero);
}

[[gnu::noinline]] int overflow_stack(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  if (zero != 0) return 0;  // never; no compiler knows that
  const int deeper = overflow_stack(depth + 1);
  return deeper + frame[0];
}

void loop_for_ever() {
  for (;;) sink = sink + 1;
}

class FenceTest : public testing::Test {
 protected:
  Fence fence_{kLimit};
  FencedThread thread_;
  GuardedBuffer buffer_{1};
};

TEST_F(FenceTest, ACallThatReturnsHasNoFailure) {
  int calls = 0;
  const CallFailure failure = thread_.guard([&] { ++calls; });
  EXPECT_EQ(failure.cause, Cause::kNone);
  EXPECT_EQ(calls, 1);
}

TEST_F(FenceTest, ReportsAddressAndDirectionOfAReadOutside) {
  volatile std::uint8_t* const behind = buffer_.end() + 3;
  const CallFailure failure = thread_.guard([&] { sink = *behind; });
  EXPECT_EQ(failure.cause, Cause::kMemory);
  EXPECT_EQ(failure.signal, SIGSEGV);
  EXPECT_EQ(failure.address, const_cast<const std::uint8_t*>(behind));
  EXPECT_FALSE(failure.is_write);
}

TEST_F(FenceTest, ReportsAddressAndDirectionOfAWriteOutside) {
  volatile std::uint8_t* const prelude = buffer_.begin() - 1;
  const CallFailure failure = thread_.guard([&] { *prelude = 1; });
  EXPECT_EQ(failure.cause, Cause::kMemory);
  EXPECT_EQ(failure.address, const_cast<const std::uint8_t*>(prelude));
#if defined(__x86_64__)
  EXPECT_TRUE(failure.is_write);
#endif
}

TEST_F(FenceTest, ADivisionByZeroIsASignal) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "an integer division by zero does not trap here";
#endif
  const CallFailure failure = thread_.guard(divide_by_zero);
  EXPECT_EQ(failure.cause, Cause::kSignal);
  EXPECT_EQ(failure.signal, SIGFPE);
}

TEST_F(FenceTest, AnAbortIsASignal) {
  const CallFailure failure = thread_.guard([] { std::abort(); });
  EXPECT_EQ(failure.cause, Cause::kSignal);
  EXPECT_EQ(failure.signal, SIGABRT);
  // abort() of glibc takes a lock that must not stay held.
  EXPECT_EQ(thread_.guard([] { std::abort(); }).signal, SIGABRT);
}

TEST_F(FenceTest, AnIllegalInstructionAndATrapAreSignals) {
  EXPECT_EQ(thread_.guard([] { raise(SIGILL); }).signal, SIGILL);
  EXPECT_EQ(thread_.guard([] { raise(SIGTRAP); }).signal, SIGTRAP);
}

// Nothing behind the fence is unwound, and the next call is fenced again.
TEST_F(FenceTest, AnExceptionIsAFailure) {
  for (int i = 0; i < 3; ++i) {
    const CallFailure failure = thread_.guard([] { throw std::out_of_range("FE"); });
    EXPECT_EQ(failure.cause, Cause::kException);
    EXPECT_EQ(failure.signal, 0);
    EXPECT_EQ(thread_.guard([] { std::abort(); }).signal, SIGABRT);
  }
}

TEST_F(FenceTest, SurvivesRepeatedStackOverflows) {
  for (int i = 0; i < 3; ++i) {
    const CallFailure failure =
        thread_.guard([] { sink = static_cast<std::uint64_t>(overflow_stack(zero)); });
    EXPECT_EQ(failure.cause, Cause::kMemory);
  }
}

TEST_F(FenceTest, EndsAnEndlessLoopNearItsLimit) {
  const double cpu = cpu_seconds();
  const CallFailure failure = thread_.guard(loop_for_ever);
  EXPECT_EQ(failure.cause, Cause::kTime);
  // Not before the limit, and at most a few watchdog periods of processor time after it.
  // Wall-clock time proves nothing on a busy machine.
  EXPECT_GE(cpu_seconds() - cpu, kLimit / 1000.0);
  EXPECT_LT(cpu_seconds() - cpu, 5 * kLimit / 1000.0);
}

TEST_F(FenceTest, EndsASleepByWallClockTime) {
  const auto start = Clock::now();
  const CallFailure failure = thread_.guard([] {
    for (;;) pause();
  });
  EXPECT_EQ(failure.cause, Cause::kTime);
  EXPECT_GE(seconds_since(start), 10 * kLimit / 1000.0);
}

TEST_F(FenceTest, DoesNotEndALongCallWithinTheLimit) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(thread_.guard([] { burn(0.5 * kLimit / 1000); }).cause, Cause::kNone);
  }
}

TEST_F(FenceTest, ABusyMachineIsNotAHang) {
  // With 19 busy threads for each processor, the call takes longer than ten times its limit, and
  // uses less processor time than the limit.
  std::atomic<bool> stop{false};
  std::vector<std::thread> others;
  for (unsigned i = 0; i < 19 * std::max(1u, std::thread::hardware_concurrency()); ++i) {
    others.emplace_back([&] {
      while (!stop) sink = sink + 1;
    });
  }
  const CallFailure failure = thread_.guard([] { burn(0.9 * kLimit / 1000); });
  stop = true;
  for (std::thread& other : others) other.join();
  EXPECT_EQ(failure.cause, Cause::kNone);
}

TEST_F(FenceTest, TheTimeOfEarlierCallsDoesNotCount) {
  // Many calls, each far below the limit and together far above.
  for (int i = 0; i < 40; ++i) {
    ASSERT_EQ(thread_.guard([] { burn(0.1 * kLimit / 1000); }).cause, Cause::kNone);
  }
}

TEST_F(FenceTest, TimeBetweenCallsDoesNotCount) {
  burn(2.0 * kLimit / 1000);
  EXPECT_EQ(thread_.guard([] { sink = 1; }).cause, Cause::kNone);
}

TEST_F(FenceTest, SurvivesManyFailuresInARow) {
  volatile std::uint8_t* const behind = buffer_.end();
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(thread_.guard([&] { sink = *behind; }).cause, Cause::kMemory) << "failure " << i;
    ASSERT_EQ(thread_.guard([] { sink = 1; }).cause, Cause::kNone) << "after failure " << i;
  }
}

TEST_F(FenceTest, SignalsAreNotBlockedAfterAFailure) {
  volatile std::uint8_t* const behind = buffer_.end();
  thread_.guard([&] { sink = *behind; });
  sigset_t blocked;
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, nullptr, &blocked), 0);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGURG}) {
    EXPECT_EQ(sigismember(&blocked, signal), 0) << signal;
  }
}

TEST_F(FenceTest, FailuresOfThreadsAreIndependent) {
  constexpr int kThreads = 4, kCalls = 2000;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      FencedThread own;
      const GuardedBuffer buffer(1);
      volatile std::uint8_t* const behind = buffer.end() + t;
      for (int i = 0; i < kCalls; ++i) {
        if (i % 2 == 0) {
          right += own.guard([] { sink = 1; }).cause == Cause::kNone ? 1 : 0;
        } else {
          const CallFailure failure = own.guard([&] { sink = *behind; });
          right += failure.address == const_cast<const std::uint8_t*>(behind) ? 1 : 0;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, kThreads * kCalls);
}

TEST_F(FenceTest, AHangEndsNoCallOfAnotherThread) {
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> failures{0}, calls{0};
  std::thread other([&] {
    FencedThread own;
    while (!stop) {
      failures += own.guard([] { sink = 1; }).cause != Cause::kNone ? 1 : 0;
      ++calls;
    }
  });
  for (int i = 0; i < 3; ++i) EXPECT_EQ(thread_.guard(loop_for_ever).cause, Cause::kTime);
  stop = true;
  other.join();
  EXPECT_EQ(failures, 0u);
  EXPECT_GT(calls, 0u);
}

TEST(Fence, RestoresPreviousHandlers) {
  struct sigaction prelude{}, after{};
  ASSERT_EQ(sigaction(SIGSEGV, nullptr, &prelude), 0);
  {
    const Fence fence(kLimit);
  }
  ASSERT_EQ(sigaction(SIGSEGV, nullptr, &after), 0);
  EXPECT_EQ(prelude.sa_handler, after.sa_handler);
}

TEST(Fence, RefusesASecondFence) {
  const Fence fence(kLimit);
  EXPECT_THROW(Fence second(kLimit), std::logic_error);
}

TEST(Fence, RefusesAThreadWithoutAFence) {
  EXPECT_THROW(FencedThread thread, std::logic_error);
  const Fence fence(kLimit);
  const FencedThread thread;
  EXPECT_THROW(FencedThread second, std::logic_error);
}

// An error of the harness itself is not attributed to a decoder.
TEST(FenceDeathTest, ASignalOutsideOfACallEndsTheProcess) {
  EXPECT_EXIT(
      {
        const Fence fence(kLimit);
        const FencedThread thread;
        raise(SIGSEGV);
      },
      [](int status) {
        const bool is_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
        const bool is_told = &__asan_init != nullptr && WIFEXITED(status);  // by a sanitizer
        return is_killed || (is_told && WEXITSTATUS(status) != 0);
      },
      "");
}

}  // namespace
}  // namespace placemat
