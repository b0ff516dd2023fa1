// learn.h: a decoder as a Mealy machine, learnt by asking (Angluin's L* with
// the suffixes of Rivest and Schapire). Letters are classes of code units, at
// first the law's, split when a counterexample tells two units of one apart.
// An output is what a unit changes: the verdict on the input so far, and how
// many values it has. What the values are is not part of it.
#pragma once

#include <string>
#include <vector>

#include "harness/identify/observer.h"
#include "harness/spec/profile.h"

namespace placemat {

struct Learned {
  bool finite = false;  // it is a machine of `states`, as far as was asked
  std::uint64_t states = 0, classes = 0, questions = 0, tests = 0;
  std::uint64_t law_states = 0;
  // Where its machine and the law's part, the shortest string for each place;
  // when it is not finite, what shows it.
  std::vector<std::string> differences;
  std::string dot;
};

template <class A>
void fields(A& a, Learned& l) {
  a(l.finite, l.states, l.classes, l.questions, l.tests, l.law_states, l.differences, l.dot);
}

// Compared with the machine of `law`.
Learned learn(Observer& observer, const Profile& law);

}  // namespace placemat
