// fence.h: calls that may crash or never return. A fence catches the signals
// that a faulty decoder raises in this process and the time that it does not
// give back, and says which it was; the run goes on. It cannot undo what a
// decoder did to the process before it fell (a lock held, memory overwritten
// elsewhere): decoders that nobody here wrote belong into a process of their
// own.
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
  const void* address = nullptr;  // kMemory: what was touched
  bool is_write = false;          // kMemory: known on x86-64 only
};

// Signal handlers and the watchdog for the whole process, for as long as it
// lives. Calls are timed by the processor time that their thread has used, so
// that a busy machine is not taken for a decoder that hangs.
class Fence {
 public:
  // A call may use `milliseconds` of processor time, and ten times as much
  // time on the clock.
  explicit Fence(unsigned milliseconds);
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // What a call passes on its way in and out.
  struct Gate {
    sigjmp_buf jump_point;
    volatile std::sig_atomic_t in_call = 0;
    std::atomic<std::uint64_t> calls{0};  // gone in, plus come out
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

// The calling thread's own part: an alternate stack (a stack overflow must be
// survived too) and the place to jump back to. Needs a living Fence.
class FencedThread {
 public:
  FencedThread();
  ~FencedThread();
  FencedThread(const FencedThread&) = delete;
  FencedThread& operator=(const FencedThread&) = delete;

  // Calls `call` and returns how it fell, kNone when it returned. Objects that
  // `call` creates are not destroyed when it falls: it should create none. An
  // exception that it lets out is a fall: the interface is of C.
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
