/* hostile.c: a plug-in with one error, chosen by the environment variable
 * PLACEMAT_HOSTILE, and correct otherwise. External decoders have shown most of
 * these errors; the tests prove that each is reported and survived. The trigger
 * is the code unit FE, so that the exact case is known; a few need no trigger.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/decoder/placemat_decoder.h"
#include "harness/isolation/hostile/right.h"

void throw_something(void);

static const char* mode(void) {
  const char* value = getenv("PLACEMAT_HOSTILE");
  return value == NULL ? "" : value;
}

static int is(const char* name) { return strcmp(mode(), name) == 0; }

static volatile unsigned sink;
static volatile int* volatile nowhere = (volatile int*)16;

static unsigned deep(unsigned n) {
  volatile char room[4096];
  room[0] = (char)n;
  return n == 0 ? 0 : deep(n + 1) + (unsigned)room[0];
}

static int has_unit(const uint8_t* in, size_t length, uint8_t unit) {
  size_t i;
  for (i = 0; i < length; ++i) {
    if (in[i] == unit) return 1;
  }
  return 0;
}

static void exhaust(void) {
  for (;;) {
    volatile char* block = malloc((size_t)16 << 20);
    size_t i;
    if (block == NULL) abort();
    for (i = 0; i < (size_t)16 << 20; i += 4096) block[i] = 1;
  }
}

/* Starts a process that outlives its parent and leaves its group. */
static void leave_process(void) {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      sleep(60);
    }
    _exit(0);
  }
}

/* Closes descriptors that it does not own, and opens its own files in their place. */
static void take_descriptors(void) {
  int fd;
  for (fd = 3; fd < 100; ++fd) close(fd);
  for (fd = 3; fd < 10; ++fd) {
    if (open("/dev/null", O_RDWR) < 0) abort();
  }
}

/* Uses any open descriptor as its log. */
static void scribble(void) {
  int fd;
  for (fd = 3; fd < 100; ++fd) {
    if (write(fd, "some log of some library that goes on for a while\n", 50) == 50) ++sink;
  }
}

static void* abort_at_once(void* nothing) {
  abort();
  return nothing;
}

static void abort_in_a_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, abort_at_once, NULL) == 0) pthread_join(thread, NULL);
}

static void sleep_forever(void) {
  for (;;) sleep(1000);
}

static void ignore(int signal) { (void)signal; }

static void* sleep_long(void* nothing) {
  sleep(60);
  return nothing;
}

static void leave_thread(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, sleep_long, NULL) == 0) pthread_detach(thread);
}

/* Starts a process that is not its child. */
static void start_sibling(void) {
  if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL) == 0) {
    sleep(60);
    _exit(0);
  }
}

/* Writes to a place that is protected, and hides it. */
static void unprotect(const void* place, uint8_t* at) {
  void* const page = (void*)((uintptr_t)place & ~(uintptr_t)4095);
  volatile uint8_t* const byte = at;
  const uint8_t was = (mprotect(page, 4096, PROT_READ | PROT_WRITE), *byte);
  *byte = (uint8_t)~was;
  *byte = was;
  mprotect(page, 4096, PROT_READ);
}

static void write_by_file(const uint8_t* in) {
  const int memory = open("/proc/self/mem", O_RDWR);
  if (memory < 0) return;
  if (pwrite(memory, "A", 1, (off_t)(uintptr_t)in) == 1) ++sink;
  close(memory);
}

/* Changes what belongs to the whole process. */
static void change_process(void) {
  if (is("handler")) signal(SIGSEGV, ignore);
  if (is("mask")) {
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR2);
    sigprocmask(SIG_BLOCK, &some, NULL);
  }
  if (is("locale") && setlocale(LC_ALL, "C.UTF-8") == NULL) abort();
  if (is("rounding")) fesetround(FE_UPWARD);
  if (is("directory") && chdir("/") != 0) abort();
  if (is("umask")) umask(0);
  if (is("left-thread")) leave_thread();
  if (is("left-file") && open("/dev/null", O_RDONLY) < 0) abort();
  if (is("sibling")) start_sibling();
  if (is("socket")) close(socket(AF_UNIX, SOCK_STREAM, 0));
  if (is("trace")) ptrace(PTRACE_TRACEME, 0, NULL, NULL);
  if (is("namespace")) unshare(CLONE_NEWUSER);
  if (is("mount")) mount(NULL, "/", NULL, MS_REMOUNT, NULL);
  if (is("kill-group")) kill(0, SIGKILL);
}

