// patience.h: the end of the questions that a stopped run still asks to reduce what it found. It
// must not know what is asked.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace placemat {

// Thrown where a question would come after the end.
class TimeIsOver {};

// The time that a run has, after it was stopped, to reduce what it found: enough for thousands of
// questions to a decoder in this process.
inline constexpr std::chrono::milliseconds kTimeToReduce{3'000};

class Patience {
 public:
  // Null where nothing stops the run.
  explicit Patience(const std::atomic<bool>* stop, std::chrono::milliseconds time = kTimeToReduce)
      : stop_(stop), time_(time) {}

  // Throws TimeIsOver once the time since the stop has passed.
  void check() {
    if (is_ending() && Clock::now() >= *end_) throw TimeIsOver();
  }
  // True from the stop on.
  bool is_ending() {
    const bool is_stopped = stop_ != nullptr && stop_->load(std::memory_order_relaxed);
    if (!end_ && is_stopped) end_ = Clock::now() + time_;
    return end_.has_value();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::atomic<bool>* stop_;
  std::chrono::milliseconds time_;
  std::optional<Clock::time_point> end_;
};

}  // namespace placemat
