// mutants.h: formulas about several mutants. One is evaluated on one text for each of them, and
// formulas that differ in their variables only are recognised, so that a solver is asked less. It
// must not know what a formula says.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <utility>
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

// Lanes of a vector compute one function of units at different places. This gives their formulas
// the same form: the variables but `kept` are renamed in the order of their names, and operands
// whose order does not matter are sorted.
class CommonForms {
 public:
  explicit CommonForms(z3::expr kept) : kept_(std::move(kept)) {}
  z3::expr of(const z3::expr& formula);

 private:
  z3::expr kept_;
  std::vector<z3::expr> all_;  // no number of an expression is given to another one
};

// Where a formula is another one than that of the source.
struct Difference {
  Difference(const z3::expr& changed_one, const z3::expr& source_one)
      : changed(changed_one), source(source_one), whole(changed_one != source_one) {}
  z3::expr changed, source, whole;
};

// Of each difference: where none of these holds, the two do not differ. As far as both are
// branches, these are their conditions and their sides; of too many, the whole.
std::vector<std::vector<z3::expr>> pieces_of(const std::vector<Difference>& differences);

}  // namespace placemat::prove
