// kernel_text.h: what the lemmas about vector kernels share: the law from one unit to the next, and
// the text around a place. It must not know any kernel.
#pragma once

#include "harness/prove/proof.h"

namespace placemat::prove {

inline constexpr unsigned kStateBits = 8;
// No text is longer.
inline constexpr std::uint64_t kLongest = std::uint64_t{1} << 62;
// The units on which one lane depends: three, and its own.
inline constexpr int kWindow = 4;

// What the law makes of a unit in some state. Behind an error it starts anew.
struct LawStep {
  z3::expr rejects, next;
};
LawStep law_step(const Machine& law, const z3::expr& state, const z3::expr& unit);
z3::expr is_a_state(const Machine& law, const z3::expr& state);
// Whether so many units are open in a state.
z3::expr is_pending(const Machine& law, const z3::expr& state, std::size_t units);

// Units from some state on, and the state behind them.
struct LawRun {
  z3::expr is_taken, state;
};
LawRun law_run(const Machine& law, const SymbolicText& text, int first, int count = kWindow - 1);

// The carry that stands for a state of the law before a unit, in words of so many bits.
std::vector<z3::expr> law_carry(const Machine& law, const z3::expr& state, const z3::expr& unit,
                                unsigned bits);
// Any carry.
std::vector<z3::expr> free_carry(z3::context& context, unsigned bits);
// Whether the law writes a value between a unit, which leads to `state`, and the next one. In
// UTF-16 it does so in a sequence of four units, too, behind the third.
z3::expr law_counts(const Machine& law, const z3::expr& state, const z3::expr& next,
                    unsigned width);

// What must not hold of place `i` of a block. Place i sees the three units before it, its own and
// the next one; those behind the third do not see the carry.
struct PlaceText {
  int place, first;
  z3::expr before, behind;  // the states of the law around its unit
  PlaceText(const Machine& law, const SymbolicText& text, int place);
  // With the text where it fails.
  Lemma lemma(std::string name, std::string claim, z3::expr negated) const;
};
// Whether two of these places behind the third differ in more than in their units.
z3::expr are_unlike(const std::vector<z3::expr>& places, const SymbolicText& text);
z3::expr bit(const z3::expr& places, unsigned i);
std::vector<z3::expr> bits_of(const z3::expr& places, unsigned count);
z3::expr any_differ(const std::vector<z3::expr>& a, const std::vector<z3::expr>& b);

Lemma kernel_lemma(std::string name, std::string claim, z3::expr negated);

// The text around `at`, and what is said of its places.
struct KernelText {
  z3::expr size, at;
  SymbolicText text;
  SymbolicIn in;
  KernelText(const SymbolicUnits& units, const z3::expr& text_size, const z3::expr& place)
      : size(text_size),
        at(place),
        text(units, place, text_size),
        in(text, place.ctx().bv_val(0, 64)) {}
  // Of any size, around any place. The size is a sum, so that no solver has to subtract.
  KernelText(const SymbolicUnits& units, z3::context& context)
      : KernelText(units, context.bv_const("at", 64) + context.bv_const("rest", 64),
                   context.bv_const("at", 64)) {}
  KernelText(const KernelText&) = delete;
  KernelText& operator=(const KernelText&) = delete;

  SymbolicIn place(std::uint64_t behind) const { return {text, at + number(behind)}; }
  z3::expr number(std::uint64_t value) const { return size.ctx().bv_val(value, 64); }
  // `at` lies at least one block behind the start.
  z3::expr is_inside(unsigned block) const {
    return z3::uge(at, number(block)) && z3::ule(at, size) && is_possible();
  }
  z3::expr has_more_than(unsigned units) const { return z3::ugt(size - at, number(units)); }
  z3::expr is_possible() const { return z3::ule(size, number(kLongest)); }
  z3::expr are_ascii(int first, int behind) const;
  // The units of a block `behind` units behind `at`, with three before it and one behind it, where
  // `rest` units stand behind `at`; all others are NUL.
  std::vector<z3::expr> padded(unsigned block, unsigned rest, unsigned behind,
                               bool is_start = false) const;
  // The lanes of that block.
  std::vector<z3::expr> padded_lanes(const VectorKernel& kernel, unsigned rest, unsigned behind,
                                     bool is_start = false) const;
  // That of the unit before `at`.
  z3::expr lane_of_last(const VectorKernel& kernel) const;
};

}  // namespace placemat::prove
