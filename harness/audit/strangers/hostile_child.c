/* hostile_child.c: an adapter that speaks the line protocol, and is right in
 * everything but one, which the environment variable PLACEMAT_HOSTILE chooses.
 * The trigger is the code unit FE.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/audit/strangers/right.h"

static int is(const char* name) {
  const char* value = getenv("PLACEMAT_HOSTILE");
  return value != NULL && strcmp(value, name) == 0;
}

static volatile unsigned sink;

static unsigned deep(unsigned n) {
  volatile char room[4096];
  room[0] = (char)n;
  return n == 0 ? 0 : deep(n + 1) + (unsigned)room[0];
}

static void misbehave(void) {
  const char* mode = getenv("PLACEMAT_HOSTILE");
  if (mode != NULL && strncmp(mode, "signal-", 7) == 0) raise(atoi(mode + 7));
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
  if (is("exit")) exit(0);
  if (is("loop")) {
    for (;;) ++sink;
  }
  if (is("sleep")) {
    for (;;) sleep(1000);
  }
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

/* What was asked before: some answer in another order. */
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
  at += sprintf(at, "%s ok", number);
  while (i < length) {
    uint32_t value = 0;
    int n = step(in + i, length - i, &value);
    fe |= in[i] == 0xFE;
    if (n < 0) {
      was_ill_formed = 1;
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
  if (held[0] != 0) {
    puts(held);
    held[0] = 0;
  }
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

int main(int argc, char** argv) {
  static char line[1 << 18];
  static uint8_t units[1 << 17];
  const char* policy = argc > 1 ? argv[1] : "maximal-subpart";
  static char buffer[1 << 16];
  setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
  if (is("deaf")) signal(SIGTERM, SIG_IGN);
  if (is("no-hello")) {
    for (;;) sleep(1000);
  }
  if (is("die-at-once")) {
    fputs("cannot find my library\n", stderr);
    return 1;
  }
  if (is("fork") && fork() == 0) {
    setsid();
    sleep(60);
    _exit(0);
  }
  while (fgets(line, sizeof(line), stdin) != NULL) {
    char number[32], mode[32];
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
    if (sscanf(line, "%31s %31s %n", number, mode, &used) < 2) return 1;
    {
      const char* hex = line + used;
      for (; *hex != '\0' && *hex != '\n'; ++hex) {
        if (*hex == '|') continue;
        units[n++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
        ++hex;
      }
    }
    answer(units, n, number, strcmp(mode, "strict") != 0);
    fflush(stdout);
  }
  while (is("deaf")) sleep(1000);
  return 0;
}
