// Tries in a forked process what a process under limits can still do. The machine may
// lack a measure, but then the sandbox must report that. POSIX defines the expected
// results, not the sandbox.
#include "harness/isolation/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include "harness/bytes/scratch.h"
#include "harness/isolation/channel.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::size_t kMib = std::size_t{1} << 20;

class Sandbox : public testing::Test {
 protected:
  Sandbox() {
    limits_.memory_mib = 64;
    limits_.file_mib = 1;
    std::ofstream(outside("file")) << "as it was";
  }

  // Returns the result of `body` in a process under `limits_`; `lines_` holds the
  // measures in force.
  std::string within(const std::function<std::string()>& body) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    Descriptor from(ends[0]), to(ends[1]);
    const pid_t child = fork();
    if (child == 0) {
      std::string said;
      for (const std::string& line : enter_sandbox(limits_, scratch_.path())) said += line + "\n";
      said += "\n" + body();
      const ssize_t written = write(to.get(), said.data(), said.size());
      _exit(written == static_cast<ssize_t>(said.size()) ? 0 : 1);
    }
    to.reset();
    std::string said;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(from.get(), buffer, sizeof(buffer))) > 0;) {
      said.append(buffer, static_cast<std::size_t>(n));
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    const std::size_t end = said.find("\n\n");
    lines_ = said.substr(0, end + 1);
    return end == std::string::npos ? "" : said.substr(end + 2);
  }
  bool is_in_force(const std::string& measure) const {
    EXPECT_THAT(lines_, HasSubstr(measure));
    return ("\n" + lines_).find("\n" + measure) != std::string::npos;
  }

  std::string inside(const std::string& name) const { return scratch_.path() + "/" + name; }
  std::string outside(const std::string& name) const { return elsewhere_.path() + "/" + name; }
  static std::string contents(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  Limits limits_;
  Scratch scratch_, elsewhere_;
  std::string lines_;
};

// The result of each way to change a file or a directory, in one letter: . or x.
std::string tried_in(const std::string& directory) {
  const std::string file = directory + "/file", other = directory + "/other";
  std::string how;
  const auto note = [&](bool done) { how += done ? '.' : 'x'; };
  for (const int flags : {O_WRONLY, O_RDWR, O_WRONLY | O_TRUNC, O_WRONLY | O_APPEND}) {
    const int fd = open(file.c_str(), flags);
    note(fd >= 0);
    if (fd >= 0) close(fd);
  }
  note(truncate(file.c_str(), 3) == 0);
  note(chmod(file.c_str(), 0600) == 0);
  note(link(file.c_str(), other.c_str()) == 0);
  note(symlink("file", (directory + "/symbol").c_str()) == 0);
  note(mkdir((directory + "/made").c_str(), 0700) == 0);
  note(mkfifo((directory + "/fifo").c_str(), 0600) == 0);
  note(rename(file.c_str(), (directory + "/renamed").c_str()) == 0);
  note(unlink((directory + "/renamed").c_str()) == 0);
  return how;
}

TEST_F(Sandbox, AllowsWritingOnlyWithinItsScratchDirectory) {
  const std::string how = within([&] {
    std::ofstream(inside("file")) << "begun here";
    return tried_in(scratch_.path()) + " " + tried_in(elsewhere_.path()) + " " +
           contents(outside("file"));
  });
  if (!is_in_force("no writing outside of a scratch directory")) return;
  // Operations that it reports as open are open: 4 is truncate, 5 is chmod.
  std::string refused(12, 'x');
  const bool may_be_cut =
      lines_.find("NOT in force: files outside may be cut") != std::string::npos;
  if (may_be_cut) refused[4] = '.';
  if (lines_.find("NOT in force: modes and times") != std::string::npos) refused[5] = '.';
  const std::string left = may_be_cut ? "as " : "as it was";
  EXPECT_EQ(how, "............ " + refused + " " + left);
  EXPECT_EQ(contents(outside("file")), left);
  EXPECT_EQ(std::distance(fs::directory_iterator(elsewhere_.path()), {}), 1);
  EXPECT_TRUE(fs::exists(inside("made")));
}

TEST_F(Sandbox, AllowsWritingWithoutIsolation) {
  limits_.isolate = false;
  EXPECT_EQ(within([&] { return tried_in(elsewhere_.path()); }), "............");
  EXPECT_THAT(lines_, HasSubstr("NOT in force: network and file system are open, as asked"));
}

