#include "harness/isolation/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "harness/isolation/capabilities.h"
#include "harness/isolation/guardian.h"
#include "harness/isolation/landlock.h"
#include "harness/isolation/system_calls.h"

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

// The measures in force, and those that are not.
struct Measures {
  std::vector<std::string> lines;

  void add(std::string line) { lines.push_back(std::move(line)); }
  void say(bool done, const std::string& measure) {
    add(done ? measure : fmt::format("{}{} ({})", kNotInForce, measure, why()));
  }
};

bool is_short_listed(std::string_view variable, const std::vector<std::string>& more) {
  const std::string_view name = variable.substr(0, variable.find('='));
  constexpr std::array<std::string_view, 4> kNames{"PATH", "LANG", "LANGUAGE", "TZ"};
  // Variables of this program are meant for its decoders.
  return std::ranges::find(kNames, name) != kNames.end() || name.starts_with("LC_") ||
         name.starts_with("PLACEMAT_") || std::ranges::find(more, name) != more.end();
}

void shorten_environment(const Limits& limits, const std::string& scratch, Measures& measures) {
  const std::vector<std::string>& more = limits.relaxed.variables;
  std::vector<std::string> kept;
  for (char** at = environ; *at != nullptr; ++at) {
    if (is_short_listed(*at, more)) kept.emplace_back(*at);
  }
  clearenv();
  for (const std::string& variable : kept) {
    const std::size_t end = std::min(variable.find('='), variable.size() - 1);
    setenv(variable.substr(0, end).c_str(), variable.c_str() + end + 1, 1);
  }
  setenv("HOME", scratch.c_str(), 1);
  setenv("TMPDIR", scratch.c_str(), 1);
  measures.add("an environment of PATH, HOME, TMPDIR, TZ, LANG, LC_* and PLACEMAT_*");
  if (!more.empty()) {
    measures.add(
        fmt::format("{}an environment without {}, as asked", kNotInForce, fmt::join(more, ", ")));
  }
}

void say_what_is_read(const Limits& limits, bool is_ruled, Measures& measures) {
  if (limits.relaxed.reads_all) {
    measures.add("NOT in force: all files can be read, as asked");
  } else if (!is_ruled) {
    measures.add("NOT in force: all files can be read (no Landlock)");
  } else {
    measures.add("no reading outside of the system and the decoder's own directories (Landlock)");
  }
  const std::vector<std::string>& more = limits.relaxed.readable;
  if (is_ruled && !more.empty()) {
    measures.add(
        fmt::format("{}it may also read {}, as asked", kNotInForce, fmt::join(more, ", ")));
  }
}

// Returns true when the network of the machine is in reach.
bool restrict_network_and_files(const Limits& limits, const std::string& scratch,
                                Measures& measures) {
  const bool has_namespaces = unshare_as_same_user(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS);
  if (has_namespaces) measures.add("no network (a network namespace of its own)");
  // Both are needed: Landlock leaves modes and times of files open, and before its
  // third version also the length; mount namespaces are not always available.
  const bool is_mounted = has_namespaces && remount_read_only(scratch);
  const long version = landlock_version();
  FileAccess access{scratch, system_files(), limits.relaxed.reads_all};
  for (const auto* more : {&limits.needed, &limits.relaxed.readable}) {
    access.readable.insert(access.readable.end(), more->begin(), more->end());
  }
  const bool is_ruled = restrict_files(access);
  measures.say(is_mounted || is_ruled,
               fmt::format("no writing outside of a scratch directory ({})",
                           is_mounted && is_ruled ? "mounted read-only; Landlock"
                           : is_mounted           ? "mounted read-only"
                                                  : "Landlock"));
  if (!is_mounted && is_ruled) {
    measures.add(
        "NOT in force: modes and times of files outside may be changed (no mounts of its own)");
  }
  if (!is_mounted && is_ruled && version < kLandlockTruncates) {
    measures.add("NOT in force: files outside may be cut short (Landlock is too old)");
  }
  say_what_is_read(limits, is_ruled, measures);
  measures.add(is_ruled && version >= kLandlockScopes
                   ? "no signals to processes outside (Landlock)"
                   : "NOT in force: no signals to processes outside (Landlock is too old)");
  return !has_namespaces;
}

