// standard.h: the real run against mutants that strings alone do not show:
// faults of position, history, streams and memory. Cases come from the
// sources of the standard run, multiplied as there, and the run's own checker
// says whether something is wrong.
#pragma once

#include "harness/corpus/corpus.h"
#include "harness/judge/check.h"
#include "harness/strength/score.h"

namespace placemat {

// What becomes of a mutant.
struct MutantResult {
  std::optional<Check> killer;  // the first failed check; none: the mutant survives
  std::size_t cases = 0;        // that were tried
  std::string source;           // of the killer
};

// A source hands a mutant those of its cases on which the fault can show:
// curated vectors that show it without its gate, and the first cases of the
// other sources that open the gate. As many verdicts as were reached when it is
// stopped.
std::vector<MutantResult> judge_by_standard_run(const std::vector<Mutant>& mutants,
                                                const Corpus& corpus, std::uint64_t seed,
                                                const WorkOptions& work);

}  // namespace placemat
