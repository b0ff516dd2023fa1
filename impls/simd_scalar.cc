// simd_scalar: what `simd` does on a processor without a vector kernel, by
// itself, so that this way is judged too. As a kernel it converts nothing, and
// leaves all to the code that every kernel ends with (simd_functions.h).
//
// Deviations from its source, Table 3-7 of Unicode 3.9: 1. none.
//
// Bound: reads 0 units past the end.
#include <limits>

#include "impls/simd_choices.h"
#include "impls/simd_functions.h"

namespace placemat::simd {

namespace {

// Eight ASCII units at a time, where there are eight and room for them.
template <class Out>
bool convert_eight(const std::uint8_t* in, Out* out) {
  std::uint64_t units;
  std::memcpy(&units, in, sizeof units);
  if ((units & 0x8080808080808080) != 0) return false;
  for (std::size_t i = 0; i < 8; ++i) out[i] = in[i];
  return true;
}

}  // namespace

template <class Out, bool kLossy>
void decode_by_sequence(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                        placemat_result* result) {
  std::size_t at = 0, written = 0;
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  while (at < length) {
    if (in[at] <= 0x7F && length - at >= 8 && capacity - written >= 8 &&
        convert_eight(in + at, out + written)) {
      at += 8;
      written += 8;
      continue;
    }
    const Decoded next = OneSequence::decode_one(in + at, in + length);
    const bool good = next.kind == Decoded::Kind::kValue;
    if (!kLossy && !good) {
      result->status = next.kind == Decoded::Kind::kIncomplete ? std::uint32_t{PLACEMAT_INCOMPLETE}
                                                               : std::uint32_t{PLACEMAT_ILL_FORMED};
      result->error_offset = at;
      result->error_length = next.length;
      break;
    }
    if (!put_value(out, capacity, written, good ? next.value : 0xFFFD)) {
      result->status = PLACEMAT_NO_CAPACITY;
      break;
    }
    at += next.length;
  }
  result->written = written;
}
template void decode_by_sequence<std::uint32_t, false>(const std::uint8_t*, std::size_t,
                                                       std::uint32_t*, std::size_t,
                                                       placemat_result*);
template void decode_by_sequence<std::uint32_t, true>(const std::uint8_t*, std::size_t,
                                                      std::uint32_t*, std::size_t,
                                                      placemat_result*);
template void decode_by_sequence<std::uint16_t, false>(const std::uint8_t*, std::size_t,
                                                       std::uint16_t*, std::size_t,
                                                       placemat_result*);
template void decode_by_sequence<std::uint16_t, true>(const std::uint8_t*, std::size_t,
                                                      std::uint16_t*, std::size_t,
                                                      placemat_result*);

namespace {

std::size_t valid_prefix(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (at < length) {
    const Decoded next = OneSequence::decode_one(in + at, in + length);
    if (next.kind != Decoded::Kind::kValue) break;
    at += next.length;
  }
  return at;
}

template <class Out>
Converted nothing(const std::uint8_t*, std::size_t, Out*, std::size_t) {
  return {0, 0};
}

}  // namespace

extern constinit const Kernel kScalarKernel = {
    std::numeric_limits<std::size_t>::max(),
    valid_prefix,
    nothing<std::uint32_t>,
    nothing<std::uint32_t>,
    nothing<std::uint16_t>,
    nothing<std::uint16_t>,
    PerCharacter<OneSequence>::length_of<32>,
    PerCharacter<OneSequence>::length_of<16>,
};

}  // namespace placemat::simd

extern "C" {
extern const placemat_decoder placemat_decoder_simd_scalar;
constinit const placemat_decoder placemat_decoder_simd_scalar =
    placemat::simd::Functions<placemat::simd::Scalar>::decoder("simd_scalar",
                                                               "the scalar fallback of simd");
}
