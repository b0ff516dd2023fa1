// wrong_error_offset.cc: Strict decoders that report a wrong offset or length of an
// error. A caller that repairs the text at that position damages it.
#include "impls/saboteurs/saboteur.h"

namespace placemat::saboteur {
namespace {

// The offset of an error counts from the start of the stream: 78 | ED 79 fails at 1, here at 0.
void push_offset_chunk_relative(void* stream, const std::uint8_t* in, std::size_t length,
                                std::uint32_t* out, std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool failed_before = s.failed;
  const std::size_t chunk = s.consumed + s.kept_length;
  Base::push(stream, in, length, out, capacity, result);
  if (failed_before || !s.failed) return;
  s.error_offset = s.error_offset > chunk ? s.error_offset - chunk : 0;
  result->error_offset = s.error_offset;
}

// E2 82 41 fails at 0, where the maximal subpart begins (D93b). Here it fails at 2, at a letter.
void strict32_offset_points_at_offender(const std::uint8_t* in, std::size_t length,
                                        std::uint32_t* out, std::size_t capacity,
                                        placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status != PLACEMAT_ILL_FORMED) return;
  const bool interrupted = announced(in[result->error_offset]) > 1;
  if (interrupted) result->error_offset += result->error_length;
}

// The output index is reported as the input index. They are equal while everything before the
// error is ASCII.
void strict32_offset_counts_values(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                   std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status == PLACEMAT_ILL_FORMED) result->error_offset = result->written;
}

// E2 82 41 has a maximal subpart of two units. A caller that skips one unit starts again inside
// it.
void strict32_length_always_one(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->status == PLACEMAT_ILL_FORMED) result->error_length = 1;
}

// The length is subtracted where the position is kept, and again where it is reported.
void strict32_offset_length_twice(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                                  std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset -= result->error_length;
}

// The offset is kept in 16 bits.
void strict32_offset_16_bits(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                             std::size_t capacity, placemat_result* result) {
  Base::strict(in, length, out, capacity, result);
  if (result->error_offset != PLACEMAT_UNKNOWN) result->error_offset &= 0xFFFF;
}

// What the caller had in the result stays there.
void finish_leaves_length(void* stream, std::uint32_t* out, std::size_t capacity,
                          placemat_result* result) {
  const std::size_t before = result->error_length;
  Base::finish(stream, out, capacity, result);
  if (result->status == PLACEMAT_OK) result->error_length = before;
}

constexpr Row kRows[] = {
    {
        .name = "sab_offset_chunk_relative",
        .relatives = ".NET Core 3.0 preview 5, 2019",
        .planted = "a strict stream reports the error offset from the start of the last chunk",
        .kind = "depends-on-chunks",
        .probes = {{"stream-strict", "78|ED 79", "78 ill 1 1 .", "78 ill 0 1 ."},
                   {"stream-strict", "78 ED 79", "78 ill 1 1 ."}},
        .patch = [](placemat_decoder& d) { d.stream_push = push_offset_chunk_relative; },
    },
    {
        .name = "sab_offset_points_at_offender",
        .relatives = ".NET Core 3.0 preview 5, 2019",
        .planted = "strict decoding to UTF-32 reports the offset of the unit that interrupts a "
                   "sequence instead of the start of the sequence",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "E2 82 41", "ill 0 2", "ill 2 2"},
                   {"strict32", "41 FF", "ill 1 1: 41"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_offset_points_at_offender; },
    },
    {
        .name = "sab_offset_counts_values",
        .relatives = ".NET Framework and .NET Core before 3.0, 2018 (an index off by what was "
                     "already consumed)",
        .planted =
            "strict decoding to UTF-32 reports the error offset in values instead of code units",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "C3 A9 FF", "ill 2 1: E9", "ill 1 1: E9"},
                   {"strict32", "61 FF", "ill 1 1: 61"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_offset_counts_values; },
    },
    {
        .name = "sab_length_always_one",
        .relatives = ".NET Framework and .NET Core before 3.0, 2018",
        .planted = "strict decoding to UTF-32 reports every ill-formed subsequence with length 1",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "E2 82 41", "ill 0 2", "ill 0 1"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_length_always_one; },
    },
    {
        .name = "sab_offset_length_twice",
        .relatives = ".NET Framework and .NET Core before 3.0, 2018",
        .planted = "strict decoding to UTF-32 subtracts the length of the error from its offset",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "61 FF", "ill 1 1: 61", "ill 0 1: 61"},
                   {"strict16", "61 FF", "ill 1 1: 61"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_offset_length_twice; },
    },
    {
        .name = "sab_offset_16_bits",
        .relatives = "none known",
        .planted = "strict decoding to UTF-32 reports the error offset modulo 65,536",
        .kind = "wrong-error-offset",
        .probes = {{"strict32", "41*65535 FF", "ill 65535 1: 41*65535"},
                   {"strict32", "41*65536 FF", "ill 65536 1: 41*65536", "ill 0 1: 41*65536"}},
        .patch = [](placemat_decoder& d) { d.strict32 = strict32_offset_16_bits; },
    },
    {
        .name = "sab_finish_leaves_length",
        .relatives = "none known",
        .planted = "stream_finish does not fill in the length of an error when there is none",
        .kind = "wrong-error-offset",
        .probes = {{"result-of-finish", "41", "unknown", "as before"},
                   {"result-of-finish", "FF", "1"}},
        .patch = [](placemat_decoder& d) { d.stream_finish = finish_leaves_length; },
    },
};
constinit const Decoders kDecoders("wrong-error-offset", kRows);

}  // namespace

extern "C" const Class placemat_saboteurs_wrong_error_offset;
constinit const Class placemat_saboteurs_wrong_error_offset{kRows, kDecoders.rows};

}  // namespace placemat::saboteur
