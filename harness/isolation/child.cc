#include "harness/isolation/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

#include "harness/call/own_time.h"
#include "harness/isolation/needed_files.h"
#include "harness/isolation/remote.h"

namespace placemat {
namespace {

using Clock = std::chrono::steady_clock;

std::pair<Descriptor, Descriptor> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  constexpr int kRoom = 1 << 20;
  fcntl(ends[1], F_SETPIPE_SZ, kRoom);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Of a process and its descendants: many commands are wrappers.
std::uint64_t resident_pages(pid_t pid) {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid));
  std::uint64_t pages = 0;
  statm >> pages >> pages;
  for (const pid_t child : children_of(pid)) pages += resident_pages(child);
  return pages;
}

std::size_t descendants(pid_t pid) {
  std::size_t count = 0;
  for (const pid_t child : children_of(pid)) count += 1 + descendants(child);
  return count;
}

// Many runtimes reserve far more addresses than they use, so their memory is measured from
// outside.
Limits limits_of_process(Limits limits, const std::vector<std::string>& command) {
  limits.memory_mib = 0;
  for (std::string& file : files_of_command(command)) limits.needed.push_back(std::move(file));
  return limits;
}

}  // namespace

std::uint64_t newest_process() {
  std::ifstream load("/proc/loadavg");
  std::string averages_and_tasks;
  for (int i = 0; i < 4; ++i) load >> averages_and_tasks;
  std::uint64_t newest = 0;
  load >> newest;
  return load ? newest : 0;
}

Child::Child(std::vector<std::string> command, const Limits& limits)
    : command_(std::move(command)),
      limits_(limits),
      fork_server_(command_, limits_of_process(limits, command_), scratch_.path()) {}

Child::~Child() { stop(); }

void Child::start() {
  auto [their_in, to] = make_pipe();
  auto [from, their_out] = make_pipe();
  how_.clear();
  exit_code_.reset();
  was_killed_from_outside_ = false;
  witness_.begin(limits_.isolate);
  empty_scratch();
  pid_ = fork_server_.start(their_in.get(), their_out.get());
  to_ = std::move(to);
  from_ = std::move(from);
  fcntl(to_.get(), F_SETFL, O_NONBLOCK);
  fcntl(from_.get(), F_SETFL, O_NONBLOCK);
}

std::vector<std::string> Child::isolation() const {
  std::vector<std::string> lines = fork_server_.isolation();
  if (limits_.memory_mib > 0) {
    lines.push_back(
        fmt::format("at most {} MiB of memory (looked at while it answers)", limits_.memory_mib));
  }
  return lines;
}

// Files that the previous process left there would affect the next: a lock may refuse it,
// a state may change its answers.
void Child::empty_scratch() const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(scratch_.path(), ignored)) {
    if (entry.path() != errors_path()) std::filesystem::remove_all(entry.path(), ignored);
  }
}

std::string Child::how(std::size_t most_lines) const {
  const std::string words = how_.empty() ? "" : last_words(most_lines);
  return words.empty() ? how_ : how_ + ", saying: " + words;
}

// A program that writes an error for every input must not reach the file size limit by
// that.
void Child::forget_old_words() const {
  constexpr std::uintmax_t kMuch = std::uintmax_t{1} << 20;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(errors_path(), error);
  if (!error && size > kMuch) std::filesystem::resize_file(errors_path(), 0, error);
}

