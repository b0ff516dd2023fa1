#include "harness/prove/question.h"

namespace placemat::prove {

Question::Question(z3::context& context, unsigned limit)
    : context_(&context), own_(std::make_unique<z3::context>()), solver_(*own_, "QF_BV") {
  if (limit != kNoLimit) solver_.set("timeout", limit);
}

z3::expr Question::own(const z3::expr& formula) const {
  return z3::to_expr(*own_, Z3_translate(*context_, formula, *own_));
}

void Question::add(const z3::expr& formula) { solver_.add(own(formula)); }

z3::check_result Question::ask() { return solver_.check(); }

z3::check_result Question::ask(const z3::expr& assumption) {
  z3::expr_vector chosen(*own_);
  chosen.push_back(own(assumption));
  return solver_.check(chosen);
}

z3::model Question::values() const {
  z3::model found = solver_.get_model();
  return {found, *context_, z3::model::translate{}};
}

z3::check_result ask(const z3::expr& formula, unsigned limit) {
  Question question(formula.ctx(), limit);
  question.add(formula);
  return question.ask();
}

}  // namespace placemat::prove