// The last measures, because the others need these rights and calls.
void give_up_rights(const Limits& limits, const std::string& scratch, SandboxedProcess process,
                    bool has_network, Measures& measures) {
  measures.say(drop_capabilities(), "no capabilities and no new privileges");
  const Relaxations& relaxed = limits.relaxed;
  const bool is_fork_server = process == SandboxedProcess::kForkServer;
  const PermittedCalls permitted{relaxed.sockets, relaxed.namespaces, is_fork_server,
                                 is_fork_server};
  const int listener = filter_system_calls(permitted, has_guardian());
  const bool is_filtered = listener != -1;
  measures.say(is_filtered,
               fmt::format("no system calls for {}keyrings, tracing, perf events, BPF, "
                           "io_uring, kernel modules (seccomp)",
                           relaxed.namespaces ? "" : "mounts, namespaces, "));
  if (relaxed.namespaces) {
    measures.add("NOT in force: no mounts and no namespaces of its own, as asked");
  }
  if (relaxed.sockets) {
    measures.add("NOT in force: no sockets, as asked; it can reach programs of this machine");
  } else {
    measures.say(is_filtered, "no sockets (seccomp)");
  }
  const bool is_reported = listener >= 0;
  hand_over(listener, scratch);
  measures.add(fmt::format("{}attempts at refused system calls are reported{}",
                           is_reported ? "" : kNotInForce, is_reported ? "" : " (no listener)"));
  if (has_network && is_filtered && !relaxed.sockets) {
    measures.add("no network (sockets are refused)");
  } else if (has_network) {
    measures.add("NOT in force: no network");
  }
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

bool relax(Relaxations& relaxed, std::string_view what) {
  bool* const one = what == "sockets"      ? &relaxed.sockets
                    : what == "namespaces" ? &relaxed.namespaces
                    : what == "reading"    ? &relaxed.reads_all
                                           : nullptr;
  if (one != nullptr) *one = true;
  return one != nullptr;
}

std::uint64_t address_space(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  std::uint64_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::vector<std::string> enter_sandbox(const Limits& limits, const std::string& scratch,
                                       SandboxedProcess process) {
  Measures measures;
  constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
  std::signal(SIGXFSZ, SIG_DFL);  // this program ignores both
  std::signal(SIGPIPE, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  measures.say(limit(RLIMIT_FSIZE, limits.file_mib * kMib),
               fmt::format("files of at most {} MiB", limits.file_mib));
  bool has_network = true;
  if (limits.isolate) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    shorten_environment(limits, scratch, measures);
    has_network = restrict_network_and_files(limits, scratch, measures);
  } else {
    measures.add("NOT in force: network and file system are open, as asked");
    measures.add("NOT in force: a short environment");
  }
  const bool binds = limit(RLIMIT_NPROC, processes_now() + limits.processes) && geteuid() != 0;
  if (geteuid() == 0) {
    measures.add("NOT in force: a limit of processes (it does not bind root)");
  } else {
    measures.say(binds, fmt::format("at most {} more processes of this user", limits.processes));
  }
  if (limits.memory_mib > 0) {
    measures.say(limit(RLIMIT_AS, address_space(getpid()) + limits.memory_mib * kMib),
                 fmt::format("at most {} MiB of memory", limits.memory_mib));
  }
  if (limits.isolate) {
    give_up_rights(limits, scratch, process, has_network, measures);
  } else {
    hand_over(kNoListener, scratch);
  }
  return measures.lines;
}

}  // namespace placemat
