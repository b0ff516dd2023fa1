/* my_decoder.c: a template of a plug-in for placemat. Replace step() by your
 * decoder; the code around it passes units and values, and the table at the
 * end states the decoder's claims. Every claim is judged; a member that is
 * NULL is blank in the report.
 *
 *   placemat audit ./my_decoder.so --budget quick
 */
#include <placemat/placemat_decoder.h>
#include <stdlib.h>

/* --- The decoder. Yours goes here. --------------------------------------- */

enum kind { VALUE, ILL_FORMED, INCOMPLETE };

/* Decodes one sequence at `in`, where `length` (at least 1) units are left:
 *   VALUE       sets *value; returns the length of the sequence
 *   ILL_FORMED  returns the length of the maximal subpart (Unicode 3.9 D93b)
 *   INCOMPLETE  the units end within a sequence; returns their number
 * The ranges are those of Table 3-7. */
static size_t step(const uint8_t* in, size_t length, enum kind* kind, uint32_t* value) {
  uint8_t first = 0x80, last = 0xBF; /* of the second unit */
  size_t i, all;
  *kind = ILL_FORMED;
  if (in[0] <= 0x7F) {
    all = 1;
    *value = in[0];
  } else if (in[0] >= 0xC2 && in[0] <= 0xDF) {
    all = 2;
    *value = in[0] & 0x1Fu;
  } else if (in[0] >= 0xE0 && in[0] <= 0xEF) {
    all = 3;
    *value = in[0] & 0x0Fu;
    if (in[0] == 0xE0) first = 0xA0; /* below: overlong */
    if (in[0] == 0xED) last = 0x9F;  /* above: surrogates */
  } else if (in[0] >= 0xF0 && in[0] <= 0xF4) {
    all = 4;
    *value = in[0] & 0x07u;
    if (in[0] == 0xF0) first = 0x90; /* below: overlong */
    if (in[0] == 0xF4) last = 0x8F;  /* above: beyond 10FFFF */
  } else {
    return 1;
  }
  for (i = 1; i < all; ++i) {
    if (i == length) {
      *kind = INCOMPLETE;
      return i;
    }
    if (in[i] < first || in[i] > last) return i;
    *value = *value << 6 | (in[i] & 0x3Fu);
    first = 0x80;
    last = 0xBF;
  }
  *kind = VALUE;
  return all;
}

/* --- From one sequence to a whole input. ---------------------------------- */

static void clear(placemat_result* result) {
  result->status = PLACEMAT_OK;
  result->written = 0;
  result->error_offset = PLACEMAT_UNKNOWN;
  result->error_length = PLACEMAT_UNKNOWN;
}

/* Appends a value; returns 0 when there is no room for it. */
static int put(uint32_t value, uint32_t* out, size_t capacity, placemat_result* result) {
  if (result->written == capacity) {
    result->status = PLACEMAT_NO_CAPACITY;
    return 0;
  }
  out[result->written++] = value;
  return 1;
}

static void fail(uint32_t status, size_t offset, size_t length, placemat_result* result) {
  result->status = status;
  result->error_offset = offset;
  result->error_length = length;
}

static void decode(int lossy, const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                   placemat_result* result) {
  size_t at = 0;
  clear(result);
  while (at < length) {
    enum kind kind;
    uint32_t value = 0;
    const size_t taken = step(in + at, length - at, &kind, &value);
    if (kind != VALUE && !lossy) {
      fail(kind == INCOMPLETE ? PLACEMAT_INCOMPLETE : PLACEMAT_ILL_FORMED, at, taken, result);
      return;
    }
    if (!put(kind == VALUE ? value : 0xFFFD, out, capacity, result)) return;
    at += taken;
  }
}

static void strict32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                     placemat_result* result) {
  decode(0, in, length, out, capacity, result);
}

static void lossy32(const uint8_t* in, size_t length, uint32_t* out, size_t capacity,
                    placemat_result* result) {
  decode(1, in, length, out, capacity, result);
}

static int validate(const uint8_t* in, size_t length) {
  size_t at = 0;
  while (at < length) {
    enum kind kind;
    uint32_t value;
    at += step(in + at, length - at, &kind, &value);
    if (kind != VALUE) return 0;
  }
  return 1;
}

static size_t length32(const uint8_t* in, size_t length) {
  size_t at = 0, values = 0;
  while (at < length) {
    enum kind kind;
    uint32_t value;
    at += step(in + at, length - at, &kind, &value);
    ++values;
  }
  return values;
}

/* --- The same for a stream. ------------------------------------------------ */

struct stream {
  int lossy;
  int failed;
  size_t consumed; /* units of the stream before the kept ones */
  size_t kept;     /* units of an unfinished sequence */
  uint8_t units[4];
  size_t error_length;
};

