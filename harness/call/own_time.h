// own_time.h: the time that a thread or a process had for itself, so that a busy machine is not
// taken for a slow decoder. Where it is ready to run, the time that it runs counts, otherwise
// elapsed time. It does not know what the time is spent on.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

namespace placemat {

// All children of a process, started by any of its threads.
std::vector<pid_t> children_of(pid_t process);

struct Activity {
  bool is_ready = false;            // one of the threads runs, or waits for a processor
  std::chrono::nanoseconds ran{0};  // processor time of all threads together
};
// What a thread of this process does.
Activity activity_of_thread(pid_t thread);
// What a process and its descendants do; nothing where the process has ended.
Activity activity_of_process(pid_t process);
Activity activity_of_descendants(pid_t process);

class OwnTime {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OwnTime(std::function<Activity()> activity) : activity_(std::move(activity)) {}
  // Counts from now on. It costs nothing, unlike a look.
  void start(Clock::time_point now = Clock::now());
  // The own time since start(), to be looked at every few milliseconds. A part of the elapsed time
  // counts in any case, so that every wait for an amount of own time ends.
  std::chrono::nanoseconds look(Clock::time_point now = Clock::now());

 private:
  std::function<Activity()> activity_;
  Clock::time_point looked_ = Clock::now();
  std::chrono::nanoseconds ran_before_{0}, own_{0};
  bool is_first_look_ = true;
};

}  // namespace placemat
