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
#include "impls/simd/simd_memory.h"

namespace placemat::simd {

// A kernel's `Progress` holds its position (`read`, `out`) and a `carry`: how
// the sequence at the end of its last block continues.
template <class V>
struct Runs {
  using In = typename V::In;
  using Size = typename V::Size;
  template <class Out>
  using To = typename V::template To<Out>;

  template <class Out>
  struct Run {
    Size at;
    To<Out> out;
  };
  // Sequences of three units from here on, while there are no others, within the
  // input and the room. A sequence that crosses the end of the block has no
  // value yet, and is the first.
  template <class Out, class Progress>
  static Run<Out> before_threes(const Progress& now) {
    return {now.read - now.carry.second - 2 * now.carry.third, now.out};
  }
  // Whether there were some; if not, nothing has changed.
  template <class Out>
  static bool take_threes(In in, Size length, To<Out> out_end, Run<Out>& run) {
    if (length - run.at < V::kThreesRead || Size(out_end - run.out) < V::kThrees / 3 ||
        !V::write_threes(run.out, in + run.at))
      return false;
    run = {run.at + V::kThrees, run.out + V::kThrees / 3};
    return true;
  }

  // The same for sequences of four units. In UTF-16, the first has its high
  // surrogate already when the block ends before its last unit.
  template <class Out, class Progress>
  static Run<Out> before_fours(const Progress& now) {
    const Size begun = now.carry.second + 2 * now.carry.third + 3 * now.carry.fourth;
    const To<Out> out = sizeof(Out) == 2 ? now.out - now.carry.fourth : now.out;
    return {now.read - begun, out};
  }
  template <class Out>
  static bool take_fours(In in, Size length, To<Out> out_end, Run<Out>& run) {
    constexpr std::size_t kValues = V::kFours / sizeof(Out);  // two of 16 bits
    if (length - run.at < V::kFours || Size(out_end - run.out) < kValues ||
        !V::write_fours(run.out, in + run.at))
      return false;
    run = {run.at + V::kFours, run.out + kValues};
    return true;
  }

  // Starts a run behind a block of `units` units that wrote `count` values, if
  // the block looks like one. In it end `fours` sequences of four units. The
  // check must cost next to nothing where no run follows.
  template <class Out, class Progress>
  [[gnu::always_inline]] static void write(In in, Size length, To<Out> out_end, std::size_t units,
                                           Size count, Size fours, Progress& now) {
    if (count > (sizeof(Out) == 2 ? units / 2 : units / 3 + 1)) return;
    if (fours >= units / 4 - 1) {
      write_fours<Out>(in, length, out_end, now);
    } else if (count <= units / 3 + 1 && fours + now.carry.fourth == 0) {
      write_threes<Out>(in, length, out_end, now);
    }
  }
  template <class Out, class Progress>
  static void write_threes(In in, Size length, To<Out> out_end, Progress& now) {
    const Run<Out> start = before_threes<Out>(now);
    Run<Out> run = start;
    while (take_threes<Out>(in, length, out_end, run)) {
    }
    if (run.at != start.at) now = {run.at, run.out, {}};
  }
  template <class Out, class Progress>
  static void write_fours(In in, Size length, To<Out> out_end, Progress& now) {
    const Run<Out> start = before_fours<Out>(now);
    Run<Out> run = start;
    while (take_fours<Out>(in, length, out_end, run)) {
    }
    if (run.at != start.at) now = {run.at, run.out, {}};
  }
};

}  // namespace placemat::simd
