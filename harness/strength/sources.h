// sources.h: what each source of cases contributes to a run: the mutants that it kills, those that
// no other source kills, and what its checks cost. Budgets follow from these figures.
#pragma once

#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/corpus/corpus.h"
#include "harness/strength/score.h"

namespace placemat {

struct SourceStrength {
  std::string source;
  std::uint64_t checks = 0;        // of a decoder without a fault, in the standard run
  std::uint64_t milliseconds = 0;  // of processor time that they take
  std::uint64_t killed = 0;        // mutants, in the standard run
  std::uint64_t killed_alone = 0;  // of these, by no other source
  std::vector<std::string> alone;  // some of the latter
};

template <class Visitor, Of<SourceStrength> T>
void members(Visitor& v, T& r) {
  v("source", r.source);
  v("checks", r.checks);
  v("milliseconds", r.milliseconds);
  v("killed", r.killed);
  v("killed_alone", r.killed_alone);
  v("alone", r.alone);
}

// What the two budgets kill of one family.
struct FamilySample {
  std::string family;
  std::uint64_t size = 0;     // mutants of the family, those equivalent to the law included
  std::uint64_t sampled = 0;  // not equivalent
  std::uint64_t killed = 0;   // by the standard run
  std::uint64_t killed_by_quick = 0;
};

template <class Visitor, Of<FamilySample> T>
void members(Visitor& v, T& r) {
  v("family", r.family);
  v("size", r.size);
  v("sampled", r.sampled);
  v("killed", r.killed);
  v("killed_by_quick", r.killed_by_quick);
}

// A sample of the mutants of each family against every source of the standard and the quick run.
struct SourceComparison {
  std::uint64_t mutants = 0;          // sampled, none equivalent to the law
  std::uint64_t killed = 0;           // by the standard run
  std::uint64_t killed_by_quick = 0;  // of these, by the quick run
  std::vector<std::string> survivors;
  std::vector<std::string> quick_misses;  // killed by the standard run only
  std::vector<SourceStrength> sources;    // in the order of a run
  std::vector<FamilySample> families;
};

// The share of the standard run's kills that the quick run has too, in percent, with each family
// weighted by its size: an estimate for the mutants of all families. 0 without a kill.
double quick_share(const SourceComparison& comparison);

template <class Visitor, Of<SourceComparison> T>
void members(Visitor& v, T& r) {
  v("mutants", r.mutants);
  v("killed", r.killed);
  v("killed_by_quick", r.killed_by_quick);
  v("survivors", r.survivors);
  v("quick_misses", r.quick_misses);
  v("sources", r.sources);
  v("families", r.families);
}

struct ComparisonOptions {
  std::uint64_t seed = 1992;
  std::size_t sample = 16;      // mutants of each family
  bool validates_only = false;  // the mutants offer their verdict only
  std::size_t most_named = 5;
};

// Every source is run to its end, or to the first check that kills the mutant. Mutants that were
// not reached before a stop are not counted.
SourceComparison compare_sources(const Corpus& corpus, const ComparisonOptions& options,
                                 const WorkOptions& work);

}  // namespace placemat
