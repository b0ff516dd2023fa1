/* placemat_decoder.h: the one interface between placemat and a decoder.
 *
 * A decoder, in this tree or in a shared object of its own, fills one
 * `placemat_decoder` and exports it. C99 and C++; no dependency; only the
 * stream functions need to allocate. A member that is NULL is a capability
 * that is not claimed: it is blank in the report, never a pass. Everything
 * that is claimed is compared.
 *
 * Words: a code unit is a byte. Offsets and lengths of input are in code
 * units; capacities and lengths of output are in values (UTF-32: one value per
 * code point; UTF-16: one value per 16-bit code unit).
 */
#ifndef PLACEMAT_DECODER_H
#define PLACEMAT_DECODER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLACEMAT_ABI_VERSION 1u

/* "Not known" in placemat_result.error_offset and .error_length. */
#define PLACEMAT_UNKNOWN ((size_t)-1)

/* The longest sequence of any dialect, in code units (Perl's 13-unit form);
 * `encode` writes at most this many. */
#define PLACEMAT_MAX_SEQUENCE 13u

/* A raw unit: a code unit of the input that a decoder hands out undecoded where
 * a value is due. It is not the value of the same number: a decoder that takes
 * the unit 80 for U+0080 writes 80. A 32-bit function writes
 * PLACEMAT_RAW_UNIT32 | unit, a 64-bit function PLACEMAT_RAW_UNIT64 | unit, or
 * for n units (up to 6) that come out as one piece
 * (UINT64_C(0x8000) | n) << 48 | units, the first one in the highest place. No
 * law expects one; reports print "raw:80". 16-bit functions have no such form. */
#define PLACEMAT_RAW_UNIT32 UINT32_C(0x80000000)
#define PLACEMAT_RAW_UNIT64 UINT64_C(0x8001000000000000)

/* placemat_result.status */
enum {
  /* The whole input was consumed; strict: it is well-formed. */
  PLACEMAT_OK = 0,
  /* Strict only: the input is ill-formed. */
  PLACEMAT_ILL_FORMED = 1,
  /* Strict only, and only with PLACEMAT_CLAIM_INCOMPLETE: the input ends
   * inside a sequence that more code units could complete, and everything
   * before it is well-formed. */
  PLACEMAT_INCOMPLETE = 2,
  /* `capacity` values do not suffice. The first `written` values are right. */
  PLACEMAT_NO_CAPACITY = 3,
  /* This input cannot be given to this decoder (a NUL to an interface that
   * ends at NUL, for instance). Nothing is compared. */
  PLACEMAT_UNSUPPORTED = 4
};

/* placemat_decoder.claims, a bit set: what the result of strict decoding
 * states, and which thread may call. */
enum {
  /* error_offset is the offset of the first ill-formed maximal subpart
   * (Unicode 3.9 D93b), from the start of the input or of the stream. */
  PLACEMAT_CLAIM_OFFSET = 1u << 0,
  /* error_length is the length of that maximal subpart. */
  PLACEMAT_CLAIM_LENGTH = 1u << 1,
  /* A truncated last sequence gives PLACEMAT_INCOMPLETE. */
  PLACEMAT_CLAIM_INCOMPLETE = 1u << 2,
  /* Only the thread that loaded the decoder may call it. Without this, any
   * thread may, though no two at the same time. */
  PLACEMAT_CLAIM_ONE_THREAD = 1u << 3
};

typedef struct placemat_result {
  uint32_t status;
  /* Values written to `out`, from its first element on without a gap. The
   * memory behind them, up to `capacity`, may be changed too. Where there is
   * too little room, a surrogate pair may be cut in two.
   * Strict and ill-formed: at most the values before the error. */
  size_t written;
  /* Strict and ill-formed: see the claims above. PLACEMAT_UNKNOWN elsewhere. */
  size_t error_offset;
  size_t error_length;
} placemat_result;

