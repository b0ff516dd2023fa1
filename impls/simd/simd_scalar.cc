// simd_scalar: the code of `simd` for inputs that are too short for a vector
// kernel, and for all inputs on a processor without one. It is a decoder of its
// own, so that it is judged with long inputs too. One sequence at a time, with
// the four units at its place as one number, and ASCII eight units at a time.
//
// Deviations from its source, Table 3-7 of Unicode 3.9: 1. none.
//
// Bound: reads 0 units past the end.
#include <limits>

#include "impls/simd/simd_choices.h"
#include "impls/simd/simd_functions.h"

namespace placemat::simd {

template <class Out, bool kLossy>
void decode_by_sequence(const std::uint8_t* in, std::size_t length, Out* out, std::size_t capacity,
                        placemat_result* result) {
  const std::uint8_t *at = in, *const end = in + length;
  std::size_t written = 0;
  *result = {PLACEMAT_OK, 0, PLACEMAT_UNKNOWN, PLACEMAT_UNKNOWN};
  while (at != end) {
    if (*at <= 0x7F) {
      if (end - at >= 8 && capacity - written >= 8) {
        const std::size_t count = OneSequence::ascii_of_eight({at, end});
        // Writes all eight without a branch; those behind `count` are written again
        // later.
        for (std::size_t i = 0; i < 8; ++i) out[written + i] = at[i];
        at += count;
        written += count;
        continue;
      }
      if (written == capacity) {
        result->status = PLACEMAT_NO_CAPACITY;
        break;
      }
      out[written++] = *at++;
      continue;
    }
    if (end - at >= 4) {
      const OneSequence::Sequence next = OneSequence::sequence_in({at, end});
      if (next.length != 0) {
        if (!put_value(out, capacity, written, next.value)) {
          result->status = PLACEMAT_NO_CAPACITY;
          break;
        }
        at += next.length;
        continue;
      }
    }
    const Decoded next = OneSequence::decode_one({at, end});
    const bool good = next.kind == Decoded::Kind::kValue;
    if (!kLossy && !good) {
      result->status = status_of(next);
      result->error_offset = static_cast<std::size_t>(at - in);
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

std::size_t valid_by_sequence(const std::uint8_t* in, std::size_t length) {
  std::size_t at = 0;
  while (length - at > 8) {
    if (in[at] <= 0x7F) {
      at += OneSequence::ascii_of_eight({in + at, in + length});
      continue;
    }
    const OneSequence::Sequence next = OneSequence::sequence_in({in + at, in + length});
    if (next.length == 0) return at;
    at += next.length;
  }
  return at == length ||
                 OneSequence::is_well_formed(OneSequence::one_to_eight({in + at, in + length}))
             ? length
             : at;
}

template <int kBits>
std::size_t length_by_sequence(const std::uint8_t* in, std::size_t length) {
  const std::uint8_t *at = in, *const end = in + length;
  std::size_t count = 0;
  while (at != end) {
    std::size_t units = 1, values = 1;
    if (*at <= 0x7F) {
      if (end - at >= 8) values = units = OneSequence::ascii_of_eight({at, end});
    } else if (const OneSequence::Sequence next = end - at >= 4
                                                      ? OneSequence::sequence_in({at, end})
                                                      : OneSequence::Sequence{0, 0};
               next.length != 0) {
      units = next.length;
      values = units_of<kBits>(next.value);
    } else {
      const Decoded other = OneSequence::decode_one({at, end});
      units = other.length;
      values = PerCharacter<OneSequence>::counted<kBits>(other);
    }
    at += units;
    count += values;
  }
  return count;
}
template std::size_t length_by_sequence<16>(const std::uint8_t*, std::size_t);
template std::size_t length_by_sequence<32>(const std::uint8_t*, std::size_t);

namespace {

template <class Out>
Converted nothing(const std::uint8_t*, std::size_t, Out*, std::size_t) {
  return {0, 0};
}

}  // namespace

extern constinit const Kernel kScalarKernel = {
    std::numeric_limits<std::size_t>::max(),
    std::numeric_limits<std::size_t>::max(),
    valid_by_sequence,
    nothing<std::uint32_t>,
    nothing<std::uint32_t>,
    nothing<std::uint16_t>,
    nothing<std::uint16_t>,
    length_by_sequence<32>,
    length_by_sequence<16>,
};

}  // namespace placemat::simd

extern "C" {
extern const placemat_decoder placemat_decoder_simd_scalar;
constinit const placemat_decoder placemat_decoder_simd_scalar =
    placemat::simd::Functions<placemat::simd::Scalar>::decoder("simd_scalar",
                                                               "the scalar fallback of simd");
}
