// exploration.h: what a fuzzing campaign does in the process that calls the decoder: the engine
// proposes inputs, each is given in a presentation that follows from its units, and the answer is
// compared with the law. It is run in slices and keeps what it learnt between them. It must not
// know what becomes of a failure.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/fuzz/engine/engine.h"
#include "harness/isolation/archive.h"

namespace placemat {

// What stays the same for a whole exploration.
struct ExplorationPlan {
  std::string profile;              // to judge by
  std::uint64_t seed = 1;           // of the engine
  std::vector<std::string> inputs;  // directories and files to begin with
  std::size_t longest = 4096;       // units of an input
  bool has_own_mutator = true;      // false: only the engine's own mutations
  bool only_selects = false;        // to run `inputs` alone, the shortest first
};
template <class A>
void fields(A& a, ExplorationPlan& p) {
  a(p.profile, p.seed, p.inputs, p.longest, p.has_own_mutator, p.only_selects);
}

// Inputs that hang or end the process are not given again.
struct AvoidedUnits {
  Operation operation = Operation::kStrict32;
  Bytes units;  // any input that contains them
};
template <class A>
void fields(A& a, AvoidedUnits& u) {
  a(u.operation, u.units);
}

// One slice.
struct ExploreRequest {
  ExplorationPlan plan;  // of the first slice of a process; then ignored
  unsigned milliseconds = 250;
  bool wants_failures = true;        // false: failures of a new bucket are only counted
  std::vector<std::uint64_t> known;  // buckets that were handed over before
  std::vector<AvoidedUnits> avoided;
  std::vector<Bytes> inputs;  // that other explorations found
};
template <class A>
void fields(A& a, ExploreRequest& r) {
  a(r.plan, r.milliseconds, r.wants_failures, r.known, r.avoided, r.inputs);
}

// A failure of a bucket that is not known.
struct ExploredFailure {
  std::uint64_t bucket = 0;
  Ledger::Entry entry;
};
template <class A>
void fields(A& a, ExploredFailure& f) {
  a(f.bucket, f.entry);
}

// Since the last slice, but for the state.
struct ExploreReply {
  std::uint64_t executions = 0;  // inputs that were given
  std::uint64_t checks = 0;      // answers that were compared
  std::uint64_t failed = 0;
  std::uint64_t coverage = 0, edges = 0, features = 0, corpus = 0;
  std::array<std::uint64_t, kOperationCount> calls{};  // of each operation
  std::array<std::uint64_t, kErrorClassCount>
      by_class{};  // checks of inputs with errors of one class
  Bytes taken;     // transitions of the law, so far: states by classes
  std::vector<ExploredFailure> found;
  std::map<std::uint64_t, std::uint64_t> counts;  // failed checks of each bucket
  std::vector<Bytes> inputs;                      // added to the corpus; of a selection: all
  OperationSet muted = 0;                         // operations that are no longer called
  bool has_ended = false;                         // all inputs of a selection were run
};
template <class A>
void fields(A& a, ExploreReply& r) {
  a(r.executions, r.checks, r.failed, r.coverage, r.edges, r.features, r.corpus, r.calls,
    r.by_class, r.taken, r.found, r.counts, r.inputs, r.muted, r.has_ended);
}

// Answers an ExploreRequest behind its number, for the process of a decoder. The first in a process
// only prepares it and calls nothing.
Bytes explore(ByteView request, Caller& caller, std::span<const Check> fatal);

}  // namespace placemat
