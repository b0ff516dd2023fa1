// hang_limit.h: how often the calls of one decoder may go without an answer, counted in
// memory that all processes of an audit share. When the limit is reached no new call is
// made, so that a decoder that hangs on everything costs a bounded time. It does not know
// what a call asks.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <new>
#include <string>
#include <system_error>

namespace placemat {

class HangLimit {
 public:
  // A decoder that has answered no call at all gets this many.
  static constexpr std::uint32_t kMostWithoutAnswer = 3;

  explicit HangLimit(std::uint32_t most) : most_(most) {
    void* memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    shared_ = new (memory) Shared;
  }
  ~HangLimit() { munmap(shared_, sizeof(Shared)); }
  HangLimit(const HangLimit&) = delete;
  HangLimit& operator=(const HangLimit&) = delete;

  void answered() {
    if (!has_answered()) shared_->has_answered.store(true, std::memory_order_relaxed);
  }
  void timed_out() { ++shared_->count; }

  // No new call is to be made.
  bool is_reached() const {
    const std::uint32_t n = shared_->count.load(std::memory_order_relaxed);
    return n >= kMostWithoutAnswer && (n >= most_ || !has_answered());
  }
  bool has_answered() const { return shared_->has_answered.load(std::memory_order_relaxed); }
  std::uint32_t count() const { return shared_->count; }
  // "12 calls had no answer within the time limit"
  std::string why() const {
    return std::to_string(count()) + " calls had no answer within the time limit" +
           (has_answered() ? "" : ", and no call had one");
  }

 private:
  struct Shared {
    std::atomic<std::uint32_t> count{0};
    std::atomic<bool> has_answered{false};
  };
  const std::uint32_t most_;
  Shared* shared_;
};

}  // namespace placemat