/* Decode `length` units at `in` into at most `capacity` values at `out`.
 * Reads no unit outside [in, in + length), writes no value outside
 * [out, out + capacity). `in` and `out` do not overlap; `in` may be NULL only
 * when length is 0, `out` only when capacity is 0. Fills every member of
 * *result. The same arguments give the same answer, whatever errno is and
 * whichever thread calls. */
typedef void placemat_decode16(const uint8_t* in, size_t length, uint16_t* out, size_t capacity,
                               placemat_result* result);
typedef void placemat_decode32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                               placemat_result* result);
typedef void placemat_decode64(const uint8_t* in, size_t length, uint64_t* out, size_t capacity,
                               placemat_result* result);

typedef struct placemat_decoder {
  uint32_t abi_version; /* PLACEMAT_ABI_VERSION */
  uint32_t struct_size; /* sizeof(placemat_decoder) */

  const char* name;    /* unique, [a-z0-9_]+; the name in every report */
  const char* version; /* of the subject; "in-tree" for code of this tree */
  const char* origin;  /* one line: where the method comes from */

  /* The claimed profile: dialect x policy x BOM rule, by name
   * (`placemat list dialects`, `placemat list policies`). NULL where nothing is
   * documented: the dialect is then utf-8, and `placemat audit` describes which
   * policy and BOM rule the decoder follows. */
  const char* dialect; /* "utf-8" */
  const char* policy;  /* of the lossy functions; "reject" if there are none */
  const char* bom;     /* "keep" or "strip-leading" */
  uint32_t claims;     /* PLACEMAT_CLAIM_... */

  /* Is the input well-formed? 1 yes, 0 no, -1 unsupported input. */
  int (*validate)(const uint8_t* in, size_t length);

  /* Strict: stops at the first ill-formed subsequence and reports it. */
  placemat_decode32* strict32;
  /* Lossy: follows `policy` and never fails because of the input. */
  placemat_decode32* lossy32;
  placemat_decode16* strict16;
  placemat_decode16* lossy16;
  /* For dialects with values above FFFFFFFF; instead of the 32-bit ones. */
  placemat_decode64* strict64;
  placemat_decode64* lossy64;

  /* The number of values that lossy32 (lossy16) writes for this input,
   * ill-formed input included; without a lossy function, the number that
   * strict32 (strict16) writes for well-formed input. */
  size_t (*length32)(const uint8_t* in, size_t length);
  size_t (*length16)(const uint8_t* in, size_t length);

  /* Streaming to UTF-32, all five or none. A stream opened with lossy = 1
   * follows `policy`; with lossy = 0 it is strict, and after an error answers
   * ILL_FORMED with the same offset until it is reset. stream_push takes the
   * next chunk (length 0 is legal and changes nothing), whose memory belongs
   * to the caller again when it returns; a push of n units may
   * write n + PLACEMAT_MAX_SEQUENCE values and is given that capacity.
   * stream_finish marks the end of the input, and leaves the stream as
   * stream_reset does. stream_open returns NULL for a mode that is not
   * supported. Any number of streams may be open, independent of each other. */
  void* (*stream_open)(int lossy);
  void (*stream_push)(void* stream, const uint8_t* in, size_t length, uint32_t* out,
                      size_t capacity, placemat_result* result);
  void (*stream_finish)(void* stream, uint32_t* out, size_t capacity, placemat_result* result);
  void (*stream_reset)(void* stream);
  void (*stream_close)(void* stream);

  /* Write the shortest form of `value` in the dialect; the number of units
   * written, 0 when the dialect has no form for it. `out` has room for
   * PLACEMAT_MAX_SEQUENCE units. */
  size_t (*encode)(uint64_t value, uint8_t* out);

  /* For a decoder with a planted fault (a saboteur): what was planted, in one
   * line, and the kind of finding that must expose it. NULL elsewhere. */
  const char* planted;
  const char* planted_kind;
} placemat_decoder;

/* What a plug-in exports, under this name. */
#define PLACEMAT_PLUGIN_SYMBOL "placemat_decoder_v1"
typedef const placemat_decoder* placemat_plugin_entry(void);

#ifdef __cplusplus
}
#endif
#endif
