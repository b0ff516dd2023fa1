// The numbers come from the kernel headers, so that both x86-64 and aarch64 are right. A call that
// the headers do not know is refused by no rule.
#include "harness/isolation/system_calls.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <span>
#include <vector>

namespace placemat {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArch = 0;  // unknown: nothing is filtered
#endif
// Calls of the x32 ABI have this bit; aarch64 has none of them.
constexpr std::uint32_t kX32 = 0x40000000;

// A call is refused when `mask` is 0, or the argument `argument` has one of its bits, or, with
// `is_exact`, equals it.
struct Rule {
  long number;
  Attempt attempt;
  int argument = 0;
  std::uint32_t mask = 0;
  bool is_exact = false;
};

constexpr std::uint32_t kNewTime = 0x80;  // CLONE_NEWTIME; a part of the signal in clone
constexpr std::uint32_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                      CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint32_t kForWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
// Newer than some headers; the same numbers on both architectures.
constexpr long kMountSetattr = 442, kOpenTreeAttr = 467;

constexpr auto kRules = std::to_array<Rule>({
    {SYS_mount, Attempt::kMount},
    {SYS_umount2, Attempt::kMount},
    {kMountSetattr, Attempt::kMount},
    {kOpenTreeAttr, Attempt::kMount},
    {SYS_fsopen, Attempt::kMount},
    {SYS_fsconfig, Attempt::kMount},
    {SYS_fsmount, Attempt::kMount},
    {SYS_fspick, Attempt::kMount},
    {SYS_move_mount, Attempt::kMount},
    {SYS_open_tree, Attempt::kMount},
    {SYS_pivot_root, Attempt::kMount},
    {SYS_chroot, Attempt::kMount},
    {SYS_setns, Attempt::kNamespace},
    {SYS_unshare, Attempt::kNamespace, 0, kNamespaces | kNewTime},
    {SYS_clone, Attempt::kNamespace, 0, kNamespaces},
    {SYS_keyctl, Attempt::kKeyring},
    {SYS_add_key, Attempt::kKeyring},
    {SYS_request_key, Attempt::kKeyring},
    {SYS_ptrace, Attempt::kTrace},
    {SYS_process_vm_readv, Attempt::kTrace},
    {SYS_process_vm_writev, Attempt::kTrace},
    {SYS_process_madvise, Attempt::kTrace},
    {SYS_pidfd_getfd, Attempt::kTrace},
    {SYS_kcmp, Attempt::kTrace},
    {SYS_perf_event_open, Attempt::kMeasure},
    {SYS_bpf, Attempt::kBpf},
    {SYS_io_uring_setup, Attempt::kIoUring},
    {SYS_io_uring_enter, Attempt::kIoUring},
    {SYS_io_uring_register, Attempt::kIoUring},
    {SYS_init_module, Attempt::kModule},
    {SYS_finit_module, Attempt::kModule},
    {SYS_delete_module, Attempt::kModule},
    {SYS_kexec_load, Attempt::kSystem},
#ifdef SYS_kexec_file_load
    {SYS_kexec_file_load, Attempt::kSystem},
#endif
    {SYS_reboot, Attempt::kSystem},
    {SYS_swapon, Attempt::kSystem},
    {SYS_swapoff, Attempt::kSystem},
    {SYS_acct, Attempt::kSystem},
    {SYS_quotactl, Attempt::kSystem},
    {SYS_settimeofday, Attempt::kSystem},
    {SYS_clock_settime, Attempt::kSystem},
    {SYS_open_by_handle_at, Attempt::kSystem},
    {SYS_userfaultfd, Attempt::kSystem},
#ifdef SYS_iopl
    {SYS_iopl, Attempt::kSystem},
    {SYS_ioperm, Attempt::kSystem},
#endif
    {SYS_socket, Attempt::kSocket},
    {SYS_ioctl, Attempt::kTerminal, 1, TIOCSTI, true},
    {SYS_openat, Attempt::kWriteFile, 2, kForWriting},
#ifdef SYS_open
    {SYS_open, Attempt::kWriteFile, 1, kForWriting},
#endif
    {SYS_kill, Attempt::kKillItself, 1, SIGKILL, true},
    {SYS_tkill, Attempt::kKillItself, 1, SIGKILL, true},
    {SYS_tgkill, Attempt::kKillItself, 2, SIGKILL, true},
});

bool is_permitted(const Rule& rule, const PermittedCalls& permitted) {
  return (rule.attempt == Attempt::kSocket && permitted.sockets) ||
         (rule.attempt == Attempt::kNamespace && permitted.namespaces) ||
         (rule.attempt == Attempt::kMount && permitted.namespaces) ||
         (rule.attempt == Attempt::kWriteFile && permitted.unseen_writes);
}

std::uint32_t offset_of(int argument) {
  // The low half: both architectures are little-endian.
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) +
         8 * static_cast<std::uint32_t>(argument);
}