static void stream_reset(void* stream) {
  struct stream* s = stream;
  s->failed = 0;
  s->consumed = 0;
  s->kept = 0;
}

static void* stream_open(int lossy) {
  struct stream* s = malloc(sizeof(struct stream));
  if (s == NULL) return NULL;
  s->lossy = lossy;
  stream_reset(s);
  return s;
}

static void stream_close(void* stream) { free(stream); }

/* Consumes the first `taken` kept units, which encode `value` or are ill-formed. */
static int take(struct stream* s, enum kind kind, size_t taken, uint32_t value, uint32_t* out,
                size_t capacity, placemat_result* result) {
  size_t i;
  if (kind != VALUE && !s->lossy) {
    s->failed = 1;
    s->error_length = taken;
    fail(PLACEMAT_ILL_FORMED, s->consumed, taken, result);
    return 0;
  }
  if (!put(kind == VALUE ? value : 0xFFFD, out, capacity, result)) return 0;
  s->consumed += taken;
  s->kept -= taken;
  for (i = 0; i < s->kept; ++i) s->units[i] = s->units[i + taken];
  return 1;
}

static void stream_push(void* stream, const uint8_t* in, size_t length, uint32_t* out,
                        size_t capacity, placemat_result* result) {
  struct stream* s = stream;
  size_t at;
  clear(result);
  if (s->failed) {
    fail(PLACEMAT_ILL_FORMED, s->consumed, s->error_length, result);
    return;
  }
  for (at = 0; at < length; ++at) {
    s->units[s->kept++] = in[at];
    while (s->kept > 0) { /* twice when the unit interrupts a sequence */
      enum kind kind;
      uint32_t value = 0;
      const size_t taken = step(s->units, s->kept, &kind, &value);
      if (kind == INCOMPLETE) break;
      if (!take(s, kind, taken, value, out, capacity, result)) return;
    }
  }
}

static void stream_finish(void* stream, uint32_t* out, size_t capacity, placemat_result* result) {
  struct stream* s = stream;
  clear(result);
  if (s->failed) {
    fail(PLACEMAT_ILL_FORMED, s->consumed, s->error_length, result);
  } else if (s->kept > 0) {
    take(s, INCOMPLETE, s->kept, 0, out, capacity, result);
    if (s->failed) result->status = PLACEMAT_INCOMPLETE;
  }
  stream_reset(s);
}

/* --- The claims. ----------------------------------------------------------- */

static const placemat_decoder decoder = {
    /* Lets a placemat of another version refuse the table. */
    .abi_version = PLACEMAT_ABI_VERSION,
    .struct_size = sizeof(placemat_decoder),

    /* The name in reports, of [a-z0-9_.-]; the version of the decoder; its
     * origin. */
    .name = "my_decoder",
    .version = "1.0",
    .origin = "the template of placemat",

    /* The dialect (`placemat list dialects`); how the lossy functions replace an
     * ill-formed subsequence (`placemat list policies`; "reject" without lossy
     * functions); "keep" or "strip-leading" for U+FEFF at the start.
     * `placemat identify ./my_decoder.so` finds all three. */
    .dialect = "utf-8",
    .policy = "maximal-subpart",
    .bom = "keep",

    /* What strict decoding reports about the first error: its offset, the length
     * of its maximal subpart, whether the input ended within a sequence. 0: only
     * that there is an error. */
    .claims = PLACEMAT_CLAIM_OFFSET | PLACEMAT_CLAIM_LENGTH | PLACEMAT_CLAIM_INCOMPLETE,

    /* Is the input well-formed? */
    .validate = validate,

    /* To UTF-32: strict stops at the first error, lossy replaces. */
    .strict32 = strict32,
    .lossy32 = lossy32,

    /* The same to UTF-16. */
    .strict16 = NULL,
    .lossy16 = NULL,

    /* To 64-bit values, for dialects with values above FFFFFFFF; instead of
     * strict32 and lossy32. */
    .strict64 = NULL,
    .lossy64 = NULL,

    /* The number of values that lossy32 (lossy16) writes. */
    .length32 = length32,
    .length16 = NULL,

    /* Decoding in chunks: all five or none. */
    .stream_open = stream_open,
    .stream_push = stream_push,
    .stream_finish = stream_finish,
    .stream_reset = stream_reset,
    .stream_close = stream_close,

    /* Encodes one value. */
    .encode = NULL,

    /* For saboteurs, decoders with a planted error. */
    .planted = NULL,
    .planted_kind = NULL,
};

/* The symbol that placemat looks up in the shared object. */
const placemat_decoder* placemat_decoder_v1(void);
const placemat_decoder* placemat_decoder_v1(void) { return &decoder; }
