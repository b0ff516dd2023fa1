// simd_kernel.h: the interface of a vector kernel of `simd`. A kernel is one
// file, compiled for its instructions. It includes this header, its own ones
// and the compiler's intrinsics only, and shares no definition with another
// file, so that no such instruction reaches a processor without it. This header
// must not know any instruction set, the decoder interface, or Table 3-7.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat::simd {

// What a kernel did. `read` is a boundary: the first unit of a subpart. The
// values of all units before it are written; scalar code takes the rest,
// because in strict mode an error is near, or because the room may not suffice.
struct Converted {
  std::size_t read, written;
};

struct Kernel {
  // For inputs of fewer units, scalar code is faster, to convert and to
  // validate or count. The kernel is then not called.
  std::size_t worthwhile, worthwhile_to_read;
  // A boundary: all before it is well-formed. It is `length`, or an error is
  // near.
  std::size_t (*valid_prefix)(const std::uint8_t* in, std::size_t length);
  // Lossy: each maximal subpart (Unicode 3.9, D93b) that is ill-formed becomes
  // one U+FFFD, also one that the end of the input truncates. Strict: stops
  // before the block that has the first one.
  Converted (*strict32)(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity);
  Converted (*lossy32)(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                       std::size_t capacity);
  Converted (*strict16)(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                        std::size_t capacity);
  Converted (*lossy16)(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                       std::size_t capacity);
  // The number of values that the lossy functions write.
  std::size_t (*length32)(const std::uint8_t* in, std::size_t length);
  std::size_t (*length16)(const std::uint8_t* in, std::size_t length);
};

// The two functions below are `static`, so that each kernel has its own copy.

// The start of the sequence that a cut at `at` splits, in text that is
// well-formed up to `at`.
template <class In, class Size>
static inline Size start_of_cut(In in, Size at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    const auto unit = in[at - back];
    if (unit >= 0xC0) return back < (unit >= 0xF0 ? 4u : unit >= 0xE0 ? 3u : 2u) ? at - back : at;
  }
  return at;
}

// The same in any text, where the unit at `at` is known to continue a sequence.
template <class In, class Size>
static inline Size start_of_continued(In in, Size at) {
  do at = at - 1;
  while (in[at] < 0xC0);
  return at;
}

extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
extern const Kernel kSse41Kernel;
extern const Kernel kNeonKernel;

}  // namespace placemat::simd