class Program {
 public:
  Program(const PermittedCalls& permitted, bool notify) {
    const std::uint32_t refuse = notify ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | EPERM;
    load(offsetof(seccomp_data, arch));
    jump(BPF_JEQ, kArch, 1, 0);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
    load(offsetof(seccomp_data, nr));
    jump(BPF_JGE, kX32, 0, 1);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
    // Its flags lie in memory, which no filter sees. A C library then uses clone.
    if (!permitted.namespaces || !permitted.siblings) {
      jump(BPF_JEQ, SYS_clone3, 0, 1);
      answer(SECCOMP_RET_ERRNO | ENOSYS);
    }
    for (Rule rule : kRules) {
      if (is_only_seen(rule.attempt) && !notify) continue;
      if (is_permitted(rule, permitted)) {
        if (rule.number != SYS_clone) continue;
        rule.mask = 0;
      }
      const bool is_clone = rule.number == SYS_clone;
      if (is_clone && !permitted.siblings) rule.mask |= CLONE_PARENT;
      if (is_clone && rule.mask == 0) continue;
      add(rule, refuse);
    }
    answer(SECCOMP_RET_ALLOW);
  }
  sock_fprog bpf() { return {static_cast<unsigned short>(code_.size()), code_.data()}; }

 private:
  void load(std::size_t offset) {
    code_.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)});
  }
  void jump(int how, std::uint32_t value, std::uint8_t if_so, std::uint8_t otherwise) {
    code_.push_back({static_cast<std::uint16_t>(BPF_JMP | how | BPF_K), if_so, otherwise, value});
  }
  void answer(std::uint32_t value) { code_.push_back({BPF_RET | BPF_K, 0, 0, value}); }
  void add(const Rule& rule, std::uint32_t refuse) {
    const auto number = static_cast<std::uint32_t>(rule.number);
    if (rule.mask == 0) {
      jump(BPF_JEQ, number, 0, 1);
      return answer(refuse);
    }
    jump(BPF_JEQ, number, 0, 4);
    load(offset_of(rule.argument));
    jump(rule.is_exact ? BPF_JEQ : BPF_JSET, rule.mask, 0, 1);
    answer(refuse);
    answer(SECCOMP_RET_ALLOW);
  }

  std::vector<sock_filter> code_;
};

// The target of kill, tkill or tgkill, as far as it is the caller or its group.
bool kills_itself(const seccomp_data& call, pid_t process, Attempt& attempt) {
  const auto target = static_cast<pid_t>(call.args[0]);
  const bool is_group = call.nr == SYS_kill && (target == 0 || target == -process);
  attempt = is_group ? Attempt::kKillGroup : Attempt::kKillItself;
  return is_group || target == process;
}

}  // namespace

std::string_view words_of(Attempt attempt) {
  switch (attempt) {
    case Attempt::kMount:
      return "mount a file system";
    case Attempt::kNamespace:
      return "enter a namespace";
    case Attempt::kKeyring:
      return "use a keyring of the kernel";
    case Attempt::kTrace:
      return "trace a process";
    case Attempt::kMeasure:
      return "measure the kernel with perf events";
    case Attempt::kBpf:
      return "load a BPF program";
    case Attempt::kIoUring:
      return "use io_uring";
    case Attempt::kModule:
      return "load a kernel module";
    case Attempt::kSystem:
      return "change the system";
    case Attempt::kSocket:
      return "open a socket";
    case Attempt::kTerminal:
      return "type into a terminal";
    case Attempt::kSibling:
      return "start a process that is not its child";
    case Attempt::kWriteFile:
      return "write to a file outside of its directory";
    case Attempt::kKillItself:
      return "kill itself";
    case Attempt::kKillGroup:
      return "kill its process group";
  }
  return "";
}

int filter_system_calls(const PermittedCalls& permitted, bool notify) {
  if (kArch == 0) {
    errno = ENOSYS;
    return -1;
  }
  Program program(permitted, notify);
  const sock_fprog code = program.bpf();
  // Before Linux 5.16 a filter would otherwise slow down every load of the process.
  const unsigned flags =
      SECCOMP_FILTER_FLAG_SPEC_ALLOW | (notify ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0U);
  const long done = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &code);
  if (done < 0 && notify) return filter_system_calls(permitted, false);
  return done < 0 ? -1 : notify ? static_cast<int>(done) : kNoListener;
}

bool find_attempt(const seccomp_data& call, pid_t process, Attempt& attempt) {
  const auto* rule = std::ranges::find(kRules, static_cast<long>(call.nr), &Rule::number);
  if (rule == kRules.end()) return false;
  attempt = rule->attempt;
  if (call.nr == SYS_clone && (call.args[0] & kNamespaces) == 0) attempt = Attempt::kSibling;
  return !is_allowed(attempt) || kills_itself(call, process, attempt);
}

}  // namespace placemat
