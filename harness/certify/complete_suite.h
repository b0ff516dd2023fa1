// complete_suite.h: complete test suites by the HSI method, over all 256 code units. A suite of k
// extra units is complete for every decoder that is a machine whose states are each reached by an
// access string and at most k more units (Vaandrager and Melse, CONCUR 2025; the argument for the
// suite of this file stands in README.md). It does not know any decoder.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/spec/machine.h"

namespace placemat {

// What tells the states of the law apart: whether a string is well-formed, or how the units behind
// it change the number of values. A decoder shows the first in operations that give a verdict, the
// second in those that give or count values.
enum class Feature : std::uint8_t { kVerdict, kValueCount };

class CompleteSuite {
 public:
  using State = std::uint16_t;
  CompleteSuite(const Profile& profile, Feature feature);

  // The states of the law that the feature tells apart, the start first.
  std::size_t states() const { return next_.size(); }
  State after(State state, std::uint8_t unit) const { return next_[state][unit]; }
  // For each state the first of the shortest strings that lead there. Each prefix of one is one.
  const std::vector<Bytes>& access() const { return access_; }
  // The strings to ask behind one that leads to `state`: the empty one and the identifiers of the
  // state. Any two states have a string in common behind which the feature tells them apart.
  const std::vector<Bytes>& suffixes(State state) const { return suffixes_[state]; }

  // The strings of the suite with exactly `units` units between an access string and a suffix;
  // those with two derivations count twice. The suite of k extra units has those of 0 to k + 1.
  std::uint64_t strings_behind(unsigned units) const;
  // The most states of a machine for which it is complete.
  std::uint64_t most_states(unsigned k) const;

 private:
  std::vector<std::array<State, 256>> next_;
  std::vector<Bytes> access_;
  std::vector<std::vector<Bytes>> suffixes_;
};

}  // namespace placemat
