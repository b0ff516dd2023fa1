#include "harness/isolation/guardian.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <system_error>

#include "harness/isolation/channel.h"
#include "harness/isolation/remote.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

// Above the descriptors that a decoder may take for its own.
constexpr int kLowestFd = 250;

struct OwnGuardian {
  int fd = -1;
  Attempts* attempts = nullptr;
};
OwnGuardian own;

// What the hosts of this process attempted.
struct Hosts {
  std::mutex mutex;
  std::vector<const Attempts*> live;
  Attempts::Counts ended{};
};
Hosts hosts;

// One descriptor sent through a socket, and the scratch directory of the process.
struct GuardianParcel {
  explicit GuardianParcel(const std::string& directory = {}) {
    std::ranges::copy(directory.substr(0, text.size()), text.begin());
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
  }
  std::array<char, PATH_MAX> text{};
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
};

void send(int listener, const std::string& scratch) {
  GuardianParcel parcel(scratch);
  cmsghdr* const header = CMSG_FIRSTHDR(&parcel.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &listener, sizeof(listener));
  sendmsg(own.fd, &parcel.message, MSG_NOSIGNAL);
  close(listener);
}

// The process of a thread. A filter reports threads.
pid_t process_of(pid_t thread) {
  std::ifstream status(fmt::format("/proc/{}/status", thread));
  pid_t process = 0;
  for (std::string word; status >> word;) {
    if (word == "Tgid:" && status >> process) break;
  }
  return process;
}

std::string text_at(pid_t thread, std::uint64_t address) {
  std::ifstream memory(fmt::format("/proc/{}/mem", thread), std::ios::binary);
  std::string text;
  memory.seekg(static_cast<std::streamoff>(address));
  std::getline(memory, text, '\0');
  return text.substr(0, PATH_MAX);
}

// The file that a call opens, as a path without links resolved.
fs::path opened_file(const seccomp_notif& request) {
  const auto thread = static_cast<pid_t>(request.pid);
  const auto& args = request.data.args;
  const bool is_at = request.data.nr == SYS_openat;
  const fs::path named = text_at(thread, is_at ? args[1] : args[0]);
  if (named.is_absolute()) return named.lexically_normal();
  const auto directory = static_cast<int>(args[0]);
  const std::string place = !is_at || directory == AT_FDCWD
                                ? fmt::format("/proc/{}/cwd", thread)
                                : fmt::format("/proc/{}/fd/{}", thread, directory);
  std::error_code error;
  return (fs::read_symlink(place, error) / named).lexically_normal();
}

bool may_be_written(const fs::path& file, const std::string& scratch) {
  return file == "/dev/null" || (file.string() + "/").starts_with(scratch + "/");
}

class Guard {
 public:
  Guard(int control, pid_t host, Attempts& attempts)
      : control_(control), host_(host), attempts_(attempts) {
    seccomp_notif_sizes sizes{};
    if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0) {
      // A newer kernel may use more than these headers know.
      request_.resize(std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)));
      answer_.resize(std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
    }
  }

  [[noreturn]] void run(int signals) {
    std::vector<pollfd> ends{{signals, POLLIN, 0}, {control_, POLLIN, 0}};
    for (;;) {
      poll(ends.data(), ends.size(), -1);
      if (ends[0].revents != 0) read_signal(signals);
      for (std::size_t i = 2; i < ends.size(); ++i) {
        if ((ends[i].revents & POLLIN) != 0) decide(ends[i].fd);
      }
      std::erase_if(ends, [&](const pollfd& end) {
        const bool is_over = (end.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0 &&
                             (end.revents & POLLIN) == 0 && end.fd != signals;
        if (is_over) close(end.fd), scratch_.erase(end.fd);
        return is_over;
      });
      if (ends.size() > 1 && ends[1].fd == control_ && ends[1].revents != 0) {
        const int listener = receive();
        if (listener >= 0) {
          ends.push_back({listener, POLLIN, 0});
        } else {
          close(control_);
          ends.erase(ends.begin() + 1);
          ends.insert(ends.begin() + 1, pollfd{-1, 0, 0});
        }
      }
    }
  }

 private:
  [[noreturn]] static void end(int code) {
    end_children();
    _exit(code);
  }

  void read_signal(int signals) {
    signalfd_siginfo info{};
    if (read(signals, &info, sizeof(info)) != sizeof(info)) return;
    if (info.ssi_signo == SIGTERM) {
      kill(host_, SIGKILL);
      end(1);
    }
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended == host_) {
        end(WIFEXITED(status) ? WEXITSTATUS(status) : kKilledBy + WTERMSIG(status));
      }
    }
  }

  int receive() {
    GuardianParcel parcel;
    if (recvmsg(control_, &parcel.message, MSG_CMSG_CLOEXEC) <= 0) return -1;
    const cmsghdr* header = CMSG_FIRSTHDR(&parcel.message);
    int fd = -1;
    if (header != nullptr) std::memcpy(&fd, CMSG_DATA(header), sizeof(fd));
    parcel.text.back() = '\0';
    if (fd >= 0) scratch_[fd] = parcel.text.data();
    return fd;
  }

  // Answers one call that a filter refuses.
  void decide(int listener) {
    std::ranges::fill(request_, '\0');
    std::ranges::fill(answer_, '\0');
    auto* const request = reinterpret_cast<seccomp_notif*>(request_.data());
    auto* const answer = reinterpret_cast<seccomp_notif_resp*>(answer_.data());
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, request) != 0) return;
    Attempt attempt{};
    bool is_known =
        find_attempt(request->data, process_of(static_cast<pid_t>(request->pid)), attempt);
    if (is_known && attempt == Attempt::kWriteFile) {
      is_known = !may_be_written(opened_file(*request), scratch_[listener]);
    }
    const bool is_refused = is_known && !is_only_seen(attempt);
    if (is_known) ++attempts_.counts[static_cast<std::size_t>(attempt)];
    answer->id = request->id;
    answer->error = is_refused ? -EPERM : 0;
    answer->flags = is_refused ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, answer);
  }

  std::map<int, std::string> scratch_;  // of a listener
  int control_;
  pid_t host_;
  Attempts& attempts_;
  std::vector<char> request_ = std::vector<char>(sizeof(seccomp_notif));
  std::vector<char> answer_ = std::vector<char>(sizeof(seccomp_notif_resp));
};

