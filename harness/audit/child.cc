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

#include "harness/audit/archive.h"
#include "harness/audit/remote.h"
#include "harness/bytes/error.h"

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

}  // namespace

Child::Child(std::vector<std::string> command, const Limits& limits)
    : command_(std::move(command)), limits_(limits) {}

Child::~Child() { stop(); }

void Child::start() {
  auto [their_in, to] = make_pipe();
  auto [from, their_out] = make_pipe();
  auto [report, their_report] = make_pipe();
  how_.clear();
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    setpgid(0, 0);
    const int errors =
        open((scratch_.path() + "/stderr").c_str(), O_CREAT | O_TRUNC | O_RDWR, 0600);
    dup2(their_in.get(), STDIN_FILENO);
    dup2(their_out.get(), STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    // Many runtimes reserve far more addresses than they use: their memory is
    // counted from outside.
    Limits limits = limits_;
    limits.memory_mib = 0;
    setenv("TMPDIR", scratch_.path().c_str(), 1);
    std::string said;
    for (const std::string& line : enter_sandbox(limits, scratch_.path())) said += line + "\n";
    std::vector<char*> arguments;
    for (std::string& word : command_) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    [[maybe_unused]] ssize_t n = write(their_report.get(), said.data(), said.size());
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
    execvp(arguments[0], arguments.data());
    said = fmt::format("!{}", std::strerror(errno));
    n = write(their_report.get(), said.data(), said.size());
    _exit(127);
  }
  their_in.reset();
  their_out.reset();
  their_report.reset();
  std::string said;
  std::array<char, 4096> piece;
  for (ssize_t n = 0; (n = read(report.get(), piece.data(), piece.size())) > 0;) {
    said.append(piece.data(), static_cast<std::size_t>(n));
  }
  isolation_.clear();
  for (std::size_t at = 0; at < said.size();) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    const std::string line = said.substr(at, end - at);
    if (line.starts_with('!')) {
      collect();
      throw AbsentError(fmt::format("{}: cannot be started: {}", command_.front(), line.substr(1)));
    }
    isolation_.push_back(line);
    at = end + 1;
  }
  if (limits_.memory_mib > 0) {
    isolation_.push_back(
        fmt::format("at most {} MiB of memory (looked at while it answers)", limits_.memory_mib));
  }
  to_ = std::move(to);
  from_ = std::move(from);
  fcntl(to_.get(), F_SETFL, O_NONBLOCK);
  fcntl(from_.get(), F_SETFL, O_NONBLOCK);
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

// It has ended, or is to.
void Child::collect() {
  if (pid_ <= 0) return;
  int status = 0;
  for (int i = 0; waitpid(pid_, &status, WNOHANG) == 0; ++i) {
    if (i == 50) kill(-pid_, SIGKILL), kill(pid_, SIGKILL);
    usleep(2000);
  }
  pid_ = -1;
  how_ = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                             : fmt::format("it ended with exit({})", WEXITSTATUS(status));
  const std::string words = last_words();
  if (!words.empty()) how_ += ", saying: " + words;
  to_.reset();
  from_.reset();
}

std::size_t Child::stop(bool politely) {
  if (pid_ > 0) {
    to_.reset();
    from_.reset();
    constexpr int kPolite = 500;
    for (int i = 0; politely && i < kPolite; ++i) {
      if (waitpid(pid_, nullptr, WNOHANG) != 0) {
        pid_ = -1;
        break;
      }
      if (i == kPolite / 2) kill(pid_, SIGTERM);
      usleep(2000);
    }
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = -1;
    }
  }
  return end_children();
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
        collect();
        return End::kDied;
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
