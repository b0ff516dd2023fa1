// simd_runs.h: fast paths for runs. Text of three-unit sequences only, or of
// four-unit ones only, has one shape, and one shuffle makes many values at
// once, without masks and without compression. A run checks all that it
// converts, and relies on no check before it. It must not know any instruction:
// `Sequences` has them, and V has what simd_memory.h has.
//
//   kThrees, kThreesRead, write_threes<Out>(out, at): whether kThrees units at
//   `at` are well-formed sequences of three units only; if so, writes the value
//   of each. May read up to kThreesRead units, and writes nothing else.
//   kFours, write_fours<Out>(out, at): the same for sequences of four units;
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
template <class V, class Sequences = V>
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
    constexpr std::size_t kValues = Sequences::kThrees / 3;
    if (length - run.at < Sequences::kThreesRead || Size(out_end - run.out) < kValues ||
        !Sequences::template write_threes<Out>(run.out, in + run.at))
      return false;
    run = {run.at + Sequences::kThrees, run.out + kValues};
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
    constexpr std::size_t kValues = Sequences::kFours / sizeof(Out);  // two of 16 bits
    if (length - run.at < Sequences::kFours || Size(out_end - run.out) < kValues ||
        !Sequences::template write_fours<Out>(run.out, in + run.at))
      return false;
    run = {run.at + Sequences::kFours, run.out + kValues};
    return true;
  }

  // Which run a block of `units` units looks like, that wrote `count` values and in
  // which `fours` sequences of four units end. The check must cost next to nothing
  // where no run follows. One of three units must not be tried where a sequence of
  // four is open.
  enum class Kind : std::uint8_t { kNone, kThrees, kFours };
  template <class Out, class Progress>
  [[gnu::always_inline]] static Kind kind_behind(std::size_t units, Size count, Size fours,
                                                 const Progress& now) {
    if (count > (sizeof(Out) == 2 ? units / 2 : units / 3 + 1)) return Kind::kNone;
    if (fours >= units / 4 - 1) return Kind::kFours;
    if (count <= units / 3 + 1 && fours + now.carry.fourth == 0) return Kind::kThrees;
    return Kind::kNone;
  }
  template <class Out, class Progress>
  [[gnu::always_inline]] static void write(In in, Size length, To<Out> out_end, std::size_t units,
                                           Size count, Size fours, Progress& now) {
    const Kind kind = kind_behind<Out>(units, count, fours, now);
    if (kind == Kind::kFours) write_fours<Out>(in, length, out_end, now);
    if (kind == Kind::kThrees) write_threes<Out>(in, length, out_end, now);
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
