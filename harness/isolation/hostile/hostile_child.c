/* hostile_child.c: an adapter for the line protocol with one error, chosen by
 * the environment variable PLACEMAT_HOSTILE, and correct otherwise. The trigger
 * is the code unit FE.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/isolation/hostile/right.h"

/* The error. Behind `buffered-`, the adapter writes its answers only when no
 * question is waiting, or its buffer is full, as most programs do.
 */
static int is_buffered = 0;
static const char* mode(void) {
  const char* value = getenv("PLACEMAT_HOSTILE");
  if (value != NULL && is_buffered) value += strlen("buffered-");
  return value == NULL ? "" : value;
}

static int is(const char* name) { return strcmp(mode(), name) == 0; }

static volatile unsigned sink;

static unsigned deep(unsigned n) {
  volatile char room[4096];
  room[0] = (char)n;
  return n == 0 ? 0 : deep(n + 1) + (unsigned)room[0];
}

/* Some programs refuse to start while the lock of another one exists. */
static char* lock_file(void) {
  static char path[4096];
  const char* directory = getenv("TMPDIR");
  snprintf(path, sizeof(path), "%s/lock", directory == NULL ? "/tmp" : directory);
  return path;
}

static void leave_lock(void) {
  FILE* file = fopen(lock_file(), "w");
  if (file != NULL) fclose(file);
}

/* True once for all processes that share a file. */
static int is_the_first(void) {
  const char* place = getenv("PLACEMAT_HOSTILE_ONCE");
  return place != NULL && mkdir(place, 0700) == 0;
}

static void sleep_forever(void) {
  for (;;) sleep(1000);
}

static void misbehave(void) {
  if (strncmp(mode(), "signal-", 7) == 0) raise(atoi(mode() + 7));
  if (is("stop")) raise(SIGSTOP);
  if (is("abort")) abort();
  if (is("stack")) sink += deep(1);
  if (is("slow")) usleep(2000000);
  if (is("close")) {
    int fd;
    for (fd = 0; fd < 100; ++fd) close(fd);
    for (;;) sleep(1000);
  }
  if (is("close-exit")) {
    int fd;
    for (fd = 0; fd < 100; ++fd) close(fd);
  }
  if (is("drip")) {
    for (;;) {
      putchar('1');
      fflush(stdout);
      usleep(20000);
    }
  }
  if (is("socket")) close(socket(AF_UNIX, SOCK_STREAM, 0));
  if (is("exit")) exit(0);
  if (is("lock")) {
    leave_lock();
    abort();
  }
  if (is("fork-abort")) {
    if (fork() == 0) {
      sleep(60);
      _exit(0);
    }
    abort();
  }
  if (is("leave") || (is("leave-once") && is_the_first())) {
    if (fork() == 0) {
      setsid();
      sleep(60);
      _exit(0);
    }
  }
  if (is("helper")) {
    int ends[2];
    char c;
    if (pipe(ends) == 0 && fork() == 0) { /* ends a moment after its parent */
      close(ends[1]);
      while (read(ends[0], &c, 1) > 0) continue;
      usleep(20000);
      _exit(0);
    }
  }
  if (is("loop")) {
    for (;;) ++sink;
  }
  if (is("sleep")) sleep_forever();
  if (is("memory")) {
    for (;;) {
      volatile char* block = malloc((size_t)1 << 20);
      size_t i;
      for (i = 0; block != NULL && i < (size_t)1 << 20; i += 4096) block[i] = 1;
    }
  }
  if (is("garbage")) puts("Segmentation fault (core dumped)");
  if (is("half")) {
    fputs("1 o", stdout);
    fflush(stdout);
    for (;;) sleep(1000);
  }
  if (is("half-exit")) {
    fputs("1 o", stdout);
    fflush(stdout);
    _exit(0);
  }
  if (is("flood")) {
    for (;;) fputs("and on and on and on and on and on and on and on", stdout);
  }
}

/* The previous question: some adapters answer in another order. */
static char held[1 << 12];

