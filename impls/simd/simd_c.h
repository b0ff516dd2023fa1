/* simd_c.h: UTF-8 decoding for a C caller; <placemat/simd_c.h> of the package.
   Ill-formed input is replaced: one U+FFFD for each maximal subpart (Unicode
   3.9, D93b and "U+FFFD Substitution of Maximal Subparts").

   Bound: reads nothing outside the input, writes nothing outside the output. No
   function allocates, and all may be called from several threads. A pointer may
   be null where its length is 0. */
#ifndef PLACEMAT_SIMD_C_H
#define PLACEMAT_SIMD_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 when the input is well-formed (Unicode 3.9, Table 3-7; RFC 3629), else 0. */
int placemat_simd_is_well_formed(const uint8_t* in, size_t length);

/* Where the first ill-formed subpart is, and how many units it has. {length, 0}
   for well-formed input. */
typedef struct placemat_simd_error {
  size_t offset, length;
} placemat_simd_error;
placemat_simd_error placemat_simd_first_error(const uint8_t* in, size_t length);

/* The number of UTF-32 or UTF-16 code units that the conversions below write. */
size_t placemat_simd_length32(const uint8_t* in, size_t length);
size_t placemat_simd_length16(const uint8_t* in, size_t length);

/* The number of code units written: all of them when the capacity is that of
   the length functions, else those for which there is room. */
size_t placemat_simd_to_utf32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity);
size_t placemat_simd_to_utf16(const uint8_t* in, size_t length, uint16_t* out, size_t capacity);

/* A text that arrives in chunks. It begins with all members 0. */
#define PLACEMAT_SIMD_MOST_KEPT 3
typedef struct placemat_simd_stream {
  uint8_t kept[PLACEMAT_SIMD_MOST_KEPT]; /* of a sequence that is not finished */
  uint8_t kept_length;
} placemat_simd_stream;

/* The number of code units written. PLACEMAT_SIMD_NO_ROOM, having done nothing,
   where the capacity is below length + PLACEMAT_SIMD_MOST_KEPT. */
#define PLACEMAT_SIMD_NO_ROOM ((size_t)-1)
size_t placemat_simd_push32(placemat_simd_stream* stream, const uint8_t* in, size_t length,
                            uint32_t* out, size_t capacity);
size_t placemat_simd_push16(placemat_simd_stream* stream, const uint8_t* in, size_t length,
                            uint16_t* out, size_t capacity);
/* The end of the text: 1 when a sequence was unfinished, which U+FFFD stands
   for, else 0. The stream is as new. */
int placemat_simd_finish(placemat_simd_stream* stream);

/* "avx512", "avx2", "sse41", "neon" or "scalar": what is used here. */
const char* placemat_simd_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