static void misbehave(const uint8_t* in, size_t length, uint32_t* out, size_t capacity) {
  if (!has_unit(in, length, 0xFE)) return;
  if (strncmp(mode(), "signal-", 7) == 0) raise(atoi(mode() + 7));
  if (is("segv")) *nowhere = 1;
  if (is("abort")) abort();
  if (is("kill")) kill(getpid(), SIGKILL);
  if (is("exit")) exit(0);
  if (is("quick-exit")) _exit(0);
  if (is("stack")) sink += deep(1);
  if (is("loop")) {
    for (;;) ++sink;
  }
  if (is("deaf-loop") || is("deaf-memory")) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    /* Much, but below the limit: neither a signal nor a failed call shows it. */
    if (is("deaf-memory") && malloc((size_t)192 << 20) == NULL) abort();
    for (;;) ++sink;
  }
  if (is("sleep")) sleep_forever();
  if (is("slow")) usleep(2000000);
  if (is("memory")) exhaust();
  if (is("read-behind")) sink += ((const volatile uint8_t*)in)[length];
  if (is("write-far-before")) out[-64] = 0x58;
  if (is("write-input")) ((volatile uint8_t*)(uintptr_t)in)[0] = in[0];
  if (is("unprotect-input")) unprotect(in, (uint8_t*)(uintptr_t)in);
  if (is("unprotect-guard")) unprotect(out + capacity, (uint8_t*)(out + capacity));
  if (is("memory-file")) write_by_file(in);
  change_process();
  if (is("read-before")) sink += ((const volatile uint8_t*)in)[-1];
  if (is("write-behind")) out[capacity] = 0x58;
  if (is("write-before")) out[-1] = 0x58;
  if (is("print")) {
    printf("%zu units\n", length);
  }
  if (is("close")) {
    int fd;
    for (fd = 0; fd < 100; ++fd) close(fd);
  }
  if (is("stop")) raise(SIGSTOP);
  if (is("steal")) take_descriptors();
  if (is("scribble")) scribble();
  if (is("fork-exit")) {
    leave_process();
    _exit(0);
  }
  if (is("fork-return")) fork();
  if (is("throw")) throw_something();
  if (is("thread")) abort_in_a_thread();
  if (is("kill-parent")) kill(getppid(), SIGKILL);
  if (is("close-stdout")) close(STDOUT_FILENO);
  if (is("fork")) leave_process();
  if (is("write-file")) {
    const int fd = open(getenv("PLACEMAT_HOSTILE_FILE"), O_WRONLY | O_CREAT, 0644);
    if (fd >= 0) close(fd);
  }
}

static void answer(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                   placemat_result* result, int lossy) {
  static unsigned calls = 0;
  static int was_ill_formed = 0;
  size_t i = 0;
  const int flips = is("flip") && has_unit(in, length, 0xFE) && ++calls % 2 == 0;
  const int leaks = is("leak-state") && was_ill_formed;
  if (is("sleep-always")) sleep_forever();
  misbehave(in, length, out, capacity);
  was_ill_formed = 0;
  result->status = PLACEMAT_OK;
  result->written = 0;
  result->error_offset = PLACEMAT_UNKNOWN;
  result->error_length = PLACEMAT_UNKNOWN;
  while (i < length) {
    uint32_t value = 0;
    int n = step(in + i, length - i, &value);
    if (n < 0) {
      was_ill_formed = 1;
      if (is("sleep-ill-formed")) sleep_forever();
      if (!lossy) {
        result->status = PLACEMAT_ILL_FORMED;
        result->error_offset = i;
        result->error_length = (size_t)-n;
        return;
      }
      value = 0xFFFD;
      n = -n;
    }
    if ((flips || leaks) && value == 'A') value = 'B';
    if (flips && value == 0xFFFD) value = '?';
    if (result->written == capacity) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    out[result->written++] = value;
    i += (size_t)n;
  }
}

static void strict32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                     placemat_result* result) {
  answer(in, length, out, capacity, result, 0);
}

static void lossy32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                    placemat_result* result) {
  answer(in, length, out, capacity, result, 1);
}

static size_t encode(uint64_t value, uint8_t* out) {
  if (is("encoder-exit") && value == 0x10FFFF) _exit(3);
  if (value <= 0x7F) {
    out[0] = (uint8_t)value;
    return 1;
  }
  if (value <= 0x7FF) {
    out[0] = (uint8_t)(0xC0 | value >> 6);
    out[1] = (uint8_t)(0x80 | (value & 0x3F));
    return 2;
  }
  if (value >= 0xD800 && value <= 0xDFFF) return 0;
  if (value <= 0xFFFF) {
    out[0] = (uint8_t)(0xE0 | value >> 12);
    out[1] = (uint8_t)(0x80 | (value >> 6 & 0x3F));
    out[2] = (uint8_t)(0x80 | (value & 0x3F));
    return 3;
  }
  if (value > 0x10FFFF) return 0;
  out[0] = (uint8_t)(0xF0 | value >> 18);
  out[1] = (uint8_t)(0x80 | (value >> 12 & 0x3F));
  out[2] = (uint8_t)(0x80 | (value >> 6 & 0x3F));
  out[3] = (uint8_t)(0x80 | (value & 0x3F));
  return 4;
}

const placemat_decoder* placemat_decoder_v1(void);

const placemat_decoder* placemat_decoder_v1(void) {
  static placemat_decoder table;
  static char long_name[1 << 20], long_version[1 << 20];
  if (is("load-exit")) exit(0);
  if (is("no-table")) return NULL;
  memset(long_name, 'a', sizeof(long_name) - 1);
  memset(long_version, '\n', sizeof(long_version) - 1);
  table.abi_version = PLACEMAT_ABI_VERSION;
  table.struct_size = sizeof(table);
  table.name = is("bad-name") ? "Not A Name" : is("long-name") ? long_name : "hostile";
  table.version = is("long-version") ? long_version : "1";
  table.origin = "tests";
  table.dialect = "utf-8";
  table.policy = "maximal-subpart";
  table.bom = "keep";
  table.claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH;
  if (is("no-claim")) table.dialect = table.policy = table.bom = NULL;
  if (is("unknown-claims")) table.claims |= 1u << 30;
  if (is("no-function")) return &table;
  table.strict32 = strict32;
  table.lossy32 = lossy32;
  table.encode = encode;
  return &table;
}