// The guardian was killed, so the host does its work. Memory may be locked by the interrupted code;
// the alarm then ends the process.
void on_guardian_death(int) {
  constexpr unsigned kSeconds = 2;
  std::signal(SIGALRM, SIG_DFL);
  alarm(kSeconds);
  end_children();
  _exit(1);
}

// In the child of the guardian.
[[noreturn]] void begin_work(int guardian, Attempts* attempts, const std::function<void()>& work,
                             const sigset_t& signals) {
  own = {fcntl(guardian, F_DUPFD_CLOEXEC, kLowestFd), attempts};
  close(guardian);
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  work();
  _exit(1);
}

[[noreturn]] void guard(pid_t parent, Attempts* attempts, const std::function<void()>& work) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t signals{}, before{};
  sigemptyset(&signals);
  for (const int signal : {SIGCHLD, SIGTERM}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, &before);
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int ends[2];
  if (getppid() != parent || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    _exit(1);
  }
  const pid_t self = getpid();
  const pid_t host = fork();
  if (host < 0) _exit(1);
  if (host == 0) {
    std::signal(SIGTERM, on_guardian_death);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != self) _exit(1);
    close(ends[0]);
    begin_work(ends[1], attempts, work, before);
  }
  // The ends of channels would otherwise never appear closed.
  constexpr int kControl = 3, kSignals = 4;
  const int control = fcntl(ends[0], F_DUPFD_CLOEXEC, kSignals + 1);
  dup2(control, kControl);
  dup2(signalfd(-1, &signals, SFD_CLOEXEC), kSignals);
  close_range(kSignals + 1, ~0U, 0);
  Guard(kControl, host, *attempts).run(kSignals);
}

}  // namespace

std::vector<std::string> Attempts::words(const Counts& before) const {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kAttemptCount; ++i) {
    const auto attempt = static_cast<Attempt>(i);
    if (counts[i] == before[i] || is_allowed(attempt)) continue;
    words.push_back(fmt::format("tried to {}", words_of(attempt)));
  }
  return words;
}

Attempts::Counts Attempts::now() const {
  Counts now{};
  std::ranges::copy(counts, now.begin());
  return now;
}

Attempts* create_attempts() {
  void* memory =
      mmap(nullptr, sizeof(Attempts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  auto* const attempts = new (memory) Attempts;
  const std::lock_guard lock(hosts.mutex);
  hosts.live.push_back(attempts);
  return attempts;
}

void destroy(Attempts* attempts) {
  {
    const std::lock_guard lock(hosts.mutex);
    std::erase(hosts.live, attempts);
    for (std::size_t i = 0; i < kAttemptCount; ++i) hosts.ended[i] += attempts->counts[i];
  }
  munmap(attempts, sizeof(Attempts));
}

std::vector<std::string> refused_by_hosts() {
  const std::lock_guard lock(hosts.mutex);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kAttemptCount; ++i) {
    const auto attempt = static_cast<Attempt>(i);
    const bool was_made =
        hosts.ended[i] > 0 ||
        std::ranges::any_of(hosts.live, [&](const auto* one) { return one->count(attempt) > 0; });
    if (was_made && !is_allowed(attempt)) words.emplace_back(words_of(attempt));
  }
  return words;
}

pid_t start_guarded(Attempts* attempts, const std::function<void()>& work) {
  std::fflush(nullptr);  // otherwise the child writes the buffered output again
  const pid_t parent = getpid();
  const pid_t guardian = fork();
  if (guardian == 0) guard(parent, attempts, work);
  return guardian;
}

bool has_guardian() { return own.fd >= 0; }

const Attempts* guarded_attempts() { return own.attempts; }

void hand_over(int listener, const std::string& scratch) {
  if (own.fd < 0) return;
  if (listener >= 0) send(listener, scratch);
  close(own.fd);
  own.fd = -1;
  mprotect(own.attempts, sizeof(Attempts), PROT_READ);
}

void close_descriptors(int first, int last) {
  const auto close_all = [](int from, int to) {
    if (from <= to) close_range(static_cast<unsigned>(from), static_cast<unsigned>(to), 0);
  };
  const int kept = own.fd;
  if (kept < first || kept > last) return close_all(first, last);
  close_all(first, kept - 1);
  close_all(kept + 1, last);
}

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

}  // namespace placemat