std::string Child::last_words(std::size_t most_lines) const {
  constexpr std::streamoff kEnough = std::streamoff{1} << 14;
  constexpr std::size_t kLongestLine = 200;
  std::ifstream errors(errors_path(), std::ios::binary | std::ios::ate);
  if (const std::streamoff size = errors.tellg(); size > 0) {
    errors.seekg(std::max<std::streamoff>(0, size - kEnough));
  }
  std::deque<std::string> lines;
  for (std::string line; std::getline(errors, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (line.back() == '\r') line.pop_back();
    line.resize(std::min(line.size(), kLongestLine));
    for (char& c : line) c = c == '\t' ? ' ' : c >= 0x20 && c <= 0x7E ? c : '?';
    lines.push_back(std::move(line));
    if (lines.size() > most_lines) lines.pop_front();
  }
  return fmt::format("{}", fmt::join(lines, " | "));
}

// Most processes end within microseconds of their last output.
bool Child::ends_within(std::chrono::milliseconds patience, int& status) {
  OwnTime waiting = own_time();
  constexpr useconds_t kShortest = 50, kLongest = 2000;
  for (useconds_t pause = kShortest; waitpid(pid_, &status, WNOHANG) == 0;
       pause = std::min(2 * pause, kLongest)) {
    if (waiting.look() >= patience) return false;
    usleep(pause);
  }
  pid_ = -1;
  return true;
}

// Ignores its output: a process that it left behind may keep that open.
bool Child::has_ended() const {
  siginfo_t info{};
  const int waited = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return waited == 0 && info.si_pid == pid_;
}

// Records how it ended, after the end of its output.
bool Child::collect(std::chrono::milliseconds patience) {
  int status = 0;
  const bool ended = ends_within(patience, status);
  if (!ended) {
    how_ = "it closed its output and did not end";
    stop(std::chrono::milliseconds(0));
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    how_ = witness_.how();
    was_killed_from_outside_ = witness_.is_from_outside();
  } else if (WIFSIGNALED(status)) {
    how_ = fmt::format("signal {}", WTERMSIG(status));
  } else {
    exit_code_ = WEXITSTATUS(status);
    how_ = fmt::format("it ended with exit({})", *exit_code_);
  }
  to_.reset();
  from_.reset();
  return ended;
}

Child::ExitStatus Child::stop(std::chrono::milliseconds patience) {
  ExitStatus exit_status;
  bool ended = false;  // on request
  if (pid_ > 0) {
    to_.reset();
    from_.reset();
    int status = 0;
    const bool asked = patience.count() > 0;
    ended = asked && ends_within(patience, status);
    if (asked && !ended) {
      kill(pid_, SIGTERM);
      ended = ends_within(patience, status);
      exit_status.was_deaf = !ended;
    }
    if (!ended) {
      kill(-pid_, SIGKILL);
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = -1;
    }
  }
  // A process that reads a pipe notices the end a moment later.
  constexpr std::chrono::milliseconds kMoment{500};
  if (ended) await_children(std::min(patience, kMoment), fork_server_.pid());
  exit_status.processes = end_children(fork_server_.pid());
  return exit_status;
}

// Orphaned descendants are children of this process, which is their subreaper.
std::size_t Child::descendants_alive() const {
  const std::size_t all = descendants(getpid());
  const std::size_t ours = (pid_ > 0 ? 1U : 0U) + (fork_server_.pid() > 0 ? 1U : 0U);
  return all - std::min(all, ours);
}

std::uint64_t Child::memory_mib() const {
  return resident_pages(pid_) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

Child::End Child::exchange(std::string_view text, std::chrono::milliseconds silence,
                           const std::function<bool(std::string_view)>& take, bool close_input) {
  static std::vector<char> piece(std::size_t{1} << 18);
  OwnTime silent = own_time();
  auto looked = Clock::now();
  std::uint64_t came = 0;
  bool quiet = false;  // no output for one period
  // A process that flushes each answer would wake this one for each of them. After a few reads that
  // brought little, it gets time to write more before each read.
  constexpr ssize_t kLittle = 1024;
  constexpr int kFew = 4;
  constexpr std::chrono::microseconds kToWriteMore{500};
  int brought_little = 0;
  for (;;) {
    forget_old_words();
    if (text.empty() && close_input) to_.reset();
    std::array<pollfd, 2> ends{pollfd{from_.get(), POLLIN, 0},
                               pollfd{text.empty() ? -1 : to_.get(), POLLOUT, 0}};
    constexpr int kPeriod = 50;
    // Determined before reading its output, because no output follows its end.
    const bool is_over = quiet && has_ended();
    quiet = poll(ends.data(), ends.size(), is_over ? 0 : kPeriod) == 0;
    if (is_over && ends[0].revents == 0) return collect(silence) ? End::kDied : End::kSilent;
    const auto now = Clock::now();
    if (ends[1].revents != 0) {
      const ssize_t n = write(to_.get(), text.data(), text.size());
      if (n > 0) text.remove_prefix(static_cast<std::size_t>(n)), silent.start(now);
      // A process that has stopped reading may still write.
      if (n < 0 && errno != EAGAIN && errno != EINTR) text = {};
    }
    if (ends[0].revents != 0) {
      const ssize_t n = read(from_.get(), piece.data(), piece.size());
      if (n > 0) {
        silent.start(now);
        came += static_cast<std::uint64_t>(n);
        if (!take({piece.data(), static_cast<std::size_t>(n)})) return End::kDone;
        if (came >> 20 > limits_.output_mib) return End::kFlood;
        if (n < kLittle && brought_little < kFew) ++brought_little;
        if (brought_little == kFew) std::this_thread::sleep_for(kToWriteMore);
        continue;
      }
      if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        return collect(silence) ? End::kDied : End::kSilent;
      }
    }
    if (limits_.memory_mib > 0 && now - looked > std::chrono::milliseconds(kPeriod)) {
      looked = now;
      if (memory_mib() > limits_.memory_mib) return End::kExhausted;
    }
    if (silent.look(now) > silence) return End::kSilent;
  }
}

}  // namespace placemat
