#include "harness/audit/child.h"

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
#include <fstream>
#include <system_error>

#include "harness/audit/remote.h"

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

Limits without_memory(Limits limits) {
  limits.memory_mib = 0;
  return limits;
}

}  // namespace

Child::Child(std::vector<std::string> command, const Limits& limits)
    : command_(std::move(command)),
      limits_(limits),
      // Many runtimes reserve far more addresses than they use: their memory is
      // counted from outside.
      nursery_(command_, without_memory(limits), scratch_.path()) {}

Child::~Child() { stop(); }

void Child::start() {
  auto [their_in, to] = make_pipe();
  auto [from, their_out] = make_pipe();
  how_.clear();
  exit_code_.reset();
  pid_ = nursery_.start(their_in.get(), their_out.get());
  to_ = std::move(to);
  from_ = std::move(from);
  fcntl(to_.get(), F_SETFL, O_NONBLOCK);
  fcntl(from_.get(), F_SETFL, O_NONBLOCK);
}

std::vector<std::string> Child::isolation() const {
  std::vector<std::string> lines = nursery_.isolation();
  if (limits_.memory_mib > 0) {
    lines.push_back(
        fmt::format("at most {} MiB of memory (looked at while it answers)", limits_.memory_mib));
  }
  return lines;
}

std::string Child::last_words() const {
  std::ifstream errors(scratch_.path() + "/stderr");
  std::string line, last;
  while (std::getline(errors, line)) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  for (char& c : last) c = c >= 0x20 && c <= 0x7E ? c : '?';
  return last.substr(0, 200);
}

// Most end within microseconds of their last word.
bool Child::ends_within(std::chrono::milliseconds patience, int& status) {
  const auto until = Clock::now() + patience;
  constexpr useconds_t kShortest = 50, kLongest = 2000;
  for (useconds_t pause = kShortest; waitpid(pid_, &status, WNOHANG) == 0;
       pause = std::min(2 * pause, kLongest)) {
    if (Clock::now() >= until) return false;
    usleep(pause);
  }
  pid_ = -1;
  return true;
}

// It has said its last word: how did it end, if it does?
bool Child::collect(std::chrono::milliseconds patience) {
  int status = 0;
  const bool ended = ends_within(patience, status);
  if (!ended) {
    how_ = "it closed its output and did not end";
    stop(std::chrono::milliseconds(0));
  } else if (WIFSIGNALED(status)) {
    how_ = fmt::format("signal {}", WTERMSIG(status));
  } else {
    exit_code_ = WEXITSTATUS(status);
    how_ = fmt::format("it ended with exit({})", *exit_code_);
  }
  const std::string words = last_words();
  if (!words.empty()) how_ += ", saying: " + words;
  to_.reset();
  from_.reset();
  return ended;
}

Child::Farewell Child::stop(std::chrono::milliseconds patience) {
  Farewell farewell;
  if (pid_ > 0) {
    to_.reset();
    from_.reset();
    int status = 0;
    const bool asked = patience.count() > 0;
    bool ended = asked && ends_within(patience, status);
    if (asked && !ended) {
      kill(pid_, SIGTERM);
      ended = ends_within(patience, status);
      farewell.was_deaf = !ended;
    }
    if (!ended) {
      kill(-pid_, SIGKILL);
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = -1;
    }
  }
  farewell.processes = end_children(nursery_.pid());
  return farewell;
}

std::uint64_t Child::memory_mib() const {
  std::ifstream statm(fmt::format("/proc/{}/statm", pid_));
  std::uint64_t pages = 0;
  statm >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

Child::End Child::exchange(std::string_view text, std::chrono::milliseconds silence,
                           const std::function<bool(std::string_view)>& take, bool close_input) {
  static std::vector<char> piece(std::size_t{1} << 18);
  auto heard = Clock::now();
  auto looked = heard;
  std::uint64_t came = 0;
  for (;;) {
    if (text.empty() && close_input) to_.reset();
    std::array<pollfd, 2> ends{pollfd{from_.get(), POLLIN, 0},
                               pollfd{text.empty() ? -1 : to_.get(), POLLOUT, 0}};
    constexpr int kPeriod = 50;
    poll(ends.data(), ends.size(), kPeriod);
    const auto now = Clock::now();
    if (ends[1].revents != 0) {
      const ssize_t n = write(to_.get(), text.data(), text.size());
      if (n > 0) text.remove_prefix(static_cast<std::size_t>(n)), heard = now;
      // Whoever reads no more may still have something to say.
      if (n < 0 && errno != EAGAIN && errno != EINTR) text = {};
    }
    if (ends[0].revents != 0) {
      const ssize_t n = read(from_.get(), piece.data(), piece.size());
      if (n > 0) {
        heard = now;
        came += static_cast<std::uint64_t>(n);
        if (!take({piece.data(), static_cast<std::size_t>(n)})) return End::kDone;
        if (came >> 20 > limits_.output_mib) return End::kFlood;
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
    if (now - heard > silence) return End::kSilent;
  }
}

}  // namespace placemat
