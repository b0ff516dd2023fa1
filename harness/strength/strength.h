// strength.h: the strength of a set of vectors and of the standard run: the
// share of faulty decoders that each detects.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bytes/members.h"
#include "harness/corpus/corpus.h"
#include "harness/strength/score.h"

namespace placemat {

// The ways of observing a mutant.
inline constexpr std::string_view kByOutput = "output";  // values, and where the first error is
inline constexpr std::string_view kByValues = "values";
inline constexpr std::string_view kByVerdict = "verdict";
inline constexpr std::string_view kByStandardRun = "standard-run";

struct Survivor {
  std::string mutant;
  std::string killed_by;  // a shortest string that kills it; empty where strings alone do not
};

template <class Visitor, Of<Survivor> T>
void members(Visitor& v, T& r) {
  v("mutant", r.mutant);
  v("killed_by", r.killed_by);
}

// The result of one way of observing for one family.
struct Tally {
  std::string how;
  std::uint64_t killable = 0;  // mutants that this observation can distinguish from the law
  std::uint64_t killed = 0;
  std::vector<Survivor> survivors;  // some of them
};

template <class Visitor, Of<Tally> T>
void members(Visitor& v, T& r) {
  v("how", r.how);
  v("killable", r.killable);
  v("killed", r.killed);
  v("survivors", r.survivors);
}

struct FamilyStrength {
  std::string name;
  bool is_automaton = false;     // its mutants are proved different from the law
  std::uint64_t mutants = 0;     // equivalent ones included
  std::uint64_t equivalent = 0;  // proved equivalent to the law
  std::uint64_t undecided = 0;   // the search for a proof hit its limit
  // Strings unchanged cannot reveal families that show only in streams and in
  // memory; those have no tally by output and by verdict.
  std::vector<Tally> tallies;
};

template <class Visitor, Of<FamilyStrength> T>
void members(Visitor& v, T& r) {
  v("family", r.name);
  v("automaton", r.is_automaton);
  v("mutants", r.mutants);
  v("equivalent", r.equivalent);
  v("undecided", r.undecided);
  v("tallies", r.tallies);
}

// The strength of a set of vectors, as a report has it.
struct Strength {
  std::string subject;  // "the curated vectors", or the file
  std::uint64_t vectors = 0, units = 0;
  std::uint64_t seed = 0;
  std::vector<FamilyStrength> families;
  // The size of a small set that kills as much, under either observation, and
  // of a complete W-method test set.
  std::uint64_t small_set = 0, small_set_by_verdict = 0;
  std::uint64_t w_method = 0, w_method_by_verdict = 0;
  std::vector<std::string> nothing_new;  // vectors that kill only what earlier ones do
};

template <class Visitor, Of<Strength> T>
void members(Visitor& v, T& r) {
  v("subject", r.subject);
  v("vectors", r.vectors);
  v("units", r.units);
  v.exact("seed", r.seed);
  v("families", r.families);
  v("small_set", r.small_set);
  v("small_set_by_verdict", r.small_set_by_verdict);
  v("w_method", r.w_method);
  v("w_method_by_verdict", r.w_method_by_verdict);
  v("nothing_new", r.nothing_new);
}

// nullptr when the family was not observed in that way.
const Tally* find_tally(const FamilyStrength& family, std::string_view how);

// Of the automaton families together.
Tally automata_tally(const Strength& strength, std::string_view how);

struct StrengthOptions {
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  const Corpus* standard_run = nullptr;  // also measure the standard run, with this corpus
  std::size_t most_survivors = 5;        // the number kept of a family; the count covers all
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

struct StrengthMeasurement {
  Strength strength;
  // The small sets that `strength` counts, as positions of probes.
  std::vector<std::uint32_t> small_set, small_set_by_verdict;
  double seconds = 0;
  std::size_t not_judged = 0;  // mutants not reached before the stop; they are in no family
};

StrengthMeasurement measure(std::string subject, const std::vector<Probe>& probes,
                            const StrengthOptions& options);

std::vector<Probe> probes_of(std::span<const Vector> vectors);

// Vectors of one error each that, by their verdict alone, kill every mutant of
// the automaton families that a verdict can kill. The set is as small as the
// search found.
std::vector<Probe> verdict_vectors(const std::vector<Probe>& known, unsigned threads);

// Vectors as a document that read_vectors and other programs can read, with the
// law's outcome of each.
std::string to_document(std::string_view about, const std::vector<Probe>& probes);

}  // namespace placemat
