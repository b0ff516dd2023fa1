#include "harness/prove/question.h"

#include <algorithm>

namespace placemat::prove {
namespace {

// The next question has a new context behind so many.
constexpr unsigned kMostFormulas = 5'000;

}  // namespace

std::shared_ptr<Question::Small> Question::small() {
  thread_local std::shared_ptr<Small> last;
  if (!last || last->formulas > kMostFormulas) last = std::make_shared<Small>();
  return last;
}

Question::Question(z3::context& context, unsigned limit)
    : context_(&context), small_(small()), solver_(small_->context, "QF_BV") {
  if (limit != kNoLimit) solver_.set("timeout", limit);
}

// Z3 numbers formulas; a number that is free again goes to the next one.
z3::expr Question::own(const z3::expr& formula) const {
  z3::expr translated =
      z3::to_expr(small_->context, Z3_translate(*context_, formula, small_->context));
  small_->formulas = std::max(small_->formulas, translated.id());
  return translated;
}

void Question::add(const z3::expr& formula) { solver_.add(own(formula)); }

z3::check_result Question::ask() { return solver_.check(); }

z3::check_result Question::ask(const z3::expr& assumption) {
  z3::expr_vector chosen(small_->context);
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
