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

struct LearnedEdge {
  std::string units;     // "00..7F C2"
  std::uint64_t to = 0;  // a place in `machine`
  std::string output;    // in words
  std::string by_law;    // empty where the law says the same
};
struct LearnedState {
  std::string name;  // "start", or units that lead there
  // Only differences lead there, so that there is no state of the law to
  // compare it with.
  bool is_beyond = false;
  std::vector<LearnedEdge> edges;
};

struct Learned {
  bool finite = false;  // it is a machine of `states`, as far as was asked
  std::uint64_t states = 0, classes = 0, questions = 0, tests = 0;
  std::uint64_t law_states = 0;
  // Where its machine and the law's part, the shortest string for each place;
  // when it is not finite, what shows it.
  std::vector<std::string> differences;
  std::vector<LearnedState> machine;  // the first is the start; none when it is not finite
};

template <class A>
void fields(A& a, LearnedEdge& e) {
  a(e.units, e.to, e.output, e.by_law);
}
template <class A>
void fields(A& a, LearnedState& s) {
  a(s.name, s.is_beyond, s.edges);
}
template <class A>
void fields(A& a, Learned& l) {
  a(l.finite, l.states, l.classes, l.questions, l.tests, l.law_states, l.differences, l.machine);
}

// For Graphviz, what differs from the law in red and in words.
std::string to_dot(const std::vector<LearnedState>& machine);

// Compared with the machine of `law`.
Learned learn(Observer& observer, const Profile& law);

}  // namespace placemat
