// loses_state_at_chunk_boundary.cc: Streams whose result depends on how the text is
// divided into chunks. All faults are in the lossy stream, because an application reads
// most text through that.
#include <cstring>

#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// Nothing is carried from a chunk to the next, so that E2 99 | A5 gives two errors.
void push_chunk_loses_state(void* stream, const std::uint8_t* in, std::size_t length,
                            std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  Base::push(stream, in, length, out, capacity, result);
  flush_pending(*static_cast<Stream*>(stream), out, capacity, result);
}

// An empty chunk is legal and changes nothing. Here length 0 means the end of the input, so that
// C3 | | A9 gives two errors.
void push_chunk_empty_push_flushes(void* stream, const std::uint8_t* in, std::size_t length,
                                   std::uint32_t* out, std::size_t capacity,
                                   placemat_result* result) {
  Base::push(stream, in, length, out, capacity, result);
  if (length == 0) flush_pending(*static_cast<Stream*>(stream), out, capacity, result);
}

// The repair at a chunk boundary consumes the unit that it should give back: C2 | 61 62 63 loses
// the 61.
void push_chunk_swallows_offender(void* stream, const std::uint8_t* in, std::size_t length,
                                  std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool carried = s.lossy && s.kept_length > 0 && length > 0;
  std::uint8_t window[PLACEMAT_MAX_SEQUENCE + 1];
  std::memcpy(window, s.kept, s.kept_length);
  if (carried) window[s.kept_length] = in[0];
  if (!carried || !is_ill_formed(Honest::decode_one(window, window + s.kept_length + 1)))
    return Base::push(stream, in, length, out, capacity, result);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  flush_pending(s, out, capacity, result);
  s.consumed += 1;
  push_behind(stream, in + 1, length - 1, out, capacity, result->written, result);
}

// The carry is filled to four units from the next chunk. When a sequence ends inside it, only the
// count is lowered, so that old units are decoded again and new ones are lost.
constexpr std::size_t kCarry = 4;

// Decodes the units in the carry. An unfinished sequence stays there.
void drain(Stream& s, std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  while (s.kept_length > 0) {
    const Decoded d = Honest::decode_one(s.kept, s.kept + s.kept_length);
    if (is_incomplete(d)) return;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    s.consumed += d.length;
    s.kept_length -= d.length;
    if (is_ill_formed(d)) std::memmove(s.kept, s.kept + d.length, s.kept_length);
  }
}

void push_chunk_carry_not_shifted(void* stream, const std::uint8_t* in, std::size_t length,
                                  std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  if (!s.lossy || s.kept_length == 0) return Base::push(stream, in, length, out, capacity, result);
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  while (s.kept_length > 0 && length > 0 && result->status == PLACEMAT_OK) {
    while (s.kept_length < kCarry && length > 0) {
      s.kept[s.kept_length++] = *in++;
      --length;
    }
    drain(s, out, capacity, result);
  }
  if (result->status != PLACEMAT_OK || length == 0) return;
  push_behind(stream, in, length, out, capacity, result->written, result);
}

// The buffer of pending units has four places. When all of them are ill-formed, the next unit is
// lost.
struct ChunkFifthDropped : Stream {
  int bad;  // chunks in a row that were one ill-formed unit each
};

