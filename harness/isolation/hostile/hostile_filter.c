/* hostile_filter.c: a program that converts UTF-8 on its standard input to
 * UTF-32LE, with one error. `hostile_filter strict` fails where its input is
 * ill-formed, `lossy` replaces; a second argument chooses the error. `utf-8` is none:
 * it writes UTF-8; `passes-surrogates` too, and passes those. Each process writes a letter to
 * PLACEMAT_HOSTILE_FILE, so that the tests can count them.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/isolation/hostile/right.h"

static const char* fault = "";
static int is(const char* name) { return strcmp(fault, name) == 0; }

static volatile unsigned sink;

static int writes_utf8(void) { return is("utf-8") || is("passes-surrogates"); }

static void put_utf8(uint32_t value) {
  int more = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
  static const uint32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
  putchar((int)(leads[more] | value >> 6 * more));
  while (more-- > 0) putchar((int)(0x80 | (value >> 6 * more & 0x3F)));
}

static void put(uint32_t value) {
  int i;
  if (writes_utf8()) {
    put_utf8(value);
    return;
  }
  if (is("no-newlines") && value == '\n') return;
  for (i = 0; i < 4; ++i) putchar((int)(value >> 8 * i & 0xFF));
}

/* The effect of FE. */
static void misbehave(void) {
  if (is("abort")) fflush(stdout), abort();
  if (is("abort-unflushed")) abort();
  if (is("exit")) exit(0);
  if (is("loop")) {
    fflush(stdout);
    for (;;) ++sink;
  }
  if (is("sleep-unflushed")) {
    for (;;) sleep(1000);
  }
  if (is("close-and-sleep")) {
    fflush(stdout);
    close(STDOUT_FILENO);
    for (;;) sleep(1000);
  }
  if (is("drip")) {
    for (;;) {
      putchar('.');
      fflush(stdout);
      usleep(20000);
    }
  }
  if (is("stop")) raise(SIGSTOP);
  if (is("fork")) {
    if (fork() == 0) {
      sleep(60);
      _exit(0);
    }
  }
  if (is("garbage")) fputs("Segmentation fault (core dumped)\n", stdout);
  if (is("flood")) {
    for (;;) fputs("and on and on and on and on and on and on and on", stdout);
  }
  if (is("memory")) {
    for (;;) {
      volatile char* block = malloc((size_t)1 << 20);
      size_t i;
      for (i = 0; block != NULL && i < (size_t)1 << 20; i += 4096) block[i] = 1;
    }
  }
}

static void count_process(void) {
  const char* file = getenv("PLACEMAT_HOSTILE_FILE");
  const int fd = file == NULL ? -1 : open(file, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0) return;
  if (write(fd, "x", 1) != 1) abort();
  close(fd);
}

/* `block-N`: loses a sequence that does not end before N units are read;
 * `block-N/K`: only when K of its units were read before.
 */
static int is_torn(size_t begin, size_t length) {
  size_t block = 0, before = 0, had = 0;
  if (strncmp(fault, "block-", 6) != 0) return 0;
  sscanf(fault, "block-%zu/%zu", &block, &before);
  if (block == 0 || begin / block == (begin + length - 1) / block) return 0;
  had = (begin / block + 1) * block - begin;
  return before == 0 || before == had;
}

int main(int argc, char** argv) {
  static uint8_t in[1 << 24];
  const int lossy = argc > 1 && strcmp(argv[1], "lossy") == 0;
  const int quiet = argc > 1 && strcmp(argv[1], "verdict") == 0;
  size_t length = 0, i = 0, n;
  int failed = 0, was_ill_formed = 0;
  if (argc > 2) fault = argv[2];
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return puts("hostile_filter 1.2"), 0;
  count_process();
  while ((n = fread(in + length, 1, sizeof(in) - length, stdin)) > 0) length += n;
  if (is("shallow") && length > 64) length = 64;
  while (i < length) {
    uint32_t value = 0;
    int step_length = step(in + i, length - i, &value);
    if (in[i] == 0xFE) misbehave();
    if (step_length > 1 && is_torn(i, (size_t)step_length)) step_length = -step_length;
    if (is("rejects-nonchar") && value == 0xFFFE) step_length = -3;
    if (is("passes-surrogates") && length - i >= 3 && in[i] == 0xED && in[i + 1] >= 0xA0 &&
        in[i + 1] <= 0xBF && (in[i + 2] & 0xC0) == 0x80) {
      fwrite(in + i, 1, 3, stdout);
      i += 3;
      continue;
    }
    if (step_length < 0) {
      step_length = -step_length;
      was_ill_formed = failed = 1;
      if (!lossy && !is("late")) {
        if (is("buffered")) _exit(1);
        if (is("stops-silently")) return 0;
        return 1;
      }
      value = 0xFFFD;
      if (is("eats") && in[i] == 0xFF) step_length += 3;
      if (is("eats-line") && in[i] == 0xFF) {
        while (i + (size_t)step_length < length && in[i + (size_t)step_length] != '\n') {
          ++step_length;
        }
        ++step_length;
      }
    }
    if (is("remembers") && was_ill_formed && value == 'B') value = 'C';
    if (!quiet) put(value);
    i += (size_t)step_length;
  }
  if (is("doubles") && length > 40) {
    fflush(stdout);
    for (i = 0; i < length; ++i) put(in[i]);
  }
  return failed && (!lossy || is("says-so")) ? 1 : 0;
}
