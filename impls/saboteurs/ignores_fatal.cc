// ignores_fatal.cc: Decoders that mix up their error modes: strict functions that
// replace, and a lossy stream that fails (WHATWG Encoding, error modes "fatal" and
// "replacement").
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The option is read and not passed on to one of the functions. The other widths and validate are
// right.
void strict16_ignores_fatal(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                            std::size_t capacity, placemat_result* result) {
  Base::lossy(in, length, out, capacity, result);
}

// The loop follows the strict mode, and the flush behind the loop does not.
void strict32_ignores_fatal_at_end(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                   std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_INCOMPLETE) return;
  const std::size_t before = result->written;
  *result = {PLACEMAT_OK, before, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  if (!Base::put(out, capacity, result->written, kReplacement))
    result->status = PLACEMAT_NO_CAPACITY;
}

// The last flush ignores the mode. The same units in one call do not fail.
void finish_lossy_fails_at_flush(void* stream, std::uint32_t* out, std::size_t capacity,
                                 placemat_result* result) {
  const Stream before = *static_cast<Stream*>(stream);
  Base::finish(stream, out, capacity, result);
  if (!before.lossy || before.kept_length == 0) return;
  *result = {PLACEMAT_ILL_FORMED, 0, before.consumed, before.kept_length};
}

constexpr Row kRows[] = {
    {
        .name = "sab_ignores_fatal",
        .relatives = "Boa, 2026",
        .planted = "strict decoding to UTF-16 replaces errors and does not fail",
        .kind = "accepts-ill-formed",
        .probes = {{"strict16", "FF", "ill 0 1", "ok FFFD"}, {"strict32", "FF", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.strict16 = strict16_ignores_fatal; },
    },
    {
        .name = "sab_ignores_fatal_at_end",
        .relatives = "Bun 0.6.14, 2023",
        .planted =
            "strict decoding to UTF-32 replaces a truncated last sequence and reports success",
        .kind = "accepts-truncated-tail",
        .probes = {{"strict32", "41 C3", "inc 1 1: 41", "ok 41 FFFD"},
                   {"strict32", "FF", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_ignores_fatal_at_end; },
    },
    {
        .name = "sab_lossy_fails_at_flush",
        .relatives = "Node.js 8 to 11, 2019",
        .planted = "stream_finish of a lossy stream fails on an unfinished sequence",
        .kind = "drops-truncated-tail",
        .probes = {{"stream-lossy", "E2", "FFFD .", "ill 0 1 ."},
                   {"stream-strict", "E2", "inc 0 1 ."}},
        .patch = [](placemat_decoder& d) { d.stream_finish = finish_lossy_fails_at_flush; },
    },
};
constinit const Decoders kDecoders("ignores-fatal", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_ignores_fatal;
constinit const Class placemat_saboteurs_ignores_fatal{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
