// mutants.h: a formula about several mutants, evaluated on one text for each of them, so that a
// solver is asked about fewer. It must not know what the formula says.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <vector>

namespace placemat::prove {

class OfAnyMutant {
 public:
  // `number`: the variable that tells the mutants apart, by the low bits of their numbers; a
  // constant where there is one only.
  OfAnyMutant(z3::expr formula, const z3::expr& number);
  // Those mutants of which the formula holds on the text.
  std::vector<std::uint64_t> holding(const z3::model& text,
                                     const std::vector<std::uint64_t>& mutants) const;

 private:
  z3::expr formula_, number_;  // in which no text has a value of the number
};

}  // namespace placemat::prove
