// leaks_state_across_streams.cc: Decoders whose answer depends on an earlier text, an
// earlier call or another open stream.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "impls/saboteurs/mark.h"
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The flush replaces the pending units and does not forget them, so that a next text that begins
// with AC completes the E2 82 of the last one.
void finish_state_survives_finish(void* stream, std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::finish(stream, out, capacity, result);
  if (!before.lossy) return;
  std::memcpy(s.kept, before.kept, before.kept_length);
  s.kept_length = before.kept_length;
}

// State that is set on an error is cleared on success only: this restores it.
void keep_failure(Stream& s, const Stream& before) {
  if (!before.failed) return;
  s.failed = true;
  s.error_offset = before.error_offset;
  s.error_length = before.error_length;
}

void reset_state_survives_error(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::reset(stream);
  keep_failure(s, before);
}

void finish_state_survives_error(void* stream, std::uint32_t* out, std::size_t capacity,
                                 placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::finish(stream, out, capacity, result);
  keep_failure(s, before);
}

// A static variable outlives the call. The first answer is the right one.
bool every_second_call() {
  static std::atomic<unsigned> calls{0};
  return calls.fetch_add(1) % 2 == 1;
}

void lossy32_nondeterministic(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                              std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
  const bool tail = length >= 2 && in[length - 2] == 0xE2 && in[length - 1] == 0x82;
  if (!tail || !every_second_call() || result->status != PLACEMAT_OK) return;
  if (!Base::put(out, capacity, result->written, kReplacement))
    result->status = PLACEMAT_NO_CAPACITY;
}

// The flag that the start of the text has been handled is cleared only at the end of a text that
// succeeded.
struct BomKeptAfterError : Stream {
  bool begun;  // a U+FEFF is no mark from here on
};

void push_bom_kept_after_error(void* stream, const std::uint8_t* in, std::size_t length,
                               std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<BomKeptAfterError*>(stream);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
  if (!s.begun && result->written > 0 && out[0] == 0xFEFF) {
    --result->written;
    std::memmove(out, out + 1, result->written * sizeof *out);
    s.begun = true;
  }
  if (result->written > 0) s.begun = true;
}

void reset_bom_kept_after_error(void* stream) {
  auto& s = *static_cast<BomKeptAfterError*>(stream);
  s.begun = s.failed;
  Base::reset(static_cast<Stream*>(&s));
}

void finish_bom_kept_after_error(void* stream, std::uint32_t* out, std::size_t capacity,
                                 placemat_result* result) {
  auto& s = *static_cast<BomKeptAfterError*>(stream);
  s.begun = s.failed;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
}

// A static buffer for the units of an unfinished sequence, like the state that mbrtowc uses
// when it is given none. It is per thread, so that the saboteur answers the same in every run.
thread_local std::uint8_t shared_units[PLACEMAT_MAX_SEQUENCE];
thread_local std::size_t shared_length = 0;

Stream& with_shared_units(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  s.kept_length = shared_length;
  std::copy_n(shared_units, shared_length, s.kept);
  return s;
}

void share(const Stream& s) {
  shared_length = s.kept_length;
  std::copy_n(s.kept, s.kept_length, shared_units);
}

void* open_state_shared_by_streams(int lossy) {
  shared_length = 0;
  return Base::open(lossy);
}

void push_state_shared_by_streams(void* stream, const std::uint8_t* in, std::size_t length,
                                  std::uint32_t* out, std::size_t capacity,
                                  placemat_result* result) {
  Base::push(&with_shared_units(stream), in, length, out, capacity, result);
  share(*static_cast<const Stream*>(stream));
}

void finish_state_shared_by_streams(void* stream, std::uint32_t* out, std::size_t capacity,
                                    placemat_result* result) {
  Base::finish(&with_shared_units(stream), out, capacity, result);
  shared_length = 0;
}

void reset_state_shared_by_streams(void* stream) {
  shared_length = 0;
  Base::reset(stream);
}

// A finish after a finish takes the closed stream for a broken one.
struct FinishedStream : Stream {
  bool finished;
};

