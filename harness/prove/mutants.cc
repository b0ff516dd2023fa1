#include "harness/prove/mutants.h"

#include <utility>

namespace placemat::prove {

OfAnyMutant::OfAnyMutant(z3::expr formula, const z3::expr& number)
    : formula_(std::move(formula)),
      number_(number.ctx().bv_const("any_mutant", number.get_sort().bv_size())) {
  if (number.is_numeral()) return;
  z3::expr_vector from(number.ctx()), to(number.ctx());
  from.push_back(number);
  to.push_back(number_);
  formula_ = formula_.substitute(from, to);
}

// What the text leaves of the formula is about the number alone, and small.
std::vector<std::uint64_t> OfAnyMutant::holding(const z3::model& text,
                                                const std::vector<std::uint64_t>& mutants) const {
  std::vector<std::uint64_t> all;
  z3::expr left = text.eval(formula_, false);
  if (left.is_false()) return all;
  const unsigned bits = number_.get_sort().bv_size();
  z3::expr_vector number(text.ctx());
  number.push_back(number_);
  for (const std::uint64_t mutant : mutants) {
    z3::expr_vector chosen(text.ctx());
    chosen.push_back(text.ctx().bv_val(mutant & ((std::uint64_t{1} << bits) - 1), bits));
    if (text.eval(left.substitute(number, chosen), true).is_true()) all.push_back(mutant);
  }
  return all;
}

}  // namespace placemat::prove
