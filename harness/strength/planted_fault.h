// planted_fault.h: faults that are known to be there, by name: saboteurs, and the mutants that
// curated vectors do not show. A benchmark of fuzzing engines looks for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/decoder/registry.h"
#include "harness/strength/score.h"

namespace placemat {

struct PlantedFault {
  std::string name;     // of the saboteur, or of the mutant
  std::string kind;     // "bug", "position", "history", "value", "state" or "buffer"
  std::string group;    // within the kind: the class of bugs, or the first part of the name
  std::string planted;  // in words
};

// In a fixed order. Without the mutants that a probe shows, unless the probes show all of a kind:
// then the kind is there whole. Without those that show only in an input of more than 4,096 units,
// the longest that libFuzzer tries by itself, and saboteurs that do not decode.
std::vector<PlantedFault> planted_faults(std::uint64_t seed, const std::vector<Probe>& probes,
                                         const WorkOptions& work);

// The decoder with this fault; null when there is none. A mutant is chosen for this thread.
const Decoder* decoder_with_fault(std::string_view name, std::uint64_t seed);

}  // namespace placemat
