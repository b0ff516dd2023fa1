// strength.h: how strong a set of vectors is, and how strong the standard run
// is: the share of faulty decoders that each of them finds out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/corpus/corpus.h"
#include "harness/strength/score.h"

namespace placemat {

struct Survivor {
  std::string mutant;
  // The shortest string that would kill it; none where strings alone do not.
  std::optional<Bytes> killer;
};

// What one way of observing finds in one family.
struct Tally {
  std::size_t killable = 0;  // mutants that this observation can tell from the law
  std::size_t killed = 0;
  std::vector<Survivor> survivors;
};

struct FamilyStrength {
  MutantFamily family{};
  std::size_t mutants = 0;     // equivalent ones included
  std::size_t equivalent = 0;  // proved to be no fault
  std::size_t undecided = 0;   // the search for a proof was cut off
  // By the strings as they stand; not for families that only show in streams
  // and in memory.
  std::optional<Tally> by_everything, by_verdict;
  std::optional<Tally> by_standard_run;
};

struct Strength {
  std::string subject;  // "the curated vectors", or the file
  std::size_t probes = 0, units = 0;
  std::uint64_t seed = 0;
  std::vector<FamilyStrength> families;
  // Probes that kill nothing that an earlier one does not kill.
  std::vector<std::string> nothing_new;
  // A small set that kills as much, under either observation, and the size of
  // a complete W-method test set.
  std::vector<std::uint32_t> small_set, small_set_by_verdict;
  std::size_t w_method = 0, w_method_by_verdict = 0;
  double seconds = 0;
  std::size_t not_judged = 0;  // mutants that it was stopped before; they are in no family

  // Killed and killable in the automaton families together.
  Tally automata(Observed observed) const;
};

struct StrengthOptions {
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  const Corpus* standard_run = nullptr;  // measure the standard run too, with this corpus
  std::size_t most_survivors = 5;        // that are kept of a family; the count is of all
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

Strength measure(std::string subject, const std::vector<Probe>& probes,
                 const StrengthOptions& options);

std::vector<Probe> probes_of(const Corpus& corpus);

// Vectors of one fault each that kill by their verdict alone whatever a
// verdict can kill of the automaton families, as few as were found.
std::vector<Probe> verdict_vectors(const std::vector<Probe>& known, unsigned threads);

// Vectors as a document that read_vectors and everybody else can read, with
// the outcome of each by the law.
std::string to_document(std::string_view about, const std::vector<Probe>& probes);

}  // namespace placemat