void push_chunk_fifth_dropped(void* stream, const std::uint8_t* in, std::size_t length,
                              std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<ChunkFifthDropped*>(stream);
  if (s.lossy && s.bad == 4 && length > 0) {
    ++in, --length;
    s.bad = 0;
  }
  const bool is_bad =
      s.lossy && length == 1 && s.kept_length == 0 && is_ill_formed(Honest::decode_one(in, in + 1));
  if (length > 0) s.bad = is_bad ? s.bad + 1 : 0;
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

// The code that counts missing units treats F5..F7 as leads of four, and the code that decodes
// refuses them.
struct ChunkStrayJoinsCarry : Stream {
  bool after_lead;  // the last chunk ended in F5..F7
};

void push_chunk_stray_joins_carry(void* stream, const std::uint8_t* in, std::size_t length,
                                  std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  auto& s = *static_cast<ChunkStrayJoinsCarry*>(stream);
  if (s.lossy && s.after_lead && length > 0 && is_continuation(*in)) ++in, --length;
  if (length > 0) s.after_lead = UnitRange{0xF5, 0xF7}.contains(in[length - 1]);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

// The search for a lead at the end of the chunk goes one unit too far back.
struct ChunkTrailingStrayDropped : Stream {
  std::uint8_t held;  // 0 for none
};

void push_chunk_trailing_stray_dropped(void* stream, const std::uint8_t* in, std::size_t length,
                                       std::uint32_t* out, std::size_t capacity,
                                       placemat_result* result) {
  auto& s = *static_cast<ChunkTrailingStrayDropped*>(stream);
  if (length > 0) s.held = 0;
  if (s.lossy && length >= 3 && is_continuation(in[length - 1]) &&
      is_continuation(in[length - 2]) && UnitRange{0xC2, 0xDF}.contains(in[length - 3])) {
    s.held = in[--length];
  }
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void finish_chunk_trailing_stray_dropped(void* stream, std::uint32_t* out, std::size_t capacity,
                                         placemat_result* result) {
  auto& s = *static_cast<ChunkTrailingStrayDropped*>(stream);
  if (s.held == 0) return Base::finish(static_cast<Stream*>(&s), out, capacity, result);
  Base::push(static_cast<Stream*>(&s), &s.held, 1, out, capacity, result);
  reset_extended<ChunkTrailingStrayDropped>(stream);
}

// The code that completes a character from the chunk before ends the whole chunk.
void push_chunk_starts_multi_unit(void* stream, const std::uint8_t* in, std::size_t length,
                                  std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  const auto& s = *static_cast<Stream*>(stream);
  if (s.lossy && s.consumed > 0 && s.kept_length == 0 && length > 0) {
    const Decoded d = Honest::decode_one(in, in + length);
    if (is_value(d) && d.length > 1) length = d.length;
  }
  Base::push(stream, in, length, out, capacity, result);
}

// Counters that only a pattern of chunks reaches.
struct CountingStream : Stream {
  std::size_t pushes, singles;
};
void finish_counting(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
  auto& s = *static_cast<CountingStream*>(stream);
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
  s.pushes = s.singles = 0;
}

void reset_counting(void* stream) {
  auto& s = *static_cast<CountingStream*>(stream);
  Base::reset(static_cast<Stream*>(&s));
  s.pushes = s.singles = 0;
}

constexpr void count_chunks(placemat_decoder& d) {
  d.stream_open = open_extended<CountingStream>;
  d.stream_finish = finish_counting;
  d.stream_reset = reset_counting;
  d.stream_close = close_extended<CountingStream>;
}

constexpr std::size_t kFaultyPush = 5;
constexpr std::size_t kSinglesBefore = 8;

void push_fifth_loses_kept(void* stream, const std::uint8_t* in, std::size_t length,
                           std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<CountingStream*>(stream);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
  if (s.lossy && ++s.pushes == kFaultyPush && s.kept_length == 1) s.kept_length = 0;
}

void push_after_singles_loses_first(void* stream, const std::uint8_t* in, std::size_t length,
                                    std::uint32_t* out, std::size_t capacity,
                                    placemat_result* result) {
  auto& s = *static_cast<CountingStream*>(stream);
  const bool loses = s.lossy && s.singles == kSinglesBefore && length == 4 && s.kept_length == 0;
  s.singles = length == 1 ? s.singles + 1 : 0;
  Base::push(static_cast<Stream*>(&s), in + loses, length - loses, out, capacity, result);
}

// Behind many small chunks, a large one is decoded in place, without what they left.
constexpr std::size_t kLargeChunk = 4'096;

void push_large_behind_small(void* stream, const std::uint8_t* in, std::size_t length,
                             std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<CountingStream*>(stream);
  if (s.singles >= kSinglesBefore && length >= kLargeChunk) s.kept_length = 0;
  s.singles = length == 1 ? s.singles + 1 : 0;
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

constexpr Row kRows[] = {
    {
        .name = "sab_chunk_loses_state",
        .relatives = "Bun 1.0.2, 2023; denoland/fastwebsockets, 2025",
        .planted = "a lossy stream decodes each chunk alone, so an unfinished sequence at its end "
                   "becomes U+FFFD",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "E2 99|A5", "2665 .", "FFFD FFFD ."},
                   {"stream-lossy", "E2 99 A5|41", "2665 41 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_chunk_loses_state; },
    },
    {
        .name = "sab_chunk_empty_push_flushes",
        .relatives = "Deno 1.11, 2021 (an empty chunk changes the state)",
        .planted = "an empty chunk ends the unfinished sequence of a lossy stream",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "C3||A9", "E9 .", "FFFD FFFD ."},
                   {"stream-lossy", "C3|A9", "E9 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_chunk_empty_push_flushes; },
    },
    {
        .name = "sab_chunk_swallows_offender",
        .relatives = "Haskell text before 1.2.5, 2021",
        .planted = "a lossy stream loses the unit that interrupts a sequence carried over from the "
                   "chunk before",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "C2|61 62 63", "FFFD 61 62 63 .", "FFFD 62 63 ."},
                   {"stream-lossy", "C2 61|62 63", "FFFD 61 62 63 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_chunk_swallows_offender; },
    },
    {
        .name = "sab_chunk_carry_not_shifted",
        .relatives = "WebKit TextCodecUTF8, 2025",
        .planted = "units behind a sequence decoded from the carry of a lossy stream are not moved "
                   "to its front",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "C3|A9 61 62", "E9 61 62 .", "E9 E9 ."},
                   {"stream-lossy", "F0|C3 80 2A 2A", "FFFD C0 2A 2A .", "FFFD C0 FFFD 2A ."},
                   {"stream-lossy", "C3|A9", "E9 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_chunk_carry_not_shifted; },
    },
    {
        .name = "sab_chunk_fifth_dropped",
        .relatives = "Haskell text, 2023",
        .planted = "a lossy stream loses the first unit of a chunk after four chunks of one "
                   "ill-formed unit each",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "FF|FF|FF|FF|41", "FFFD*4 41 .", "FFFD*4 ."},
                   {"stream-lossy", "FF|FF|FF|41", "FFFD FFFD FFFD 41 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<ChunkFifthDropped>;
              d.stream_push = push_chunk_fifth_dropped;
              d.stream_finish = finish_extended<ChunkFifthDropped>;
              d.stream_reset = reset_extended<ChunkFifthDropped>;
              d.stream_close = close_extended<ChunkFifthDropped>;
            },
    },
    {
        .name = "sab_chunk_stray_joins_carry",
        .relatives = "Node.js 8 and later StringDecoder, 2018",
        .planted = "a lossy stream writes no replacement for a continuation unit at the start of a "
                   "chunk after a chunk that ends in F5..F7",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "F6|9B|D1", "FFFD FFFD FFFD .", "FFFD FFFD ."},
                   {"stream-lossy", "F8|9B", "FFFD FFFD ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<ChunkStrayJoinsCarry>;
              d.stream_push = push_chunk_stray_joins_carry;
              d.stream_finish = finish_extended<ChunkStrayJoinsCarry>;
              d.stream_reset = reset_extended<ChunkStrayJoinsCarry>;
              d.stream_close = close_extended<ChunkStrayJoinsCarry>;
            },
    },
    {
        .name = "sab_chunk_trailing_stray_dropped",
        .relatives = "Node.js 6.2 StringDecoder, 2016",
        .planted = "a lossy stream holds back a stray continuation unit that ends a chunk after a "
                   "two-unit sequence, and drops it when another chunk comes",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "C9 B5 A9|41", "275 FFFD 41 .", "275 41 ."},
                   {"stream-lossy", "C9 B5 A9", "275 FFFD ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<ChunkTrailingStrayDropped>;
              d.stream_push = push_chunk_trailing_stray_dropped;
              d.stream_finish = finish_chunk_trailing_stray_dropped;
              d.stream_reset = reset_extended<ChunkTrailingStrayDropped>;
              d.stream_close = close_extended<ChunkTrailingStrayDropped>;
            },
    },
    {
        .name = "sab_chunk_starts_multi_unit",
        .relatives = "dscape/clarinet, 2014",
        .planted = "a lossy stream ignores the rest of a chunk, not the first, that begins with a "
                   "complete sequence of several units",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "61|C3 A9 62", "61 E9 62 .", "61 E9 ."},
                   {"stream-lossy", "C3 A9 62|41", "E9 62 41 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_chunk_starts_multi_unit; },
    },
    {
        .name = "sab_fifth_push_loses_kept",
        .relatives = "none known",
        .planted = "a lossy stream loses the one unit that it keeps after its fifth chunk",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "41|41|41|41|C3|A9", "41*4 E9 .", "41*4 FFFD ."},
                   {"stream-lossy", "41|41|41|C3|A9", "41 41 41 E9 ."}},
        .patch =
            [](placemat_decoder& d) {
              count_chunks(d);
              d.stream_push = push_fifth_loses_kept;
            },
    },
    {
        .name = "sab_chunk_after_singles_loses_first",
        .relatives = "none known",
        .planted = "a lossy stream loses the first unit of a chunk of four after eight chunks of "
                   "one",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "41|41|41|41|41|41|41|41|42 43 44 45", "41*8 42 43 44 45 .",
                    "41*8 43 44 45 ."},
                   {"stream-lossy", "41|41|41|41|41|41|41|42 43 44 45", "41*7 42 43 44 45 ."}},
        .patch =
            [](placemat_decoder& d) {
              count_chunks(d);
              d.stream_push = push_after_singles_loses_first;
            },
    },
    {
        .name = "sab_chunk_large_behind_small",
        .relatives = "none known",
        .planted = "a chunk of at least 4,096 units behind eight or more of one unit drops the "
                   "units that a stream keeps",
        .kind = "depends-on-chunks",
        .probes = {{"stream-lossy", "41|41|41|41|41|41|41|C3|A9 41*4095", "41*7 E9 41*4095 .",
                    "41*7 FFFD 41*4095 ."},
                   {"stream-lossy", "41|41|41|41|41|41|C3|A9 41*4095", "41*6 E9 41*4095 ."},
                   {"stream-lossy", "41|41|41|41|41|41|41|C3|A9 41*63", "41*7 E9 41*63 ."}},
        .patch =
            [](placemat_decoder& d) {
              count_chunks(d);
              d.stream_push = push_large_behind_small;
            },
    },
};
constinit const Decoders kDecoders("loses-state-at-chunk-boundary", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_loses_state_at_chunk_boundary;
constinit const Class placemat_saboteurs_loses_state_at_chunk_boundary{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
