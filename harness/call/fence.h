// fence.h: calls that may crash or never return. A fence catches the signals that a
// faulty decoder raises in this process, ends calls that exceed their time, and reports
// which it was; the run goes on. It cannot undo what a decoder did to the process before
// its call failed (a lock held, memory overwritten elsewhere). External decoders
// therefore run in a process of their own.
#pragma once

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <memory>

namespace placemat {

struct CallFailure {
  enum class Cause : std::uint8_t {
    kNone,
    kMemory,
    kSignal,
    kTime,
    kException
  } cause = Cause::kNone;
  int signal = 0;
  const void* address = nullptr;  // kMemory: the address that was accessed
  bool is_write = false;          // kMemory: known on x86-64 only
};

// Installs signal handlers and a watchdog for the whole process, for the lifetime of this
// object. Calls are timed by the processor time of their thread, so that a busy machine
// is not reported as a hang.
class Fence {
 public:
  // A call may use `milliseconds` of processor time. It may take twelve times as much wall-clock
  // time, and more where its thread was ready to run meanwhile and others ran.
  explicit Fence(unsigned milliseconds);
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Counts a call in and out.
  struct Gate {
    sigjmp_buf jump_point;
    volatile std::sig_atomic_t in_call = 0;
    std::atomic<std::uint64_t> calls{0};  // entries plus exits
    void pass(std::sig_atomic_t inwards) {
      calls.store(calls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      in_call = inwards;
    }
  };
  struct Thread;
  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// The calling thread's part: an alternate stack (the fence survives a stack overflow too)
// and the place to jump back to. Requires a living Fence.
class FencedThread {
 public:
  FencedThread();
  ~FencedThread();
  FencedThread(const FencedThread&) = delete;
  FencedThread& operator=(const FencedThread&) = delete;

  // Calls `call` and returns how it failed; kNone when it returned. A failed call does
  // not destroy the objects that it created, so it should create none; an exception that
  // leaves it is a failure, because the interface is C.
  template <class Call>
  CallFailure guard(Call&& call) {
    if (sigsetjmp(gate_->jump_point, 0) == 0) {
      gate_->pass(1);
      try {
        call();
      } catch (...) {
        gate_->pass(0);
        return {CallFailure::Cause::kException};
      }
      gate_->pass(0);
      return {};
    }
    gate_->pass(0);
    return last_failure();
  }

 private:
  CallFailure last_failure() const;
  std::unique_ptr<Fence::Thread> thread_;
  Fence::Gate* gate_;
};

}  // namespace placemat
