// strength.h: the strength of a set of vectors and of the standard run: the
// share of faulty decoders that each detects.
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
  // The shortest string that would kill it; none when strings alone do not.
  std::optional<Bytes> killer;
};

// The result of one kind of observation for one family.
struct Tally {
  std::size_t killable = 0;  // mutants that this observation can distinguish from the law
  std::size_t killed = 0;
  std::vector<Survivor> survivors;
};

struct FamilyStrength {
  MutantFamily family{};
  std::size_t mutants = 0;     // equivalent ones included
  std::size_t equivalent = 0;  // proved equivalent to the law
  std::size_t undecided = 0;   // the search for a proof hit its limit
  // With the strings unchanged; not for families that show only in streams and
  // in memory.
  std::optional<Tally> by_everything, by_verdict;
  std::optional<Tally> by_standard_run;
};

struct Strength {
  std::string subject;  // "the curated vectors", or the file
  std::size_t probes = 0, units = 0;
  std::uint64_t seed = 0;
  std::vector<FamilyStrength> families;
  // Probes that kill nothing beyond the kills of earlier ones.
  std::vector<std::string> nothing_new;
  // A small set that kills as much, under either observation, and the size of a
  // complete W-method test set.
  std::vector<std::uint32_t> small_set, small_set_by_verdict;
  std::size_t w_method = 0, w_method_by_verdict = 0;
  double seconds = 0;
  std::size_t not_judged = 0;  // mutants not reached before the stop; they are in no family

  // Killed and killable in the automaton families together.
  Tally automata(Observed observed) const;
};

struct StrengthOptions {
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  const Corpus* standard_run = nullptr;  // also measure the standard run, with this corpus
  std::size_t most_survivors = 5;        // the number kept of a family; the count covers all
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

Strength measure(std::string subject, const std::vector<Probe>& probes,
                 const StrengthOptions& options);

std::vector<Probe> probes_of(const Corpus& corpus);

// Vectors of one error each that, by their verdict alone, kill every mutant of
// the automaton families that a verdict can kill. The set is as small as the
// search found.
std::vector<Probe> verdict_vectors(const std::vector<Probe>& known, unsigned threads);

// Vectors as a document that read_vectors and other programs can read, with the
// law's outcome of each.
std::string to_document(std::string_view about, const std::vector<Probe>& probes);

}  // namespace placemat
