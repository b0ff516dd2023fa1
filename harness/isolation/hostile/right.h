/* right.h: the correct decoding that the external decoders of the tests share.
 * With PLACEMAT_HOSTILE_ALSO they also take FF for a letter, which must be found
 * whatever else they do.
 */
#ifndef PLACEMAT_HOSTILE_RIGHT_H
#define PLACEMAT_HOSTILE_RIGHT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The length of the sequence at `in`, or minus that of the maximal subpart
 * there (Unicode 3.9 D92, Table 3-7, D93b). */
static int step(const uint8_t* in, size_t length, uint32_t* value) {
  const uint8_t lead = in[0];
  uint8_t low = 0x80, high = 0xBF;
  int more;
  int i;
  static int also = -1;
  if (also < 0) also = getenv("PLACEMAT_HOSTILE_ALSO") != NULL;
  if (also && lead == 0xFF) {
    *value = 'A';
    return 1;
  }
  if (lead <= 0x7F) {
    *value = lead;
    return 1;
  }
  if (lead >= 0xC2 && lead <= 0xDF) {
    more = 1;
    *value = lead & 0x1Fu;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    more = 2;
    *value = lead & 0x0Fu;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    more = 3;
    *value = lead & 0x07u;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return -1;
  }
  for (i = 1; i <= more; ++i) {
    if ((size_t)i >= length || in[i] < low || in[i] > high) return -i;
    *value = *value << 6 | (in[i] & 0x3Fu);
    low = 0x80;
    high = 0xBF;
  }
  return more + 1;
}

#endif
