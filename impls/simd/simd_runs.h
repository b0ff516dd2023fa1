// simd_runs.h: fast paths for runs. Text of three-unit sequences only, or of
// four-unit ones only, has one shape, and one shuffle makes many values at
// once, without masks and without compression. A run checks all that it
// converts, and relies on no check before it. It must not know any instruction:
// V has them.
//
//   V::kThrees, kThreesRead, write_threes(out, at): whether kThrees units at
//   `at` are well-formed sequences of three units only; if so, writes the value
//   of each. May read up to kThreesRead units, and writes nothing else.
//   V::kFours, write_fours(out, at): the same for sequences of four units;
//   writes both surrogates in UTF-16.
//
// A kernel's V lives in an anonymous namespace, and with it all instances of
// this.
#pragma once

#include "impls/simd/simd_kernel.h"

namespace placemat::simd {

// A kernel's `Progress` holds its position (`read`, `out`) and a `carry`: how
// the sequence at the end of its last block continues.
template <class V>
struct Runs {
  // Converts sequences of three units while there are no others, within the
  // input and the room. A sequence that crosses the end of the block has no
  // value yet, and is the first.
  template <class Out, class Progress>
  static void write_threes(const std::uint8_t* in, std::size_t length, const Out* out_end,
                           Progress& now) {
    const std::size_t start = now.read - now.carry.second - 2 * now.carry.third;
    std::size_t at = start;
    Out* out = now.out;
    while (length - at >= V::kThreesRead &&
           static_cast<std::size_t>(out_end - out) >= V::kThrees / 3 &&
           V::write_threes(out, in + at)) {
      at += V::kThrees;
      out += V::kThrees / 3;
    }
    if (at != start) now = {at, out, {}};
  }

  // The same for sequences of four units. In UTF-16, the first has its high
  // surrogate already when the block ends before its last unit.
  template <class Out, class Progress>
  static void write_fours(const std::uint8_t* in, std::size_t length, const Out* out_end,
                          Progress& now) {
    constexpr std::size_t kValues = V::kFours / sizeof(Out);  // two of 16 bits
    const std::size_t begun = now.carry.second + 2 * now.carry.third + 3 * now.carry.fourth;
    const std::size_t start = now.read - begun;
    std::size_t at = start;
    Out* out = now.out - (sizeof(Out) == 2 ? now.carry.fourth : 0);
    while (length - at >= V::kFours && static_cast<std::size_t>(out_end - out) >= kValues &&
           V::write_fours(out, in + at)) {
      at += V::kFours;
      out += kValues;
    }
    if (at != start) now = {at, out, {}};
  }

  // Starts a run behind a block of `units` units that wrote `count` values, if
  // the block looks like one. Bits of `fourths` mark units that end a sequence
  // of four. The check must cost next to nothing where no run follows.
  template <class Out, class Progress>
  [[gnu::always_inline]] static void write(const std::uint8_t* in, std::size_t length,
                                           const Out* out_end, std::size_t units, std::size_t count,
                                           std::uint64_t fourths, Progress& now) {
    if (count > (sizeof(Out) == 2 ? units / 2 : units / 3 + 1)) return;
    const auto fours = static_cast<std::size_t>(__builtin_popcountll(fourths));
    if (fours >= units / 4 - 1) {
      write_fours(in, length, out_end, now);
    } else if (count <= units / 3 + 1 && fours + now.carry.fourth == 0) {
      write_threes(in, length, out_end, now);
    }
  }
};

}  // namespace placemat::simd
