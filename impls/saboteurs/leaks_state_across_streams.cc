// leaks_state_across_streams.cc: Decoders whose answer depends on an earlier text, an
// earlier call or another open stream.
#include <algorithm>
#include <atomic>
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
};
constinit const Decoders kDecoders("leaks-state-across-streams", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_leaks_state_across_streams;
constinit const Class placemat_saboteurs_leaks_state_across_streams{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
