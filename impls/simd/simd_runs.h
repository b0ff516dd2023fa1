// simd_runs.h: text of nothing but sequences of three units, or of four, has one
// shape: one shuffle makes the values of many at once, without marks and without
// a compression. What a run takes is checked by itself, whatever led to it. Must
// not know any instruction: V has them.
//
//   V::kThrees, kThreesRead, write_threes(out, at): whether kThrees units at `at`
//   are nothing but well-formed sequences of three; if so, a value of each is
//   written. May read as far as kThreesRead units, and writes nothing else.
//   V::kFours, write_fours(out, at): the same for sequences of four; in UTF-16
//   both surrogates are written.
//
// A kernel's V lives in an anonymous namespace, and so does then all of this.
#pragma once

#include "impls/simd/simd_kernel.h"

namespace placemat::simd {

// A kernel's `Progress` has where it is (`read`, `out`) and a `carry`: how the
// last unit of its last block goes on.
template <class V>
struct Runs {
  // As far as there are only sequences of three, inside the input and the room.
  // Where one goes on behind the block, its value is not written yet, and it is
  // the first.
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

  // The same for sequences of four. In UTF-16 the first has its high surrogate
  // already, where the block ends before its last unit.
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

  // Behind a block of `units` units that wrote `count` values, and of which the
  // units whose bit is set in `fourths` end a sequence of four: a run, if it looks
  // like one. It must cost next to nothing where it does not.
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
