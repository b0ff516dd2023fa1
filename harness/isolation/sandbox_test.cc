// Tries in a forked process what a process under limits can still do. The machine may
// lack a measure, but then the sandbox must report that. POSIX defines the expected
// results, not the sandbox.
#include "harness/isolation/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>
#include <vector>

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
      if (user_ != 0 && (setresgid(user_, user_, user_) != 0 || setuid(user_) != 0)) _exit(1);
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

  // Why a test is skipped: the measures that this kernel does not have.
  std::string absent() const {
    std::string lines;
    std::istringstream in(lines_);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("NOT in force")) lines += line + "\n";
    }
    return lines;
  }

  std::string inside(const std::string& name) const { return scratch_.path() + "/" + name; }
  std::string outside(const std::string& name) const { return elsewhere_.path() + "/" + name; }
  static std::string contents(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  uid_t user_ = 0;  // 0: the user of the test
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
  limits_.relaxed.readable = {elsewhere_.path()};
  const std::string how = within([&] {
    std::ofstream(inside("file")) << "begun here";
    return tried_in(scratch_.path()) + " " + tried_in(elsewhere_.path()) + " " +
           contents(outside("file"));
  });
  if (!is_in_force("no writing outside of a scratch directory")) GTEST_SKIP() << absent();
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
  const bool has_network = !is_in_force("no network");
  const std::string why = absent();
  limits_.isolate = false;
  EXPECT_EQ(within(tried), "reached");
  if (has_network) GTEST_SKIP() << why;
  EXPECT_EQ(how, "refused");
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
  if (!is_in_force("no network (a network namespace")) GTEST_SKIP() << absent();
  EXPECT_EQ(how, "kept");
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
  if (!is_in_force("no writing outside")) GTEST_SKIP() << absent();
  EXPECT_EQ(how, "right");
}

// Tries each call that a decoder has no use for. A kernel that lacks one gives ENOSYS.
struct Escape {
  const char* what;
  long (*attempt)(const std::string& outside);
};

long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
  return syscall(number, a, b, c, d, e);
}
long address(const void* of) { return reinterpret_cast<long>(of); }

