// distinguish.h: is a mutant a fault at all? The product of the law's machine
// and the mutant's is searched by breadth. A path to an answer that differs is
// a shortest string that tells the two apart; a search that ends without one
// is a proof that none exists.
#pragma once

#include "harness/generate/state_unit.h"
#include "harness/strength/mutant.h"

namespace placemat {

struct Distinction {
  // The shortest string, the first in the order of units among those of one
  // class; none when the two are equivalent.
  std::optional<Bytes> witness;
  std::size_t product_states = 0;  // visited
  bool is_decided = true;          // false: the search was cut off
};

// `observed` is what the two have to differ in. For mutants without a gate and
// without faults of streams and buffers.
Distinction distinguish(const Mutant& mutant, Observed observed);

// Do two answers differ in what is observed?
bool differ(const Answer& a, const Answer& b, Observed observed);

}  // namespace placemat
