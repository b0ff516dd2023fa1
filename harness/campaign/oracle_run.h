// oracle_run.h: gives the same cases to ICU. Where the law and ICU disagree and no numbered
// divergence explains it, the finding is against placemat.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "harness/generate/source.h"
#include "harness/oracle/divergence.h"

namespace placemat {

// Asks every question about every case of `sources`, on `threads` threads. The tallies are in the
// order of oracle_questions() and the same for any number of threads. Ends early, with the tallies
// so far, when `*stop` becomes true.
std::vector<OracleTally> ask_oracles(const std::vector<std::string>& sources,
                                     const SourceOptions& options, unsigned threads,
                                     const std::atomic<bool>& stop);

}  // namespace placemat
