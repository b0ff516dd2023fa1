#include "harness/isolation/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace placemat {
namespace {

std::string why() { return std::strerror(errno); }

bool limit(__rlimit_resource what, std::uint64_t most) {
  rlimit now{};
  getrlimit(what, &now);
  const rlim_t hard = now.rlim_max == RLIM_INFINITY ? most : std::min<rlim_t>(now.rlim_max, most);
  const rlimit wanted{hard, hard};
  return setrlimit(what, &wanted) == 0;
}

bool write_text(const char* path, const std::string& text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool done = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(fd);
  return done;
}

// Unshares namespaces but keeps the user, so that readable files stay readable.
bool unshare_as_same_user(int namespaces) {
  const uid_t uid = geteuid();
  const gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER | namespaces) != 0) return unshare(namespaces) == 0;
  write_text("/proc/self/setgroups", "deny");
  write_text("/proc/self/uid_map", fmt::format("{0} {0} 1", uid));
  write_text("/proc/self/gid_map", fmt::format("{0} {0} 1", gid));
  return true;
}

// Constants that the system headers may lack.
constexpr std::uint64_t kRefer = std::uint64_t{1} << 13, kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kAbstractSockets = 1, kSignals = 2;  // scopes
constexpr long kReferSince = 2, kTruncateSince = 3, kScopesSince = 6;
struct Ruleset {
  std::uint64_t file_system, network, scoped;
};

long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

std::uint64_t writes(long version) {
  std::uint64_t access = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                         LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                         LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                         LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= kReferSince) access |= kRefer;
  if (version >= kTruncateSince) access |= kTruncate;
  return access;
}

bool allow_beneath(int ruleset, const char* path, std::uint64_t access) {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access;
  rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return false;
  const long added = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(rule.parent_fd);
  return added == 0;
}

bool landlock(long version, const std::string& scratch) {
  if (version < 1) return false;
  Ruleset rules{writes(version), 0, 0};
  std::size_t size = sizeof(rules.file_system);
  if (version >= kScopesSince) rules.scoped = kAbstractSockets | kSignals, size = sizeof(rules);
  const long ruleset = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return false;
  const int fd = static_cast<int>(ruleset);
  const std::uint64_t of_device = LANDLOCK_ACCESS_FS_WRITE_FILE | (rules.file_system & kTruncate);
  const bool done = allow_beneath(fd, scratch.c_str(), rules.file_system) &&
                    allow_beneath(fd, "/dev/null", of_device) &&
                    syscall(SYS_landlock_restrict_self, fd, 0) == 0;
  close(fd);
  return done;
}

// In a mount namespace of its own: makes everything read-only except the scratch
// directory, which is bind-mounted first.
bool remount_read_only(const std::string& scratch) {
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (mount(scratch.c_str(), scratch.c_str(), nullptr, MS_BIND, nullptr) != 0) return false;
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  if (mount_setattr(-1, "/", AT_RECURSIVE, &attributes, sizeof(attributes)) != 0) return false;
  mount_attr writable{};
  writable.attr_clr = MOUNT_ATTR_RDONLY;
  return mount_setattr(-1, scratch.c_str(), 0, &writable, sizeof(writable)) == 0;
}

// Without a network namespace: allows only local (AF_UNIX) sockets.
bool filter_sockets() {
#if defined(__x86_64__)
  constexpr std::uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  constexpr std::uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
  return false;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  const auto load = [](std::size_t offset) {
    return sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
  };
  const auto unless = [](std::uint32_t value, std::uint8_t skip) {
    return sock_filter{BPF_JMP | BPF_JEQ | BPF_K, 0, skip, value};
  };
  const auto answer = [](std::uint32_t value) { return sock_filter{BPF_RET | BPF_K, 0, 0, value}; };
  std::array<sock_filter, 8> program{
      load(offsetof(seccomp_data, arch)), unless(kArch, 5),
      load(offsetof(seccomp_data, nr)),   unless(SYS_socket, 2),
      load(offsetof(seccomp_data, args)), unless(AF_UNIX, 1),
      answer(SECCOMP_RET_ALLOW),          answer(SECCOMP_RET_ERRNO | EPERM)};
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
#endif
}

// Processes of this user, with threads counted as the kernel counts them.
std::uint64_t processes_now() {
  std::uint64_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    struct stat about{};
    if (stat(entry.path().c_str(), &about) != 0 || about.st_uid != geteuid()) continue;
    for (const auto& task : std::filesystem::directory_iterator(entry.path() / "task", error)) {
      count += task.path().empty() ? 0 : 1;
    }
  }
  return count;
}

}  // namespace

std::uint64_t address_space(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  std::uint64_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::vector<std::string> enter_sandbox(const Limits& limits, const std::string& scratch) {
  std::vector<std::string> lines;
  constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
  const auto say = [&](bool done, const std::string& measure) {
    lines.push_back(done ? measure : fmt::format("NOT in force: {} ({})", measure, why()));
  };
  limit(RLIMIT_CORE, 0);
  say(limit(RLIMIT_FSIZE, limits.file_mib * kMib),
      fmt::format("files of at most {} MiB", limits.file_mib));
  if (limits.isolate) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const bool has_namespaces = unshare_as_same_user(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS);
    if (has_namespaces) {
      say(true, "no network (a network namespace of its own)");
    } else {
      say(filter_sockets(), "no network (sockets are refused)");
    }
    // Both are needed: Landlock leaves modes and times of files open, and before its
    // third version also the length; mount namespaces are not always available.
    const bool is_mounted = has_namespaces && remount_read_only(scratch);
    const long version = landlock_version();
    const bool is_ruled = landlock(version, scratch);
    say(is_mounted || is_ruled, fmt::format("no writing outside of a scratch directory ({})",
                                            is_mounted && is_ruled ? "mounted read-only; Landlock"
                                            : is_mounted           ? "mounted read-only"
                                                                   : "Landlock"));
    if (!is_mounted && is_ruled) {
      lines.emplace_back(
          "NOT in force: modes and times of files outside may be changed (no mounts of its own)");
    }
    if (!is_mounted && is_ruled && version < kTruncateSince) {
      lines.emplace_back("NOT in force: files outside may be cut short (Landlock is too old)");
    }
    lines.emplace_back(is_ruled && version >= kScopesSince
                           ? "no signals to processes outside (Landlock)"
                           : "NOT in force: no signals to processes outside (Landlock is too old)");
  } else {
    lines.emplace_back("NOT in force: network and file system are open, as asked");
  }
  const bool binds = limit(RLIMIT_NPROC, processes_now() + limits.processes) && geteuid() != 0;
  if (geteuid() == 0) {
    lines.emplace_back("NOT in force: a limit of processes (it does not bind root)");
  } else {
    say(binds, fmt::format("at most {} more processes of this user", limits.processes));
  }
  if (limits.memory_mib > 0) {
    say(limit(RLIMIT_AS, address_space(getpid()) + limits.memory_mib * kMib),
        fmt::format("at most {} MiB of memory", limits.memory_mib));
  }
  return lines;
}

}  // namespace placemat
