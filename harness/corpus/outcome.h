// outcome.h: the law's answer to a vector, as its file states it, and the
// output under each replacement policy. A new policy is a row of the policy
// table and changes no vector. The derivation does not use the reference
// decoder, so that the tests can compare the two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/bytes/bytes.h"
#include "harness/spec/policy.h"

namespace placemat {

// The longest vector; presentations multiply its length, so it must stay small.
inline constexpr std::size_t kMaxVectorUnits = 1 << 14;

// `length` code units at `offset`.
struct Extent {
  std::size_t offset, length;
  friend bool operator==(const Extent&, const Extent&) = default;
};

// The law of the dialect utf-8, byte order marks kept, under no policy.
struct VectorOutcome {
  std::vector<std::uint64_t> values;  // of the well-formed subsequences, in order
  std::vector<Extent> errors;         // every ill-formed maximal subpart (D93b), in order
  // The input ends inside the last error, which more units could complete.
  bool incomplete = false;

  bool well_formed() const { return errors.empty(); }
  friend bool operator==(const VectorOutcome&, const VectorOutcome&) = default;
};

// The outcome by the reference decoder.
VectorOutcome outcome_of(ByteView units);

// The output of a decoder that follows `policy` for `units` with the outcome
// `outcome`. A policy that stops emits the values before the first error.
std::vector<std::uint64_t> values_under(const Policy& policy, const VectorOutcome& outcome,
                                        ByteView units);

// Values as the corpora write them: "61*63 FFFD"; at least two digits each.
std::string values_to_text(std::span<const std::uint64_t> values);
// Throws InputError with the column.
std::vector<std::uint64_t> parse_values(std::string_view text);

// Extents as the corpora write them: "1+2 3+1*63" is two units at 1, then 63
// times one unit, each directly after the previous one.
std::string extents_to_text(std::span<const Extent> extents);
// Throws InputError with the column.
std::vector<Extent> parse_extents(std::string_view text);

}  // namespace placemat
