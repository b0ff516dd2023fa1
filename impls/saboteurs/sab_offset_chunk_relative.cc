// sab_offset_chunk_relative.cc: The offset of an error is counted from the
// start of the stream. 78 | ED 79 fails at 1; here it fails at 0, and a
// repair tool cuts in the wrong place.
#include "impls/saboteurs/honest.h"

namespace placemat::saboteur {
namespace {

void push(void* stream, const std::uint8_t* in, std::size_t length, std::uint32_t* out,
          std::size_t capacity, placemat_result* result) {
  auto& s = *static_cast<Stream*>(stream);
  const bool failed_before = s.failed;
  const std::size_t chunk = s.consumed + s.kept_length;
  Base::push(stream, in, length, out, capacity, result);
  if (failed_before || !s.failed) return;
  s.error_offset = s.error_offset > chunk ? s.error_offset - chunk : 0;
  result->error_offset = s.error_offset;
}

constexpr Plant kPlant{
    .name = "sab_offset_chunk_relative",
    .origin = "wrong-error-offset; .NET Core 3.0 preview 5, 2019",
    .planted = "a strict stream reports the error offset from the start of the last chunk",
    .kind = "depends-on-chunks",
};

}  // namespace

extern "C" const placemat_decoder placemat_decoder_sab_offset_chunk_relative;
constinit const placemat_decoder placemat_decoder_sab_offset_chunk_relative = [] {
  placemat_decoder d = filled<Honest>(kPlant);
  d.stream_push = push;
  return d;
}();

}  // namespace placemat::saboteur