// 442 is mount_setattr, 428 open_tree, on every architecture.
const std::vector<Escape> kEscapes{
    {"mount",
     [](const std::string& o) {
       return call(SYS_mount, 0, address(o.c_str()), 0, MS_REMOUNT | MS_BIND);
     }},
    {"mount tmpfs",
     [](const std::string& o) {
       return call(SYS_mount, address("t"), address(o.c_str()), address("tmpfs"));
     }},
    {"umount", [](const std::string&) { return call(SYS_umount2, address("/proc"), MNT_DETACH); }},
    {"mount_setattr",
     [](const std::string&) {
       mount_attr writable{};
       writable.attr_clr = MOUNT_ATTR_RDONLY;
       return call(442, -1, address("/"), AT_RECURSIVE, address(&writable), sizeof(writable));
     }},
    {"fsopen", [](const std::string&) { return call(SYS_fsopen, address("tmpfs")); }},
    {"fsmount", [](const std::string&) { return call(SYS_fsmount, -1); }},
    {"fspick", [](const std::string&) { return call(SYS_fspick, AT_FDCWD, address("/")); }},
    {"move_mount",
     [](const std::string&) { return call(SYS_move_mount, -1, address(""), -1, address("")); }},
    {"open_tree",
     [](const std::string&) { return call(SYS_open_tree, AT_FDCWD, address("/"), 1); }},
    {"pivot_root",
     [](const std::string&) { return call(SYS_pivot_root, address("/"), address("/")); }},
    {"chroot", [](const std::string&) { return call(SYS_chroot, address("/")); }},
    {"unshare user", [](const std::string&) { return call(SYS_unshare, CLONE_NEWUSER); }},
    {"unshare mounts", [](const std::string&) { return call(SYS_unshare, CLONE_NEWNS); }},
    {"unshare net", [](const std::string&) { return call(SYS_unshare, CLONE_NEWNET); }},
    {"setns",
     [](const std::string&) { return call(SYS_setns, open("/proc/self/ns/net", O_RDONLY), 0); }},
    {"clone user", [](const std::string&) { return call(SYS_clone, CLONE_NEWUSER | SIGCHLD); }},
    {"clone pid", [](const std::string&) { return call(SYS_clone, CLONE_NEWPID | SIGCHLD); }},
    {"clone a sibling", [](const std::string&) { return call(SYS_clone, CLONE_PARENT | SIGCHLD); }},
    {"clone3", [](const std::string&) { return call(SYS_clone3, 0, 0); }},
    {"keyctl", [](const std::string&) { return call(SYS_keyctl, 0, -3, 0); }},
    {"add_key",
     [](const std::string&) {
       return call(SYS_add_key, address("user"), address("x"), address("y"), 1, -3);
     }},
    {"request_key",
     [](const std::string&) {
       return call(SYS_request_key, address("user"), address("x"), 0, -3);
     }},
    {"ptrace", [](const std::string&) { return call(SYS_ptrace, 0); }},
    {"ptrace the parent", [](const std::string&) { return call(SYS_ptrace, 16, getppid()); }},
    {"read a process",
     [](const std::string&) { return call(SYS_process_vm_readv, getpid(), 0, 0, 0, 0); }},
    {"write a process",
     [](const std::string&) { return call(SYS_process_vm_writev, getpid(), 0, 0, 0, 0); }},
    {"memory of the parent",
     [](const std::string&) -> long {
       return open(("/proc/" + std::to_string(getppid()) + "/mem").c_str(), O_RDWR);
     }},
    {"environment of the parent",
     [](const std::string&) -> long {
       return open(("/proc/" + std::to_string(getppid()) + "/environ").c_str(), O_RDONLY);
     }},
    {"perf_event_open",
     [](const std::string&) {
       static perf_event_attr attributes{};
       return call(SYS_perf_event_open, address(&attributes), 0, -1, -1);
     }},
    {"bpf", [](const std::string&) { return call(SYS_bpf, 0, 0, 0); }},
    {"io_uring",
     [](const std::string&) {
       static std::array<char, 256> parameters{};
       return call(SYS_io_uring_setup, 1, address(parameters.data()));
     }},
    {"init_module", [](const std::string&) { return call(SYS_init_module, 0, 0, address("")); }},
    {"delete_module", [](const std::string&) { return call(SYS_delete_module, address("x"), 0); }},
    {"kexec_load", [](const std::string&) { return call(SYS_kexec_load); }},
    {"reboot", [](const std::string&) { return call(SYS_reboot, 0); }},
    {"settimeofday", [](const std::string&) { return call(SYS_settimeofday, 0, 0); }},
    {"userfaultfd", [](const std::string&) { return call(SYS_userfaultfd, 0); }},
    {"open_by_handle_at",
     [](const std::string&) { return call(SYS_open_by_handle_at, AT_FDCWD, 0, 0); }},
    {"a local socket", [](const std::string&) { return call(SYS_socket, AF_UNIX, SOCK_STREAM); }},
    {"a network socket", [](const std::string&) { return call(SYS_socket, AF_INET, SOCK_DGRAM); }},
    {"a kernel socket", [](const std::string&) { return call(SYS_socket, AF_NETLINK, SOCK_RAW); }},
    {"a virtual machine's socket",
     [](const std::string&) { return call(SYS_socket, 40, SOCK_STREAM); }},
    {"chown",
     [](const std::string& o) { return call(SYS_fchownat, AT_FDCWD, address(o.c_str()), 1, 1); }},
    {"chmod", [](const std::string& o) -> long { return chmod(o.c_str(), 0777); }},
    {"utimes",
     [](const std::string& o) { return call(SYS_utimensat, AT_FDCWD, address(o.c_str()), 0, 0); }},
    {"setxattr",
     [](const std::string& o) -> long { return setxattr(o.c_str(), "user.x", "y", 1, 0); }},
    {"mknod",
     [](const std::string& o) -> long {
       return mknod((o + "-device").c_str(), S_IFBLK | 0600, 0x100);
     }},
    {"read a file", [](const std::string& o) -> long { return open(o.c_str(), O_RDONLY); }},
    {"type into a terminal",
     [](const std::string&) { return call(SYS_ioctl, 0, TIOCSTI, address("x")); }},
};

// The escapes that succeed, or fail for another reason than a refusal.
std::string open_escapes(const std::string& outside) {
  std::string open;
  for (const Escape& escape : kEscapes) {
    errno = 0;
    const long done = escape.attempt(outside);
    if (done == 0 && std::string_view(escape.what).starts_with("clone")) _exit(0);  // the child
    const bool is_refused =
        done < 0 && (errno == EPERM || errno == EACCES || errno == EROFS || errno == ENOSYS);
    if (!is_refused) open += std::string(escape.what) + "; ";
  }
  return open;
}

TEST_F(Sandbox, RefusesEveryEscape) {
  ASSERT_GE(kEscapes.size(), 40u);
  const std::string how = within([&] { return open_escapes(outside("file")); });
  if (!is_in_force("no reading outside") || !is_in_force("no system calls for mounts")) {
    GTEST_SKIP() << absent();
  }
  EXPECT_EQ(how, "");
}

TEST_F(Sandbox, RefusesEveryEscapeOfAnUnprivilegedUser) {
  if (geteuid() != 0) GTEST_SKIP() << "it runs unprivileged anyway";
  constexpr uid_t kUnprivileged = 65534;
  ASSERT_EQ(chown(scratch_.path().c_str(), kUnprivileged, kUnprivileged), 0);
  ASSERT_EQ(chown(outside("file").c_str(), kUnprivileged, kUnprivileged), 0);
  user_ = kUnprivileged;
  const std::string how = within([&] { return open_escapes(outside("file")); });
  if (!is_in_force("no reading outside") || !is_in_force("no system calls for mounts")) {
    GTEST_SKIP() << absent();
  }
  EXPECT_EQ(how, "");
}

