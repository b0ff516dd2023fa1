// identify.h: which profile explains everything that a decoder was seen to do?
// Profiles are eliminated by inputs on which those that are left differ most;
// what remains is confirmed by many more. When none remains, the one that is
// contradicted least is named, with the shortest inputs that contradict it.
#pragma once

#include <string>
#include <vector>

#include "harness/identify/learn.h"
#include "harness/identify/observer.h"
#include "harness/spec/profile.h"

namespace placemat {

struct Contradiction {
  std::string units;     // in case notation
  std::string expected;  // by the profile
  std::string seen;
};

template <class Visitor, Of<Contradiction> T>
void members(Visitor& v, T& r) {
  v("units", r.units);
  v("expected", r.expected);
  v("seen", r.seen);
}

struct Identity {
  bool explained = false;
  // What explains everything, or the nearest. More than one where no input of
  // those asked tells them apart, the plainest first.
  std::vector<std::string> profiles;
  // Without a lossy function nothing is known of a policy.
  bool knows_policy = false;
  std::uint64_t inputs_to_name = 0;           // until only `profiles` were left
  std::uint64_t inputs_to_confirm = 0;        // beyond those
  std::uint64_t unanswered = 0;               // of all of them
  std::uint64_t contradicted = 0;             // of the latter, by the nearest
  std::vector<Contradiction> contradictions;  // the shortest
  Learned learned;
};

template <class Visitor, Of<Identity> T>
void members(Visitor& v, T& r) {
  v("explained", r.explained);
  v("profiles", r.profiles);
  v("knows_policy", r.knows_policy);
  v("inputs_to_name", r.inputs_to_name);
  v("inputs_to_confirm", r.inputs_to_confirm);
  v("unanswered", r.unanswered);
  v("contradicted", r.contradicted);
  v("contradictions", r.contradictions);
  v("learned", r.learned);
}

// Without its machine when `learns` is false: that takes most of the questions.
Identity identify(Caller& caller, bool learns = true);

// Does what does not depend on the caller, which takes most of the time: for
// whoever will be forked, and maybe more than once.
void prepare_to_identify();

}  // namespace placemat
