// distinguish.h: decides whether a mutant is equivalent to the law. The product
// of the law's machine and the mutant's is searched breadth first. A path to a
// differing answer is a shortest string that distinguishes the two; a search
// that ends without one proves the equivalence.
#pragma once

#include "harness/generate/state_unit.h"
#include "harness/strength/mutant.h"

namespace placemat {

struct Distinction {
  // The shortest string, the first in the order of units among those of one
  // class; none when the two are equivalent.
  std::optional<Bytes> witness;
  std::size_t product_states = 0;  // visited
  bool is_decided = true;          // false: the search hit its limit
};

// `observed` is the result in which the two must differ. For mutants without a
// gate and without faults of streams and buffers.
Distinction distinguish(const Mutant& mutant, Observed observed);

// Can a verdict on one whole input show the mutant? Never for a fault that needs an earlier error
// in the same input, whose verdict that error decides, and for faults of streams and of memory.
bool shows_in_verdict(const Mutant& mutant);

// Do two answers differ in the observed result?
bool differ(const Answer& a, const Answer& b, Observed observed);

}  // namespace placemat