TEST_F(Sandbox, GivesUpEveryCapability) {
  const std::string how = within([] {
    std::string sets;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      const bool is_counted = line.starts_with("Cap") || line.starts_with("NoNewPrivs");
      if (is_counted) sets += line.substr(line.find_first_not_of(" \t", line.find(':') + 1)) + " ";
    }
    return sets;
  });
  const std::string none(16, '0');
  EXPECT_EQ(how, none + " " + none + " " + none + " " + none + " " + none + " 1 ");
}

#if defined(__x86_64__)
// A call by the numbers of another architecture reaches the same kernel. One that ends its process
// is refused too: a kernel without an entry for it (ia32_emulation=off) sends SIGSEGV.
TEST_F(Sandbox, RefusesOtherNumberings) {
  const std::string x32 = within([] {
    const long number = syscall(0x40000000 + SYS_getpid);
    return std::string(number == -1 && errno == ENOSYS ? "refused" : "made");
  });
  EXPECT_EQ(x32, "refused");
  const std::string i386 = within([] {
    static sigjmp_buf no_entry;
    std::signal(SIGSEGV, [](int) { siglongjmp(no_entry, 1); });
    if (sigsetjmp(no_entry, 1) != 0) return std::string("refused");
    long number = 20;  // getpid of i386
    asm volatile("int $0x80" : "+a"(number) : : "memory", "r8", "r9", "r10", "r11");
    return std::string(number == -ENOSYS ? "refused" : "made");
  });
  EXPECT_EQ(i386, "refused");
}
#endif

TEST_F(Sandbox, PermitsWhatIsRelaxed) {
  const auto opens_socket = [] {
    return std::string(Descriptor(socket(AF_UNIX, SOCK_STREAM, 0)).is_open() ? "opened"
                                                                             : "refused");
  };
  EXPECT_EQ(within(opens_socket), "refused");
  EXPECT_TRUE(is_in_force("no sockets"));
  limits_.relaxed.sockets = true;
  EXPECT_EQ(within(opens_socket), "opened");
  EXPECT_THAT(lines_, HasSubstr("NOT in force: no sockets, as asked"));
  limits_.relaxed.namespaces = true;
  EXPECT_EQ(within([] { return std::string(unshare(CLONE_NEWUSER) == 0 ? "entered" : "refused"); }),
            "entered");
  EXPECT_THAT(lines_, HasSubstr("NOT in force: no mounts and no namespaces of its own, as asked"));
}

TEST_F(Sandbox, LimitsReading) {
  const auto reads = [&] { return contents(outside("file")); };
  const std::string how = within(reads);
  if (!is_in_force("no reading outside")) GTEST_SKIP() << absent();
  EXPECT_EQ(how, "");
  EXPECT_THAT(within([] { return contents("/etc/passwd"); }), HasSubstr("root"));
  limits_.relaxed.readable = {elsewhere_.path()};
  EXPECT_EQ(within(reads), "as it was");
  EXPECT_THAT(lines_, HasSubstr("NOT in force: it may also read " + elsewhere_.path()));
  limits_.relaxed.readable.clear();
  limits_.needed = {outside("file")};
  EXPECT_EQ(within(reads), "as it was");
  limits_.needed.clear();
  limits_.relaxed.reads_all = true;
  EXPECT_EQ(within(reads), "as it was");
  EXPECT_THAT(lines_, HasSubstr("NOT in force: all files can be read, as asked"));
}

TEST_F(Sandbox, PassesAShortEnvironment) {
  for (const char* name : {"A_SECRET", "A_SETTING", "LC_TIME", "PLACEMAT_THING"}) {
    setenv(name, "here", 1);
  }
  const auto shown = [] {
    std::string names;
    for (const char* name : {"A_SECRET", "A_SETTING", "LC_TIME", "PLACEMAT_THING", "PATH"}) {
      names += std::getenv(name) == nullptr ? "" : std::string(name) + " ";
    }
    return names + std::getenv("HOME") + " " + std::getenv("TMPDIR");
  };
  const std::string homes = scratch_.path() + " " + scratch_.path();
  EXPECT_EQ(within(shown), "LC_TIME PLACEMAT_THING PATH " + homes);
  limits_.relaxed.variables = {"A_SETTING"};
  EXPECT_EQ(within(shown), "A_SETTING LC_TIME PLACEMAT_THING PATH " + homes);
  EXPECT_THAT(lines_, HasSubstr("NOT in force: an environment without A_SETTING, as asked"));
}

}  // namespace
}  // namespace placemat