static void answer(const uint8_t* in, size_t length, const char* number, int lossy) {
  static char line[1 << 20];
  char* at = line;
  static unsigned calls = 0;
  static int was_ill_formed = 0;
  const int leaks = is("leak-state") && was_ill_formed;
  size_t i = 0;
  int fe = 0;
  was_ill_formed = 0;
  if (is("sleep-always")) sleep_forever();
  at += sprintf(at, "%s ok", number);
  while (i < length) {
    uint32_t value = 0;
    int n = step(in + i, length - i, &value);
    fe |= in[i] == 0xFE;
    if (n < 0) {
      was_ill_formed = 1;
      if (is("sleep-ill-formed")) sleep_forever();
      if (!lossy) {
        at = line + sprintf(line, "%s error %zu %d", number, i, -n);
        break;
      }
      value = 0xFFFD;
      n = -n;
    }
    if (leaks && value == 'A') value = 'B';
    at += sprintf(at, is("decimal") ? " %u" : " %X", value);
    i += (size_t)n;
  }
  for (i = 0; i < length; ++i) fe |= in[i] == 0xFE;
  if (fe) misbehave();
  if (is("flip") && fe && ++calls % 2 == 0) strcpy(line, number), strcat(line, " ok 41");
  if (is("lie") && fe) strcpy(line, number), strcat(line, " ok 41");
  if (is("order") && fe && held[0] == 0) {
    memcpy(held, line, sizeof(held) - 1);
    return;
  }
  puts(line);
  if (is("twice") && fe) puts(line);
  if (held[0] != 0) {
    puts(held);
    held[0] = 0;
  }
}

static int has_question(void) {
  struct pollfd in = {STDIN_FILENO, POLLIN, 0};
  return poll(&in, 1, 0) > 0;
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

int main(int argc, char** argv) {
  static char line[1 << 18];
  static uint8_t units[1 << 17];
  const char* policy = argc > 1 ? argv[1] : "maximal-subpart";
  static char buffer[1 << 16];
  const char* hostile = getenv("PLACEMAT_HOSTILE");
  is_buffered = hostile != NULL && strncmp(hostile, "buffered-", strlen("buffered-")) == 0;
  setvbuf(stdout, buffer, _IOFBF, is_buffered ? 1000 : sizeof(buffer));
  if (is_buffered) setvbuf(stdin, NULL, _IONBF, 0); /* has_question() sees all input */
  if (is("deaf")) signal(SIGTERM, SIG_IGN);
  if (is("no-hello")) {
    for (;;) sleep(1000);
  }
  if (is("drip-hello")) {
    for (;;) {
      putchar('.');
      fflush(stdout);
      usleep(20000);
    }
  }
  if (is("die-at-once")) {
    fputs("one\n\n\ttwo\nthree\nfour\nfive\r\ncannot find my \033[1mlibrary\n", stderr);
    return 1;
  }
  if (is("lock") && access(lock_file(), F_OK) == 0) return 1;
  if (is("fork") && fork() == 0) {
    setsid();
    sleep(60);
    _exit(0);
  }
  while (fgets(line, sizeof(line), stdin) != NULL) {
    char number[32], asked[32];
    int used = 0;
    size_t n = 0;
    if (strncmp(line, "placemat", 8) == 0) {
      printf(
          "hello {\"name\":\"hostile_child\",\"version\":\"1\",\"dialect\":\"utf-8\","
          "\"policy\":\"%s\",\"modes\":[\"strict\",\"lossy\",\"stream\"]}\n",
          policy);
      fflush(stdout);
      continue;
    }
    if (sscanf(line, "%31s %31s %n", number, asked, &used) < 2) return 1;
    {
      const char* hex = line + used;
      for (; *hex != '\0' && *hex != '\n'; ++hex) {
        if (*hex == '|') continue;
        units[n++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
        ++hex;
      }
    }
    if (is("noisy")) fprintf(stderr, "%01000d\n", 0);
    answer(units, n, number, strcmp(asked, "strict") != 0);
    if (!is_buffered || !has_question()) fflush(stdout);
  }
  while (is("deaf")) sleep(1000);
  return 0;
}