// Programs that discard their output need it.
TEST_F(Sandbox, AllowsTheNullDevice) {
  EXPECT_EQ(within([] {
              const int fd = open("/dev/null", O_WRONLY | O_TRUNC);
              return std::string(write(fd, "x", 1) == 1 ? "written" : "refused");
            }),
            "written");
}

class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address_);
    EXPECT_EQ(bind(socket_.get(), as_any(), size), 0);
    EXPECT_EQ(listen(socket_.get(), 1), 0);
    EXPECT_EQ(getsockname(socket_.get(), as_any(), &size), 0);
  }
  bool is_reached() {
    const Descriptor own(socket(AF_INET, SOCK_STREAM, 0));
    return own.is_open() && connect(own.get(), as_any(), sizeof(address_)) == 0;
  }

 private:
  sockaddr* as_any() { return reinterpret_cast<sockaddr*>(&address_); }
  Descriptor socket_;
  sockaddr_in address_{};
};

TEST_F(Sandbox, RefusesTheNetwork) {
  Listener listener;
  EXPECT_TRUE(listener.is_reached());
  const auto tried = [&] { return std::string(listener.is_reached() ? "reached" : "refused"); };
  const std::string how = within(tried);
  if (is_in_force("no network")) {
    EXPECT_EQ(how, "refused");
  }
  limits_.isolate = false;
  EXPECT_EQ(within(tried), "reached");
}

TEST_F(Sandbox, RefusesSignalsToOutside) {
  const std::string how = within([] {
    std::string tried;
    tried += kill(getppid(), 0) == 0 ? "out " : errno == EPERM ? "" : "strange ";
    const pid_t child = fork();
    if (child == 0) pause();
    tried += kill(child, SIGKILL) == 0 ? "in " : "";
    int status = 0;
    waitpid(child, &status, 0);
    std::signal(SIGUSR1, SIG_IGN);
    return tried + (raise(SIGUSR1) == 0 ? "self" : "");
  });
  EXPECT_EQ(how, is_in_force("no signals to processes outside") ? "in self" : "out in self");
}

TEST_F(Sandbox, LimitsFileSize) {
  const std::string how = within([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const std::string block(kMib, 'x');
    const int fd = open(inside("long").c_str(), O_CREAT | O_WRONLY, 0600);
    const bool first = write(fd, block.data(), kMib) == static_cast<ssize_t>(kMib);
    const bool second = write(fd, block.data(), 1) == 1;
    return std::string(first ? "" : "short ") + (second ? "longer" : std::strerror(errno));
  });
  EXPECT_EQ(how, std::strerror(EFBIG));
  EXPECT_EQ(fs::file_size(inside("long")), kMib);
  EXPECT_TRUE(is_in_force("files of at most 1 MiB"));
}

std::string maps(std::size_t mib) {
  void* memory =
      mmap(nullptr, mib * kMib, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::strerror(errno);
  munmap(memory, mib * kMib);
  return "mapped";
}

TEST_F(Sandbox, LimitsMemory) {
  EXPECT_EQ(within([] { return maps(32) + ", " + maps(128); }),
            std::string("mapped, ") + std::strerror(ENOMEM));
  EXPECT_TRUE(is_in_force("at most 64 MiB of memory"));
  limits_.memory_mib = 0;
  EXPECT_EQ(within([] { return maps(128); }), "mapped");
  EXPECT_EQ(lines_.find("of memory"), std::string::npos);
}

TEST_F(Sandbox, WritesNoCoreFile) {
  EXPECT_EQ(within([] {
              rlimit core{};
              getrlimit(RLIMIT_CORE, &core);
              return std::to_string(core.rlim_max);
            }),
            "0");
}

// Root inside of it has no rights outside.
TEST_F(Sandbox, CannotBeLeft) {
  const std::string how = within([] {
    const rlimit more{1024 * kMib, 1024 * kMib};
    return std::string(setrlimit(RLIMIT_FSIZE, &more) == 0 ? "lifted" : "kept");
  });
  if (is_in_force("no network (a network namespace")) {
    EXPECT_EQ(how, "kept");
  }
}

TEST_F(Sandbox, AppliesToChildProcesses) {
  const std::string how = within([&] {
    const std::string command = "echo x > " + inside("a") + " && ! (echo x > " + outside("a") +
                                ") 2>/dev/null && echo right";
    FILE* pipe = popen(command.c_str(), "r");
    char word[16] = "";
    if (pipe != nullptr && fscanf(pipe, "%15s", word) != 1) word[0] = '\0';
    return std::string(word);
  });
  if (is_in_force("no writing outside")) {
    EXPECT_EQ(how, "right");
  }
}

}  // namespace
}  // namespace placemat
