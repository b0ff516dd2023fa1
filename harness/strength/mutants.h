// mutants.h: every mutant there is, family by family, in a fixed order and
// under fixed names. What is drawn by chance is drawn from the seed.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/strength/mutant.h"

namespace placemat {

// All mutants of the families whose faults show in single units: transition,
// class, payload, semantic. Some may be no faults at all; distinguish() tells.
std::vector<Mutant> automaton_mutants();

// Mutants that only show at some offsets, after some items, for some values.
std::vector<Mutant> position_mutants();
std::vector<Mutant> history_mutants(std::uint64_t seed);

// Mutants that only show in streams, or in memory.
std::vector<Mutant> state_mutants();
std::vector<Mutant> buffer_mutants();

// The faults that gates are put before: one for each rule of Table 3-7, and
// the reactions to what breaks it.
std::vector<Mutant> base_faults();

}  // namespace placemat
