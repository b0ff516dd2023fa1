// learn.h: learns a decoder as a Mealy machine from queries (Angluin's L* with the
// suffixes of Rivest and Schapire). Letters are classes of code units, at first the
// law's, split when a counterexample distinguishes two units of one class. An output is
// what a unit changes: the verdict on the input so far, and the number of values. The
// values themselves are not part of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/identify/observer.h"
#include "harness/spec/profile.h"

namespace placemat {

struct LearnedEdge {
  std::string units;     // "00..7F C2"
  std::uint64_t to = 0;  // an index into `states`
  std::string output;    // in words
  std::string by_law;    // empty where the law says the same
};

template <class Visitor, Of<LearnedEdge> T>
void members(Visitor& v, T& r) {
  v("units", r.units);
  v("to", r.to);
  v("output", r.output);
  v("by_law", r.by_law);
}

struct LearnedState {
  std::string name;  // "start", or units that lead there
  // Only differences lead there, so that no state of the law corresponds to it.
  bool is_beyond = false;
  std::vector<LearnedEdge> edges;
};

template <class Visitor, Of<LearnedState> T>
void members(Visitor& v, T& r) {
  v("name", r.name);
  v("beyond", r.is_beyond);
  v("edges", r.edges);
}

struct Learned {
  bool finite = false;  // it is a machine of `states`, as far as tested
  std::uint64_t state_count = 0, classes = 0, questions = 0, tests = 0;
  std::uint64_t law_states = 0;
  // Where its machine and the law's differ, the shortest string for each place. When it
  // is not finite, the evidence for that.
  std::vector<std::string> differences;
  std::vector<LearnedState> states;  // the first is the start; none when it is not finite
};

template <class Visitor, Of<Learned> T>
void members(Visitor& v, T& r) {
  v("finite", r.finite);
  v("classes", r.classes);
  v("law_states", r.law_states);
  v("questions", r.questions);
  v("differences", r.differences);
  v("states", r.states);
  v.apart("state_count", r.state_count);
  v.apart("tests", r.tests);
}

// For Graphviz, with differences from the law in red and in words.
std::string to_dot(const std::vector<LearnedState>& states);

// Compares with the machine of `law`. A decoder whose answers differ between two identical
// questions is no machine; `unstable` is then such a question. `heard` is called with every
// answer.
using Heard = std::function<void(ByteView, const InputObservation&)>;
Learned learn(Observer& observer, const Profile& law, const Heard& heard, Bytes& unstable);

}  // namespace placemat
