// simd_kernel.h: what a vector kernel of `simd` is. A kernel is a file of its
// own, compiled for its instructions; so that none of these reaches a processor
// without them, such a file includes this header, its own ones and the
// compiler's intrinsics, and defines nothing that another file could share.
// Must not know any instruction set, the decoder interface, or Table 3-7.
#pragma once

#include <cstddef>
#include <cstdint>

namespace placemat::simd {

// What a kernel did. `read` is a boundary: the first unit of a subpart. All
// before it is written; what follows is for scalar code, because in strict mode
// there is an error within reach, or because the room may not suffice.
struct Converted {
  std::size_t read, written;
};

struct Kernel {
  // For inputs of fewer units, one sequence at a time is faster: to convert, and
  // to validate or count. They pass the kernel by.
  std::size_t worthwhile, worthwhile_to_read;
  // A boundary. All before it is well-formed; `length`, or an error is near.
  std::size_t (*valid_prefix)(const std::uint8_t* in, std::size_t length);
  // Lossy: each maximal subpart (Unicode 3.9, D93b) that is ill-formed becomes
  // one U+FFFD, one that the end of the input truncates too. Strict: stops
  // before the block that has the first one.
  Converted (*strict32)(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                        std::size_t capacity);
  Converted (*lossy32)(const std::uint8_t* in, std::size_t length, std::uint32_t* out,
                       std::size_t capacity);
  Converted (*strict16)(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                        std::size_t capacity);
  Converted (*lossy16)(const std::uint8_t* in, std::size_t length, std::uint16_t* out,
                       std::size_t capacity);
  // How many values the lossy functions write.
  std::size_t (*length32)(const std::uint8_t* in, std::size_t length);
  std::size_t (*length16)(const std::uint8_t* in, std::size_t length);
};

// The two below are for kernels and are `static`, so that each has its own.

// The start of the sequence that a cut at `at` goes through, in text that is
// well-formed up to there.
static inline std::size_t start_of_cut(const std::uint8_t* in, std::size_t at) {
  for (std::size_t back = 1; back <= 3 && back <= at; ++back) {
    const unsigned unit = in[at - back];
    if (unit >= 0xC0) return back < (unit >= 0xF0 ? 4u : unit >= 0xE0 ? 3u : 2u) ? at - back : at;
  }
  return at;
}

// The same in any text, at a unit that is known to continue a sequence.
static inline std::size_t start_of_continued(const std::uint8_t* in, std::size_t at) {
  do --at;
  while (in[at] < 0xC0);
  return at;
}

extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
extern const Kernel kSse41Kernel;
extern const Kernel kNeonKernel;

}  // namespace placemat::simd