void push_second_finish_fails(void* stream, const std::uint8_t* in, std::size_t length,
                              std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<FinishedStream*>(stream);
  if (length > 0) s.finished = false;
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void finish_second_finish_fails(void* stream, std::uint32_t* out, std::size_t capacity,
                                placemat_result* result) {
  auto& s = *static_cast<FinishedStream*>(stream);
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
  if (s.finished && !s.lossy) s.failed = true, s.error_length = 1;
  s.finished = true;
}

// The buffers of a stream are cleared on its first three uses.
struct UsedStream : Stream {
  std::size_t uses;
};
constexpr std::size_t kClearedUses = 3;

void finish_fourth_use_keeps(void* stream, std::uint32_t* out, std::size_t capacity,
                             placemat_result* result) {
  auto& s = *static_cast<UsedStream*>(stream);
  const bool keeps = s.lossy && ++s.uses > kClearedUses;
  const Stream before = s;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
  if (!keeps) return;
  std::memcpy(s.kept, before.kept, before.kept_length);
  s.kept_length = before.kept_length;
}

// One prefix of tens of thousands survives a reset.
void reset_one_prefix_survives(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  const Stream before = s;
  Base::reset(stream);
  if (before.kept_length != 2 || before.kept[0] != 0xF1 || before.kept[1] != 0xA3) return;
  s.kept_length = before.kept_length;
  std::copy_n(before.kept, before.kept_length, s.kept);
}

// A pool with room for two streams: all are one as soon as there are three.
constexpr std::size_t kPool = 2;
thread_local std::size_t open_streams = 0;

void* open_pool_of_two(int lossy) {
  if (++open_streams > kPool) shared_length = 0;
  return Base::open(lossy);
}

void push_pool_of_two(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                      std::size_t capacity, placemat_result* result) {
  if (open_streams <= kPool) return Base::push(stream, in, length, out, capacity, result);
  push_state_shared_by_streams(stream, in, length, out, capacity, result);
}

void close_pool_of_two(void* stream) {
  --open_streams;
  Base::close(stream);
}

// The mode is a global flag, which the stream that was opened last has set.
thread_local bool mode_is_lossy = false;

void* open_mode_of_last_stream(int lossy) {
  mode_is_lossy = lossy != 0;
  return Base::open(lossy);
}

void push_mode_of_last_stream(void* stream, const std::uint8_t* in, std::size_t length,
                              std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  static_cast<Stream*>(stream)->lossy = mode_is_lossy;
  Base::push(stream, in, length, out, capacity, result);
}

// Streams are numbered in 8 bits, and those of one number share their units.
thread_local std::uint8_t last_number = 0;
thread_local Stream units_of_number[256];

struct NumberedStream : Stream {
  std::uint8_t number;
};

void* open_numbered(int lossy) {
  auto* const stream = static_cast<NumberedStream*>(open_extended<NumberedStream>(lossy));
  if (stream != nullptr) stream->number = last_number++;
  return stream;
}

// Calls `act` with the units that the number of the stream has.
template <class Act>
void with_units_of_number(void* stream, Act act) {
  auto& s = *static_cast<NumberedStream*>(stream);
  Stream& known = units_of_number[s.number];
  s.kept_length = known.kept_length;
  std::copy_n(known.kept, known.kept_length, s.kept);
  act(static_cast<Stream*>(&s));
  known = s;
}

void push_numbered(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                   std::size_t capacity, placemat_result* result) {
  with_units_of_number(stream,
                       [&](Stream* s) { Base::push(s, in, length, out, capacity, result); });
}

void finish_numbered(void* stream, std::uint32_t* out, std::size_t capacity,
                     placemat_result* result) {
  with_units_of_number(stream, [&](Stream* s) { Base::finish(s, out, capacity, result); });
}

void reset_numbered(void* stream) {
  with_units_of_number(stream, [](Stream* s) { Base::reset(s); });
}

void close_numbered(void* stream) {
  auto* const s = static_cast<NumberedStream*>(stream);
  units_of_number[s->number] = Stream{};
  --last_number;
  delete s;
}

// What one saboteur leaves behind must not be the fault of another, so each of the next two has its
// own units.
struct KeptUnits {
  std::uint8_t units[PLACEMAT_MAX_SEQUENCE];
  std::size_t length;
};

int validate_behind(const KeptUnits& kept, const std::uint8_t* in, std::size_t length) {
  if (kept.length == 0 || length == 0 || length > PLACEMAT_MAX_SEQUENCE) {
    return Base::validate(in, length);
  }
  std::uint8_t both[2 * PLACEMAT_MAX_SEQUENCE];
  std::uint8_t* const end = std::copy_n(kept.units, kept.length, both);
  return Base::validate(both, static_cast<std::size_t>(std::copy_n(in, length, end) - both));
}

// The verdict looks for the units of an unfinished sequence where a stream keeps them.
thread_local KeptUnits units_of_stream{};

int validate_units_of_stream(const std::uint8_t* in, std::size_t length) {
  return validate_behind(units_of_stream, in, length);
}

// Here each stream has its own units, and these are a copy for the verdict.
void push_showing_units(void* stream, const std::uint8_t* in, std::size_t length,
                        std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  Base::push(stream, in, length, out, capacity, result);
  const auto& s = *static_cast<const Stream*>(stream);
  units_of_stream.length = s.kept_length;
  std::copy_n(s.kept, s.kept_length, units_of_stream.units);
}

void close_showing_units(void* stream) {
  units_of_stream.length = 0;
  Base::close(stream);
}

// A finish or a reset clears the units of all streams: those that were kept before are void.
thread_local unsigned current_age = 0;

struct AgeingStream : Stream {
  unsigned age;
};

void push_ageing(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                 std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<AgeingStream*>(stream);
  if (s.lossy && s.age != current_age) s.kept_length = 0;
  s.age = current_age;
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
}

void finish_ageing(void* stream, std::uint32_t* out, std::size_t capacity,
                   placemat_result* result) {
  finish_extended<AgeingStream>(stream, out, capacity, result);
  ++current_age;
}

void reset_ageing(void* stream) {
  reset_extended<AgeingStream>(stream);
  ++current_age;
}

// The verdict keeps a truncated last sequence of three units for the next call.
thread_local KeptUnits tail{};

int validate_keeps_tail(const std::uint8_t* in, std::size_t length) {
  const int verdict = validate_behind(tail, in, length);
  tail.length = 0;
  placemat_result result{};
  std::uint32_t unused[1];
  if (length == 3) Base::strict(in, length, unused, 1, &result);
  if (result.status == PLACEMAT_INCOMPLETE && result.error_length == 3) {
    tail.length = 3;
    std::copy_n(in, 3, tail.units);
  }
  return verdict;
}

// A reset clears the units and the failure, and the number of units before only where there was no
// failure.
void reset_keeps_offset(void* stream) {
  auto& s = *static_cast<Stream*>(stream);
  const std::size_t kept = s.failed ? s.error_offset : 0;
  Base::reset(stream);
  s.consumed = kept;
}

// The slots for unfinished sequences are never given back by a finish, and there are three.
constexpr unsigned kSlots = 3;
struct SlottedStream : Stream {
  unsigned lost;
};

void push_slotted(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                  std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<SlottedStream*>(stream);
  Base::push(static_cast<Stream*>(&s), in, length, out, capacity, result);
  if (s.lost >= kSlots && s.lossy) s.kept_length = 0;
}

void finish_slotted(void* stream, std::uint32_t* out, std::size_t capacity,
                    placemat_result* result) {
  auto& s = *static_cast<SlottedStream*>(stream);
  if (s.kept_length > 0) ++s.lost;
  Base::finish(static_cast<Stream*>(&s), out, capacity, result);
}

// The verdict about a text is kept under its length and its ends.
constexpr std::size_t kEnd = 8;
constexpr std::size_t kLeastKept = 32;
struct KeptVerdict {
  std::size_t length;
  std::uint8_t first[kEnd], last[kEnd];
  int verdict;
};
thread_local KeptVerdict kept_verdict{};

int validate_by_ends(const std::uint8_t* in, std::size_t length) {
  if (length < kLeastKept) return Base::validate(in, length);
  const std::uint8_t* const last = in + length - kEnd;
  KeptVerdict& kept = kept_verdict;
  const bool is_same = kept.length == length && std::equal(in, in + kEnd, kept.first) &&
                       std::equal(last, last + kEnd, kept.last);
  if (is_same) return kept.verdict;
  kept.length = length;
  std::copy_n(in, kEnd, kept.first);
  std::copy_n(last, kEnd, kept.last);
  kept.verdict = Base::validate(in, length);
  return kept.verdict;
}

// The loop ends where errno says that the inner function failed. Nothing clears errno first, so the
// failure can be that of an earlier call of iconv.
void lossy32_errno_of_others(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                             std::size_t capacity, placemat_result* result) {
  const bool has_failed = errno == EILSEQ;
  Base::lossy(in, length, out, capacity, result);
  if (!has_failed || result->status != PLACEMAT_OK) return;
  std::uint32_t* const end = out + result->written;
  const std::uint32_t* const first = std::find(out, end, std::uint32_t{kReplacement});
  if (first != end) result->written = static_cast<std::size_t>(first - out) + 1;
}

constexpr Row kRows[] = {
    {
        .name = "sab_state_survives_finish",
        .relatives = "Node.js 8.6 StringDecoder, 2017",
        .planted = "stream_finish replaces the pending units of a lossy stream and keeps them",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "E2 82.AC", "FFFD . FFFD .", "FFFD . 20AC ."},
                   {"stream-lossy", "E2 82!AC", "! FFFD ."}},
        .patch = [](placemat_decoder& d) { d.stream_finish = finish_state_survives_finish; },
    },
    {
        .name = "sab_state_survives_error",
        .relatives = "Firefox TextDecoder, 2025",
        .planted =
            "a strict stream that has failed stays failed after stream_reset and stream_finish",
        .kind = "keeps-state",
        .probes = {{"stream-strict", "FF!41", "ill 0 1 ! 41 .", "ill 0 1 ! ill 0 1 ."},
                   {"stream-strict", "FF.41", "ill 0 1 . 41 .", "ill 0 1 . ill 0 1 ."},
                   {"stream-strict", "E2 82!41", "! 41 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_reset = reset_state_survives_error;
              d.stream_finish = finish_state_survives_error;
            },
    },
    {
        .name = "sab_nondeterministic",
        .relatives = "Firefox TextDecoder, 2025 (the answer depends on an earlier call)",
        .planted = "every second lossy decoding to UTF-32 of a text that ends in E2 82 writes one "
                   "replacement more",
        .kind = "nondeterministic",
        .probes = {{"lossy32 twice", "41 E2 82", "ok 41 FFFD; ok 41 FFFD",
                    "ok 41 FFFD; ok 41 FFFD FFFD"},
                   {"lossy32 twice", "41 E2 83", "ok 41 FFFD; ok 41 FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_nondeterministic; },
    },
    {
        .name = "sab_bom_kept_after_error",
        .relatives = "Firefox TextDecoder, 2025",
        .planted = "a strict stream that has failed keeps the leading EF BB BF of the next text, "
                   "where removing it is claimed",
        .kind = "keeps-state",
        .probes = {{"stream-strict", "FF!EF BB BF 41", "ill 0 1 ! 41 .", "ill 0 1 ! FEFF 41 ."},
                   {"stream-strict", "FF.EF BB BF 41", "ill 0 1 . 41 .", "ill 0 1 . FEFF 41 ."},
                   {"strict32", "EF BB BF 41", "ok 41"},
                   {"stream-strict", "EF BB|BF 41", "41 ."},
                   {"stream-strict", "EF BB BF|FF", "ill 3 1 ."},
                   {"stream-strict", "41!EF BB BF 41", "41 ! 41 ."},
                   {"stream-lossy", "FF!EF BB BF 41", "FFFD ! 41 ."}},
        .patch =
            [](placemat_decoder& d) {
              strip_in_one_call(d);
              d.stream_open = open_extended<BomKeptAfterError>;
              d.stream_push = push_bom_kept_after_error;
              d.stream_finish = finish_bom_kept_after_error;
              d.stream_reset = reset_bom_kept_after_error;
              d.stream_close = close_extended<BomKeptAfterError>;
            },
    },
    {
        .name = "sab_state_shared_by_streams",
        .relatives = "none known; mbrtowc without a caller's state does so by design",
        .planted = "all open streams share one buffer for the units of an unfinished sequence",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "C3&41|A9", "E9 .", "FFFD ."},
                   {"stream-lossy", "C3 A9&41|41", "E9 41 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_state_shared_by_streams;
              d.stream_push = push_state_shared_by_streams;
              d.stream_finish = finish_state_shared_by_streams;
              d.stream_reset = reset_state_shared_by_streams;
            },
    },
    {
        .name = "sab_second_finish_fails",
        .relatives = "none known",
        .planted = "a strict stream that was finished twice in a row refuses the next text",
        .kind = "keeps-state",
        .probes = {{"stream-strict", "41..42", "41 . . 42 .", "41 . . ill 0 1 ."},
                   {"stream-strict", "41.42", "41 . 42 ."},
                   {"stream-strict", "41.!42", "41 . ! 42 ."},
                   {"stream-lossy", "41..42", "41 . . 42 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<FinishedStream>;
              d.stream_push = push_second_finish_fails;
              d.stream_finish = finish_second_finish_fails;
              d.stream_close = close_extended<FinishedStream>;
            },
    },
    {
        .name = "sab_fourth_use_keeps",
        .relatives = "none known",
        .planted = "a lossy stream keeps the units of an unfinished sequence from its fourth "
                   "finish on",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "E2 82.41.42.E2 82.AC", "FFFD . 41 . 42 . FFFD . FFFD .",
                    "FFFD . 41 . 42 . FFFD . 20AC ."},
                   {"stream-lossy", "41.42.E2 82.AC", "41 . 42 . FFFD . FFFD ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<UsedStream>;
              d.stream_finish = finish_fourth_use_keeps;
              d.stream_close = close_extended<UsedStream>;
            },
    },
    {
        .name = "sab_one_prefix_survives_reset",
        .relatives = "none known",
        .planted = "stream_reset forgets every unfinished sequence but F1 A3",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "F1 A3!80 80", "! FFFD FFFD .", "! 63000 ."},
                   {"stream-lossy", "F1 A2!80 80", "! FFFD FFFD ."},
                   {"stream-lossy", "F1 A3.80 80", "FFFD . FFFD FFFD ."}},
        .patch = [](placemat_decoder& d) { d.stream_reset = reset_one_prefix_survives; },
    },
    {
        .name = "sab_pool_of_two_streams",
        .relatives = "none known",
        .planted = "three streams that are open at the same time share one buffer for the units "
                   "of an unfinished sequence",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "41&41@41|C3&41@41|A9", "41 E9 .", "41 FFFD ."},
                   {"stream-lossy", "41&41|C3&41|A9", "41 E9 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_pool_of_two;
              d.stream_push = push_pool_of_two;
              d.stream_close = close_pool_of_two;
            },
    },
    {
        .name = "sab_mode_of_last_stream",
        .relatives = "none known; a global error handler does so by design",
        .planted = "a stream is as strict as the stream that was opened last",
        .kind = "keeps-state",
        .probes = {{"stream-strict", "41~41|FF", "41 ill 1 1 .", "41 FFFD ."},
                   {"stream-strict", "41&41|FF", "41 ill 1 1 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_mode_of_last_stream;
              d.stream_push = push_mode_of_last_stream;
            },
    },
    {
        .name = "sab_stream_number_8_bits",
        .relatives = "none known",
        .planted = "the stream that is opened as the 257th shares the units of an unfinished "
                   "sequence with the first",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "C3#41|A9", "E9 .", "FFFD ."},
                   {"stream-lossy", "C3&41@41|A9", "E9 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_numbered;
              d.stream_push = push_numbered;
              d.stream_finish = finish_numbered;
              d.stream_reset = reset_numbered;
              d.stream_close = close_numbered;
            },
    },
    {
        .name = "sab_verdict_sees_stream_units",
        .relatives = "none known",
        .planted = "validate takes the units that an open stream keeps for the start of its input",
        .kind = "keeps-state",
        .probes = {{"validate", "C3&A9", "no", "yes"}, {"validate", "41&A9", "no"}},
        .patch =
            [](placemat_decoder& d) {
              d.validate = validate_units_of_stream;
              d.stream_push = push_showing_units;
              d.stream_close = close_showing_units;
            },
    },
    {
        .name = "sab_reset_clears_other_streams",
        .relatives = "none known",
        .planted = "a finish or a reset of one stream drops the units that the lossy streams "
                   "beside it keep",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "C3&41$A9", "E9 .", "FFFD ."},
                   {"stream-lossy", "C3&41^A9", "E9 .", "FFFD ."},
                   {"stream-lossy", "C3&41|A9", "E9 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<AgeingStream>;
              d.stream_push = push_ageing;
              d.stream_finish = finish_ageing;
              d.stream_reset = reset_ageing;
              d.stream_close = close_extended<AgeingStream>;
            },
    },
    {
        .name = "sab_verdict_keeps_tail",
        .relatives = "none known",
        .planted = "validate keeps a truncated sequence of three units for the start of its next "
                   "input",
        .kind = "keeps-state",
        .probes = {{"validate", "F4 8F BF;BF", "no; no", "no; yes"},
                   {"validate", "E2 82;AC", "no; no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_keeps_tail; },
    },
    {
        .name = "sab_reset_keeps_offset",
        .relatives = "none known",
        .planted = "stream_reset after an error counts the offsets of the next text from there",
        .kind = "keeps-state",
        .probes = {{"stream-strict", "41 80!80", "41 ill 1 1 ! ill 0 1 .",
                    "41 ill 1 1 ! ill 1 1 ."},
                   {"stream-strict", "80!80", "ill 0 1 ! ill 0 1 ."},
                   {"stream-strict", "41 41!80", "41 41 ! ill 0 1 ."}},
        .patch = [](placemat_decoder& d) { d.stream_reset = reset_keeps_offset; },
    },
    {
        .name = "sab_unfinished_texts_add_up",
        .relatives = "none known",
        .planted = "a lossy stream that was finished inside of a sequence three times drops the "
                   "units of each unfinished sequence",
        .kind = "keeps-state",
        .probes = {{"stream-lossy", "C3.C3.C3.C3|A9", "FFFD . FFFD . FFFD . E9 .",
                    "FFFD . FFFD . FFFD . FFFD ."},
                   {"stream-lossy", "C3.C3.C3|A9", "FFFD . FFFD . E9 ."}},
        .patch =
            [](placemat_decoder& d) {
              d.stream_open = open_extended<SlottedStream>;
              d.stream_push = push_slotted;
              d.stream_finish = finish_slotted;
              d.stream_close = close_extended<SlottedStream>;
            },
    },
    {
        .name = "sab_verdict_by_ends",
        .relatives = "none known; caches under a digest of a part do so",
        .planted = "validate answers as before for a text of the same length, of at least 32 "
                   "units, with the same first and last eight units",
        .kind = "keeps-state",
        .probes = {{"validate", "61*32;61*15 FF 61*16", "yes; no", "yes; yes"},
                   {"validate", "61*32;61*15 FF 61*17", "yes; no"},
                   {"validate", "61*31;61*15 FF 61*15", "yes; no"}},
        .patch = [](placemat_decoder& d) { d.validate = validate_by_ends; },
    },
    {
        .name = "sab_errno_of_others",
        .relatives = "none known; iconv and mbrtowc leave EILSEQ behind",
        .planted = "lossy decoding to UTF-32 ends behind its first replacement when errno is "
                   "EILSEQ before the call",
        .kind = "depends-on-environment",
        .probes = {{"lossy32 EILSEQ", "41 FF 42", "ok 41 FFFD 42", "ok 41 FFFD"},
                   {"lossy32", "41 FF 42", "ok 41 FFFD 42"},
                   {"lossy32 EILSEQ", "41 42", "ok 41 42"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_errno_of_others; },
    },
};
constinit const Decoders kDecoders("leaks-state-across-streams", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_leaks_state_across_streams;
constinit const Class placemat_saboteurs_leaks_state_across_streams{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
