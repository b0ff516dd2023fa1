// drops_truncated_tail.cc: Lossy decoders that lose an unfinished sequence at the end
// of the input.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// Waiting for more units is right for a chunk, and wrong at the end of the input.
void lossy32_drops_truncated_tail(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  std::size_t end = length;
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (is_incomplete(d)) end = at;
    at += d.length;
  }
  Base::lossy(in, end, out, capacity, result);
}

// "Too few units left" is tested before the units, so that F0 41 becomes one U+FFFD and the
// letter is lost.
void lossy32_drops_rest_after_short_lead(const std::uint8_t* in, std::size_t length,
                                         std::uint32_t* out, std::size_t capacity,
                                         placemat_result* result) {
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  for (std::size_t at = 0; at < length;) {
    const Decoded d = Honest::decode_one(in + at, in + length);
    if (!Base::put(out, capacity, result->written, is_value(d) ? d.value : kReplacement)) {
      result->status = PLACEMAT_NO_CAPACITY;
      return;
    }
    if (length - at < announced(in[at])) return;
    at += d.length;
  }
}

// Units that wait for more are forgotten at the end.
void finish_drops_tail_at_flush(void* stream, std::uint32_t* out, std::size_t capacity,
                                placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  if (s.lossy) s.kept_length = 0;
  Base::finish(stream, out, capacity, result);
}

constexpr Row kRows[] = {
    {
        .name = "sab_drops_truncated_tail",
        .relatives = "Bun 0.6, 2023",
        .planted = "lossy decoding to UTF-32 drops a truncated last sequence without a replacement",
        .kind = "drops-truncated-tail",
        .probes = {{"lossy32", "61 F0 A4 AD", "ok 61 FFFD", "ok 61"},
                   {"lossy32", "61 F0 A4 AD 62", "ok 61 FFFD 62"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_drops_truncated_tail; },
    },
    {
        .name = "sab_drops_rest_after_short_lead",
        .relatives = "WebKit TextDecoder, 2020",
        .planted = "lossy decoding to UTF-32 stops after one replacement when fewer units are left "
                   "than a lead announces",
        .kind = "swallows-next-unit",
        .probes = {{"lossy32", "F0 41", "ok FFFD 41", "ok FFFD"},
                   {"lossy32", "F0 41 42 43", "ok FFFD 41 42 43"}},
        .patch = [](placemat_decoder& d) { d.lossy32 = lossy32_drops_rest_after_short_lead; },
    },
    {
        .name = "sab_drops_tail_at_flush",
        .relatives = "Bun 0.6, 2023 (in a single call there)",
        .planted = "stream_finish of a lossy stream writes nothing for an unfinished sequence",
        .kind = "drops-truncated-tail",
        .probes = {{"stream-lossy", "61 E2", "61 FFFD .", "61 ."},
                   {"stream-strict", "61 E2", "61 inc 1 1 ."}},
        .patch = [](placemat_decoder& d) { d.stream_finish = finish_drops_tail_at_flush; },
    },
};
constinit const Decoders kDecoders("drops-truncated-tail", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_drops_truncated_tail;
constinit const Class placemat_saboteurs_drops_truncated_tail{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
