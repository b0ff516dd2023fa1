#include <placemat_vectors/core.h> /* or standard, full */
#include <stdio.h>

/* The length of the well-formed sequence at `u`, or 0. Put your decoder here. */
static size_t sequence(const unsigned char *u, size_t n) {
  size_t length = u[0] < 0x80 ? 1 : u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : 4;
  unsigned low = u[0] == 0xE0 ? 0xA0 : u[0] == 0xF0 ? 0x90 : 0x80;
  unsigned high = u[0] == 0xED ? 0x9F : u[0] == 0xF4 ? 0x8F : 0xBF;
  if (u[0] >= 0x80 && (u[0] < 0xC2 || u[0] > 0xF4)) return 0;
  for (size_t i = 1; i < length; ++i, low = 0x80, high = 0xBF) {
    if (i == n || u[i] < low || u[i] > high) return 0;
  }
  return length;
}

int main(void) {
  int wrong = 0;
  for (size_t i = 0; i < placemat_core_count; ++i) {
    const struct placemat_vector *v = &placemat_core[i];
    size_t at = 0, length = 1;
    while (at < v->unit_count && (length = sequence(v->units + at, v->unit_count - at)) > 0) {
      at += length;
    }
    if (at != (v->error_count == 0 ? v->unit_count : v->errors[0].offset)) {
      printf("%s: the first error is not at %lu\n", v->id, (unsigned long)at);
      wrong = 1;
    }
  }
  return wrong;
}
