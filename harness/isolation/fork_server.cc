#include "harness/isolation/fork_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/isolation/guardian.h"

namespace placemat {
namespace {

constexpr int kServerChannelFd = 3;

// The fork server sends a greeting first, and then a reply for each process.
struct Greeting {
  std::uint32_t length;  // of the text that follows: the isolation, a line for each measure
};
struct ForkReply {
  pid_t pid;
  int error;  // of execvp, or of clone
};

// Two descriptors sent through a socket.
struct ForkParcel {
  explicit ForkParcel(std::array<int, 2> fds = {}) {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(fds));
    std::memcpy(CMSG_DATA(header), fds.data(), sizeof(fds));
  }
  std::array<int, 2> contents() {
    std::array<int, 2> fds{-1, -1};
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_len == CMSG_LEN(sizeof(fds))) {
      std::memcpy(fds.data(), CMSG_DATA(header), sizeof(fds));
    }
    return fds;
  }
  char nothing = 0;
  iovec part{&nothing, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(2 * sizeof(int))> room{};
  msghdr message{};
};

bool read_all(int fd, void* to, std::size_t size) {
  for (std::size_t had = 0; had < size;) {
    const ssize_t n = read(fd, static_cast<char*>(to) + had, size - had);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    had += static_cast<std::size_t>(n);
  }
  return true;
}

bool send_all(int fd, const void* from, std::size_t size) {
  return send(fd, from, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

// The work of the new process before it executes the command. It shares the memory of the
// fork server, which waits meanwhile, so it may change only `error`.
struct ForkRequest {
  char* const* arguments;
  const char* errors;
  int in, out;
  pid_t host;
  int error = 0;
};
int fork_child(void* data) {
  auto& fork_request = *static_cast<ForkRequest*>(data);
  setpgid(0, 0);
  die_with(fork_request.host);
  const int errors =
      ::open(fork_request.errors, O_CREAT | O_TRUNC | O_APPEND | O_RDWR | O_CLOEXEC, 0600);
  dup2(fork_request.in, STDIN_FILENO);
  dup2(fork_request.out, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  close_range(kServerChannelFd, ~0U, 0);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  execvp(fork_request.arguments[0], fork_request.arguments);
  fork_request.error = errno;
  _exit(127);
}

[[noreturn]] void serve(const std::vector<std::string>& command, const Limits& limits,
                        const std::string& scratch) {
  std::string said;
  for (const std::string& line : enter_sandbox(limits, scratch, SandboxedProcess::kForkServer))
    said += line + "\n";
  setenv("TMPDIR", scratch.c_str(), 1);
  const Greeting greeting{static_cast<std::uint32_t>(said.size())};
  send_all(kServerChannelFd, &greeting, sizeof(greeting));
  send_all(kServerChannelFd, said.data(), said.size());

  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const std::string errors = scratch + "/stderr";
  alignas(16) static std::array<char, std::size_t{1} << 18> stack;
  for (;;) {
    ForkParcel parcel;
    const ssize_t n = recvmsg(kServerChannelFd, &parcel.message, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(0);
    const std::array<int, 2> fds = parcel.contents();
    ForkRequest fork_request{arguments.data(), errors.c_str(), fds[0], fds[1], getppid()};
    ForkReply forked{};
    forked.pid = clone(fork_child, stack.data() + stack.size(),
                       CLONE_VM | CLONE_VFORK | CLONE_PARENT | SIGCHLD, &fork_request);
    forked.error = forked.pid < 0 ? errno : fork_request.error;
    for (const int fd : fds) ::close(fd);
    if (!send_all(kServerChannelFd, &forked, sizeof(forked))) _exit(0);
  }
}

}  // namespace

ForkServer::ForkServer(std::vector<std::string> command, const Limits& limits, std::string scratch)
    : command_(std::move(command)), limits_(limits), scratch_(std::move(scratch)) {}

ForkServer::~ForkServer() { close(); }

void ForkServer::open() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  channel_.reset(ends[0]);
  Descriptor theirs(ends[1]);
  const pid_t host = getpid();
  // Else a child that exits writes what this process has printed and not yet flushed.
  std::fflush(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    setpgid(0, 0);
    die_with(host);
    if (theirs.get() != kServerChannelFd) dup2(theirs.get(), kServerChannelFd);
    close_descriptors(kServerChannelFd + 1, std::numeric_limits<int>::max());
    fcntl(kServerChannelFd, F_SETFD, FD_CLOEXEC);
    serve(command_, limits_, scratch_);
  }
  theirs.reset();
  Greeting greeting{};
  std::string said;
  if (read_all(channel_.get(), &greeting, sizeof(greeting))) {
    said.resize(greeting.length);
    if (!read_all(channel_.get(), said.data(), said.size())) said.clear();
  }
  isolation_.clear();
  for (std::size_t at = 0, end = 0; (end = said.find('\n', at)) != std::string::npos;
       at = end + 1) {
    isolation_.push_back(said.substr(at, end - at));
  }
}

void ForkServer::close() {
  channel_.reset();
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

pid_t ForkServer::start(int in, int out) {
  // An external decoder may have killed the fork server: both run as the same user.
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i, close()) {
    if (pid_ <= 0) open();
    ForkParcel parcel({in, out});
    ForkReply forked{};
    if (sendmsg(channel_.get(), &parcel.message, MSG_NOSIGNAL) < 0) continue;
    if (!read_all(channel_.get(), &forked, sizeof(forked))) continue;
    if (forked.pid > 0 && forked.error == 0) return forked.pid;
    if (forked.pid > 0) waitpid(forked.pid, nullptr, 0);
    throw AbsentError(
        fmt::format("{}: cannot be started: {}", command_.front(), std::strerror(forked.error)));
  }
  throw AbsentError("the process that starts others does not stay alive");
}

}  // namespace placemat
