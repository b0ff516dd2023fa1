#include "harness/call/fence.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "harness/call/own_time.h"
#include "harness/call/seal.h"

namespace placemat {

struct Fence::Thread : Fence::Gate {
  // The call that the watchdog wants to end. Its signal may arrive after that call has
  // ended and another one has begun.
  std::atomic<std::uint64_t> condemned{0};
  CallFailure failure;
  pthread_t id = pthread_self();
  clockid_t clock{};
  void* stack = nullptr;
  stack_t old_stack{};
  // State of the watchdog.
  std::uint64_t seen_call = 0;
  std::int64_t cpu_at_start = 0;
  std::chrono::steady_clock::time_point clock_at_start{};
  bool is_overdue = false;
  OwnTime overdue{[thread = gettid()] { return activity_of_thread(thread); }};
};

struct Fence::Impl {
  explicit Impl(unsigned ms) : limit(std::chrono::milliseconds(ms)) {}
  std::chrono::nanoseconds limit;
  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Thread*> threads;
  bool stop = false;
  std::thread watchdog;
  std::array<struct sigaction, 6> old{};
  struct sigaction old_time{};
};

namespace {

constexpr std::array<int, 6> kSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
const int kTimeSignal = SIGURG;  // ignored by default, so a late one is harmless
constexpr std::size_t kStackSize = 64 * 1024;

Fence::Impl* the_fence = nullptr;
thread_local Fence::Thread* this_thread = nullptr;

[[maybe_unused]] bool wrote(const void* context) {
#if defined(__x86_64__) && defined(__linux__)
  const auto* u = static_cast<const ucontext_t*>(context);
  return (u->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  (void)context;
  return false;
#endif
}

// Passes a signal to the handler that was installed before the fence (a fuzzer saves its
// input there), if any.
void give_back(int signal) {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] == signal) sigaction(signal, &the_fence->old[i], nullptr);
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  Fence::Thread* thread = this_thread;
  const bool is_ours = thread != nullptr && thread->in_call != 0;
  if (signal == kTimeSignal && (!is_ours || thread->condemned.load(std::memory_order_relaxed) !=
                                                thread->calls.load(std::memory_order_relaxed))) {
    return;
  }
  if (!is_ours) {
    // Not caused by a decoder: end as if no handler were installed.
    give_back(signal);
    raise(signal);
    return;
  }
  thread->failure = {};
  thread->failure.signal = signal;
  if (signal == kTimeSignal) {
    thread->failure.cause = CallFailure::Cause::kTime;
  } else if (signal == SIGSEGV || signal == SIGBUS) {
    thread->failure.cause = CallFailure::Cause::kMemory;
    thread->failure.address = info->si_addr;
    thread->failure.is_write = wrote(context);
  } else {
    thread->failure.cause = CallFailure::Cause::kSignal;
  }
  siglongjmp(thread->jump_point, 1);
}

std::int64_t nanoseconds(const timespec& t) {
  return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
}

std::int64_t cpu_time(clockid_t clock) {
  timespec now{};
  return clock_gettime(clock, &now) == 0 ? nanoseconds(now) : 0;
}

// Reads what the thread does only where a call is overdue: a file that is open for a moment
// would look like one that the decoder opened.
bool is_late(Fence::Thread& thread, std::int64_t cpu, std::chrono::nanoseconds limit) {
  if (cpu - thread.cpu_at_start > limit.count()) return true;
  const auto now = std::chrono::steady_clock::now();
  if (now - thread.clock_at_start <= 10 * limit) return false;
  if (!thread.is_overdue) thread.overdue.start(now);
  thread.is_overdue = true;
  return thread.overdue.look(now) > 2 * limit;
}

void look_at(Fence::Thread& thread, std::chrono::nanoseconds limit) {
  const std::uint64_t call = thread.calls.load(std::memory_order_relaxed);
  const std::int64_t cpu = cpu_time(thread.clock);
  if (call != thread.seen_call) {
    thread.seen_call = call;
    thread.cpu_at_start = cpu;
    thread.clock_at_start = std::chrono::steady_clock::now();
    thread.is_overdue = false;
    return;
  }
  // An odd count means that a call is in progress.
  if (call % 2 == 0 || !is_late(thread, cpu, limit)) return;
  thread.condemned.store(call, std::memory_order_relaxed);
  pthread_kill(thread.id, kTimeSignal);
}

void watch(Fence::Impl& fence) {
  const auto period = std::max(fence.limit / 4, std::chrono::nanoseconds(1'000'000));
  std::unique_lock lock(fence.mutex);
  while (!fence.wake.wait_for(lock, period, [&] { return fence.stop; })) {
    for (Fence::Thread* thread : fence.threads) look_at(*thread, fence.limit);
  }
}

struct sigaction fence_action() {
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  return action;
}

// False when another handler had been installed.
bool reinstall(int signal) {
  const struct sigaction action = fence_action();
  struct sigaction found{};
  sigaction(signal, &action, &found);
  return (found.sa_flags & SA_SIGINFO) != 0 && found.sa_sigaction == on_signal;
}

}  // namespace

int changed_handler() {
  int changed = reinstall(kTimeSignal) ? 0 : kTimeSignal;
  for (const int signal : kSignals) {
    if (!reinstall(signal)) changed = signal;
  }
  return changed;
}

Fence::Fence(unsigned milliseconds) : impl_(std::make_unique<Impl>(milliseconds)) {
  if (the_fence != nullptr) throw std::logic_error("a second Fence in one process");
  the_fence = impl_.get();
  const struct sigaction action = fence_action();
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &impl_->old[i]);
  sigaction(kTimeSignal, &action, &impl_->old_time);
  impl_->watchdog = std::thread([this] { watch(*impl_); });
}

Fence::~Fence() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop = true;
  }
  impl_->wake.notify_all();
  impl_->watchdog.join();
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &impl_->old[i], nullptr);
  sigaction(kTimeSignal, &impl_->old_time, nullptr);
  the_fence = nullptr;
}

FencedThread::FencedThread() : thread_(std::make_unique<Fence::Thread>()), gate_(thread_.get()) {
  if (the_fence == nullptr) throw std::logic_error("a FencedThread without a Fence");
  if (this_thread != nullptr) throw std::logic_error("a second FencedThread in one thread");
  pthread_getcpuclockid(thread_->id, &thread_->clock);
  thread_->stack =
      mmap(nullptr, kStackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (thread_->stack == MAP_FAILED) throw std::bad_alloc();
  stack_t stack{};
  stack.ss_sp = thread_->stack;
  stack.ss_size = kStackSize;
  sigaltstack(&stack, &thread_->old_stack);
  this_thread = thread_.get();
  const std::lock_guard lock(the_fence->mutex);
  the_fence->threads.push_back(thread_.get());
}

FencedThread::~FencedThread() {
  {
    const std::lock_guard lock(the_fence->mutex);
    std::erase(the_fence->threads, thread_.get());
  }
  this_thread = nullptr;
  sigaltstack(&thread_->old_stack, nullptr);
  munmap(thread_->stack, kStackSize);
}

CallFailure FencedThread::last_failure() const { return thread_->failure; }

}  // namespace placemat
