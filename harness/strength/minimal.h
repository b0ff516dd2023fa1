// minimal.h: a small set of vectors within limits, and what it kills of mutants that it was not
// made from. It knows kills and sizes, not how a vector is written.
#pragma once

#include <string>
#include <vector>

#include "harness/strength/score.h"

namespace placemat {

// The limits of a small set.
struct SetLimits {
  std::size_t vectors = 1'500, units = 25'000;
};

// A set for the mutants of `counted`, ascending. It is built greedily: first for values, then so
// that each notable value stands in one probe and begins one, then for all that is observed. What
// room is left goes to pairs of reactions of the law, for other mutants.
std::vector<std::uint32_t> cover_within(const Kills& kills, const std::vector<bool>& counted,
                                        const std::vector<Probe>& probes, SetLimits limits);

struct KilledShare {
  std::size_t killed = 0, of = 0;
  double percent() const {
    return of == 0 ? 100 : 100.0 * static_cast<double>(killed) / static_cast<double>(of);
  }
};

// A set made from some mutants and scored on others. Scored are those that all probes together
// kill.
struct CrossScore {
  std::string made_from, scored_on;
  std::size_t vectors = 0, units = 0;
  KilledShare by_values, by_output;
};

// Made from either random half of the automata, and without each of their families; scored on what
// was left out. Also made from all automata, and scored on the mutants of the other families that
// strings show.
std::vector<CrossScore> cross_scores(const std::vector<Probe>& probes, SetLimits limits,
                                     std::uint64_t seed, const WorkOptions& work);

// The automata whose values never differ from the law's: only the report of the first error shows
// them. Each needs one reaction of the law to be the first error of a vector, and a vector has one.
struct ReportOnly {
  std::size_t killable = 0;              // automata that differ from the law in anything
  std::vector<std::size_t> at_reaction;  // the number at each such reaction, most first
  // No set of so many vectors kills more by output.
  KilledShare most_by_output(std::size_t vectors) const;
};
ReportOnly report_only(const WorkOptions& work);

}  // namespace placemat
