// identify.h: which profile explains everything that was observed of a decoder. Profiles
// are eliminated by inputs on which the remaining ones differ most; the result is
// confirmed by many more inputs. When no profile remains, the least contradicted one is
// named, with the shortest inputs that contradict it.
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
  // The profiles that explain everything, or the nearest. More than one where no tested
  // input distinguishes them, the plainest first.
  std::vector<std::string> profiles;
  // Without a lossy function the policy is unknown.
  bool knows_policy = false;
  std::uint64_t inputs_to_name = 0;           // until only `profiles` remained
  std::uint64_t inputs_to_confirm = 0;        // beyond those
  std::uint64_t unanswered = 0;               // of all of them
  std::uint64_t contradicted = 0;             // of the answered ones, by the nearest
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

// `learns` = false omits the machine, which takes most of the queries.
Identity identify(Caller& caller, bool learns = true);

// Does the work that does not depend on the caller and takes most of the time. For
// processes that fork, maybe more than once.
void prepare_to_identify();

}  // namespace placemat
