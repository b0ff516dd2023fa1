// infinite_loop.cc: Decoders that make no progress on some ill-formed input.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The error is reported with zero units consumed.
void lossy32_hang_lone_continuation(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                    std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile, because a compiler may remove a loop without side effects.
    volatile std::size_t consumed = is_continuation(in[at]) ? 0 : d.length;
    if (consumed == 0) continue;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += consumed;
  }
}

// The function advances by the units of complete characters only.
std::size_t length32_hang_truncated_tail(const std::uint8_t* in, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile, because a compiler may remove a loop without side effects.
    volatile std::size_t consumed = is_incomplete(d) ? 0 : d.length;
    if (consumed > 0) ++count;
    at += consumed;
  }
  return count;
}

// At the end of a stream no more units come, but the function waits for them.
void finish_hang_finish(void* stream, std::uint32_t* out, std::size_t capacity,
                        placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  // Volatile, because a compiler may remove a loop without side effects.
  volatile std::size_t pending = s.kept_length;
  while (pending > 0) pending = s.kept_length;
  Base::finish(stream, out, capacity, result);
}

// The length of an error is -1, which is taken for no progress.
void lossy16_hang_error_not_consumed(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                                     std::size_t capacity, placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    // Volatile, because a compiler may remove a loop without side effects.
    volatile bool is_stuck = is_ill_formed(d) && d.length == 1 && in[at] >= 0xE0;
    if (is_stuck) continue;
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    at += d.length;
  }
}

// A sequence across two chunks leaves units over, and never enough of them.
void push_hang_carried(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                       std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  // Volatile, because a compiler may remove a loop without side effects.
  volatile bool is_stuck =
      s.lossy && s.kept_length == 1 && length > 0 && UnitRange{0xE0, 0xEF}.contains(s.kept[0]);
  while (is_stuck) continue;
  Base::push(stream, in, length, out, capacity, result);
}

constexpr Row kRows[] = {
    {
        .name = "sab_hang_lone_continuation",
        .relatives = "glibc iconv program, 2016 (CVE-2016-10228); CommonMark stmd, 2014",
        .planted = "lossy decoding to UTF-32 consumes nothing at a stray continuation unit and "
                   "tries again forever",
        .kind = "hang",
        .probes = {{"lossy32", "61 80", "ok 61 FFFD", "SIGALRM", Guard::kBehind},
                   {"lossy32", "C3 FF", "ok FFFD FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_hang_lone_continuation; },
    },
    {
        .name = "sab_hang_truncated_tail",
        .relatives = "Dear ImGui, 2015; Joni, 2013",
        .planted = "length32 never advances past a truncated last sequence",
        .kind = "hang",
        .probes = {{"length32", "E6 97 A5 E6", "2", "SIGALRM", Guard::kBehind},
                   {"length32", "C3 FF", "2"}},
        .patch = [](placemat_decoder& d) { d.length32 = length32_hang_truncated_tail; },
    },
    {
        .name = "sab_hang_finish",
        .relatives = "ASP.NET Core SignalR Utf8BufferTextReader, 2019; futures-rs, 2023",
        .planted = "stream_finish asks forever for the rest of an unfinished sequence",
        .kind = "hang",
        .probes = {{"stream-lossy", "E2 82", "FFFD .", "SIGALRM"},
                   {"stream-lossy", "C3|A9", "E9 ."}},
        .patch = [](placemat_decoder& d) { d.stream_finish = finish_hang_finish; },
    },
    {
        .name = "sab_hang_error_not_consumed",
        .relatives = "Joni, 2013; cuBERT, 2020; futures-rs, 2023; Poison, 2015",
        .planted = "lossy decoding to UTF-16 never advances past an ill-formed unit E0..FF",
        .kind = "hang",
        .probes = {{"lossy16", "61 FF", "ok 61 FFFD", "SIGALRM", Guard::kBehind},
                   {"lossy16", "C0 80", "ok FFFD FFFD"}},
        .patch = [](placemat_decoder& d) { d.lossy16 = lossy16_hang_error_not_consumed; },
    },
    {
        .name = "sab_hang_carried",
        .relatives = "ASP.NET Core SignalR Utf8BufferTextReader, 2019",
        .planted = "a lossy stream that holds one unit of a three-unit sequence waits forever for "
                   "the rest",
        .kind = "hang",
        .probes = {{"stream-lossy", "E2|82 AC", "20AC .", "SIGALRM"},
                   {"stream-lossy", "E2 82|AC", "20AC ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_hang_carried; },
    },
};
constinit const Decoders kDecoders("infinite-loop", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_infinite_loop;
constinit const Class placemat_saboteurs_infinite_loop{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
