// score.h: which mutants a set of strings kills, and which strings are needed
// for it. Mutants run as automata, and only on strings that reach their fault.
#pragma once

#include <string>
#include <vector>

#include "harness/bytes/parallel.h"
#include "harness/strength/distinguish.h"

namespace placemat {

// One string of a set: an input that a user of the set passes to a decoder in
// one call.
struct Probe {
  std::string name;  // vector id, or file and line
  Bytes units;
};

// For each mutant the probes that kill it, ascending.
struct Kills {
  std::vector<std::vector<std::uint32_t>> by_everything;
  std::vector<std::vector<std::uint32_t>> by_values;
  std::vector<std::vector<std::uint32_t>> by_verdict;
  std::size_t judged =
      0;  // the number of mutants judged, from the first on; all unless the run was stopped
};
Kills kills_of(const std::vector<Mutant>& mutants, const std::vector<Probe>& probes,
               const WorkOptions& work);

// A small set of probes that kills whatever all of them kill. It is built
// greedily, from the probe that kills most of the remaining mutants; probes
// that later ones make superfluous are then removed. `kills` lists the killers
// of each mutant.
std::vector<std::uint32_t> small_cover(const std::vector<std::vector<std::uint32_t>>& kills,
                                       std::size_t probes);

// The shortest string that distinguishes each mutant from the law, in parallel.
std::vector<Distinction> distinguish_all(const std::vector<Mutant>& mutants, Observed observed,
                                         const WorkOptions& work);

}  // namespace placemat
