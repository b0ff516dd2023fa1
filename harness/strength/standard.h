// standard.h: the real run against mutants that strings alone do not show:
// faults of position, history, streams and memory. The sources of the standard
// run supply the cases, at the same depth, and the run's own checker finds the
// errors.
#pragma once

#include "harness/corpus/corpus.h"
#include "harness/judge/check.h"
#include "harness/strength/score.h"

namespace placemat {

// The result of a mutant.
struct MutantResult {
  std::optional<Check> killer;  // the first failed check; none: the mutant survives
  std::size_t cases = 0;        // the number of cases tried
  std::string source;           // of the killer
};

// The parts that progress counts before the first mutant: the search for cases takes as long as so
// many strings of a measurement.
inline constexpr std::size_t kScoutParts = 120'000;

// A source gives a mutant those of its cases on which the fault can show:
// curated vectors that show it without its gate, and the first cases of the
// other sources that open the gate. When the run is stopped, the result has the
// verdicts reached so far.
std::vector<MutantResult> judge_by_standard_run(const std::vector<Mutant>& mutants,
                                                const Corpus& corpus, std::uint64_t seed,
                                                const WorkOptions& work);

}  // namespace placemat
