// state_unit.h: the W-method test set of a compiled machine (Chow 1978), with
// no extra state over all 256 code units: every unit in every state, followed
// by each suffix that distinguishes states. A decoder that is a machine with no
// more states than the law's, and answers all of these as the law does, is
// equivalent to the law. Test sets with one representative for each class miss
// a wrong reaction to one particular unit inside a sequence.
#pragma once

#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

// What an observer of a decoder can compare.
enum class Observed : std::uint8_t {
  kEverything,  // values, replacements, error offset and length
  kValues,      // values and replacements
  kVerdict,     // well-formed or not, at the end of the input
};

struct StateCover {
  std::vector<Bytes> access;    // one shortest string for each distinguishable state
  std::vector<Bytes> suffixes;  // every two of those states differ on one of them
  // Each suffix from the start, and after every unit in every state.
  std::size_t strings() const { return (1 + access.size() * 256) * suffixes.size(); }
};

// For each state the first of the shortest strings of first units of classes that lead to it;
// empty for the start.
std::vector<Bytes> access_strings(const Machine& machine);

StateCover cover(const Machine& machine, Observed observed);

// For each state the first of the shortest strings that complete the open
// sequence; empty where no sequence is open. After a unit they show the value
// that contains it, which suffixes that distinguish states need not.
std::vector<Bytes> completions(const Machine& machine);

}  // namespace placemat
