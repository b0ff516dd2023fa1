// mutants.h: every mutant, by family, in a fixed order and under fixed names.
// Random choices are drawn from the seed.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/strength/mutant.h"

namespace placemat {

// All mutants of the families whose faults show in single units: transition,
// class, payload, semantic. Some may be equivalent to the law; distinguish()
// detects these.
std::vector<Mutant> automaton_mutants();

// Mutants that show only at some offsets, after some items, for some values.
std::vector<Mutant> position_mutants();
std::vector<Mutant> history_mutants();
std::vector<Mutant> value_mutants(std::uint64_t seed);

// Mutants that show only in streams, or in memory.
std::vector<Mutant> state_mutants();
std::vector<Mutant> buffer_mutants();

// The faults that are combined with gates: one for each rule of Table 3-7, and
// the reactions to violations of it.
std::vector<Mutant> base_faults();

}  // namespace placemat
