/* without.c: runs a program as on a kernel that lacks something:
 *   without landlock,listener,filters,namespaces PROGRAM [ARGUMENT...]
 * A seccomp filter answers the calls as an older kernel does. Nothing in the program
 * under test is switched.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter code[64];
static unsigned short length = 0;

static void add(unsigned short what, unsigned value, unsigned char yes, unsigned char no) {
  const struct sock_filter one = {what, yes, no, value};
  code[length++] = one;
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0); }

/* Answers the call with `error`; with `bits`, only when its argument has one of them. */
static void refuse(long number, int argument, unsigned bits, unsigned error) {
  load(offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, bits == 0 ? 1 : 3);
  if (bits != 0) {
    load(offsetof(struct seccomp_data, args) + 8 * (size_t)argument);
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  }
  add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

static int lacks(const char* list, const char* what) { return strstr(list, what) != NULL; }

int main(int argc, char** argv) {
  const unsigned namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC;
  struct sock_fprog program;
  if (argc < 3) return 2;
  if (lacks(argv[1], "landlock")) refuse(SYS_landlock_create_ruleset, 0, 0, ENOSYS);
  if (lacks(argv[1], "listener")) {
    refuse(SYS_seccomp, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER, EINVAL);
  }
  if (lacks(argv[1], "filters")) refuse(SYS_seccomp, 0, 0, ENOSYS);
  if (lacks(argv[1], "namespaces")) refuse(SYS_unshare, 0, namespaces, EPERM);
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  program.len = length;
  program.filter = code;
  /* A filter of this process needs no new privileges, or a capability. */
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 1;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 1;
  execvp(argv[2], argv + 2);
  perror(argv[2]);
  return 127;
}
