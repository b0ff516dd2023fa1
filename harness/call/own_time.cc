#include "harness/call/own_time.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace placemat {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

// At least this part of the elapsed time counts.
constexpr int kLeastPart = 256;
// A look sooner after the last one reads nothing.
constexpr std::chrono::milliseconds kPeriod{5};

std::vector<pid_t> threads_of(pid_t process) {
  namespace fs = std::filesystem;
  std::vector<pid_t> threads;
  std::error_code has_ended;
  for (fs::directory_iterator at(fmt::format("/proc/{}/task", process), has_ended), end;
       !has_ended && at != end; at.increment(has_ended)) {
    const std::string name = at->path().filename().string();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    threads.push_back(thread);
  }
  return threads;
}

// From /proc/PID/task/TID/stat (proc(5)). The name of the program stands in parentheses before the
// state, and may hold any character.
Activity activity_of(pid_t process, pid_t thread) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/stat", process, thread));
  std::string line;
  std::getline(file, line);
  const std::size_t name_ends = line.rfind(')');
  if (name_ends == std::string::npos) return {};
  std::istringstream fields(line.substr(name_ends + 1));
  std::string state, skipped;
  fields >> state;
  constexpr int kBeforeTimes = 10;
  for (int i = 0; i < kBeforeTimes; ++i) fields >> skipped;
  std::int64_t user = 0, system = 0;
  fields >> user >> system;
  static const std::int64_t ticks = sysconf(_SC_CLK_TCK);
  return {state == "R", Nanoseconds((user + system) * (std::nano::den / ticks))};
}

void add(Activity& sum, const Activity& more) {
  sum.is_ready = sum.is_ready || more.is_ready;
  sum.ran += more.ran;
}

}  // namespace

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  for (const pid_t thread : threads_of(process)) {
    std::ifstream list(fmt::format("/proc/{}/task/{}/children", process, thread));
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

Activity activity_of_thread(pid_t thread) { return activity_of(getpid(), thread); }

Activity activity_of_process(pid_t process) {
  Activity sum = activity_of_descendants(process);
  for (const pid_t thread : threads_of(process)) add(sum, activity_of(process, thread));
  return sum;
}

Activity activity_of_descendants(pid_t process) {
  Activity sum;
  for (const pid_t child : children_of(process)) add(sum, activity_of_process(child));
  return sum;
}

void OwnTime::start(Clock::time_point now) {
  looked_ = now;
  own_ = Nanoseconds(0);
  is_first_look_ = true;
}

Nanoseconds OwnTime::look(Clock::time_point now) {
  const Nanoseconds elapsed = now - looked_;
  if (elapsed < kPeriod) return own_ + elapsed;
  const Activity seen = activity_();
  // The processor time of a thread that has ended no longer counts, so the sum may fall.
  const Nanoseconds ran = is_first_look_ ? Nanoseconds(0) : seen.ran - ran_before_;
  own_ += seen.is_ready ? std::clamp(ran, elapsed / kLeastPart, elapsed) : elapsed;
  looked_ = now;
  ran_before_ = seen.ran;
  is_first_look_ = false;
  return own_;
}

}  // namespace placemat
