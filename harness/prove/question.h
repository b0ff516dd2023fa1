// question.h: asks the solver in a small context. What Z3 sets up for a check grows with all
// formulas of the context: in that of the proof of a vector kernel, questions about one comparison
// took 0.1 s each, and in one of their own 0.02 s. It must not know what a formula says.
#pragma once

#include <z3++.h>

#include <memory>

namespace placemat::prove {

class Question {
 public:
  static constexpr unsigned kNoLimit = 0;
  // Of formulas of `context`. A limit is in milliseconds; z3::unknown is the answer behind it.
  explicit Question(z3::context& context, unsigned limit = kNoLimit);

  // That this holds too.
  void add(const z3::expr& formula);
  // Whether all that was added can hold, with `assumption` where there is one.
  z3::check_result ask();
  z3::check_result ask(const z3::expr& assumption);
  // Behind z3::sat: the values, for formulas of the context that was given.
  z3::model values() const;

 private:
  // A new context costs as much as a small question, so several questions share one.
  struct Small {
    z3::context context;
    unsigned formulas = 0;  // about as many as it has had at once
  };
  static std::shared_ptr<Small> small();
  z3::expr own(const z3::expr& formula) const;

  z3::context* context_;
  std::shared_ptr<Small> small_;
  z3::solver solver_;
};

// One question about one formula.
z3::check_result ask(const z3::expr& formula, unsigned limit = Question::kNoLimit);

}  // namespace placemat::prove
