// difference.h: where the law and an observation part first, and what happened there. A
// check may be reduced only as long as its difference stays the same: another difference
// is another fault. It does not know presentations.
#pragma once

#include <optional>

#include "harness/judge/expectation.h"

namespace placemat {

// The law's answer at the first place where the two part.
enum class LawHas : std::uint8_t {
  kValue,    // the value of a well-formed sequence, or a well-formed input
  kError,    // a replacement, or the refusal of an ill-formed subsequence
  kEnd,      // no further value
  kNothing,  // no values are compared
};

// What the observation has there.
enum class SeenIs : std::uint8_t {
  kLost,         // the value, or every replacement of an error, is missing
  kFewer,        // an error has fewer replacements
  kMore,         // an error has more replacements
  kReplaced,     // a replacement stands for a value
  kOther,        // another value; for an error, a value at all
  kRefused,      // ill-formed
  kEarlier,      // an error at a smaller offset, or a smaller count
  kLater,        // an error at a greater offset, or a greater count
  kMislabelled,  // an error at its offset, with another length or status
  kNoRoom,       // a lack of capacity
  kFailure,      // no answer: see `outcome`
};

// What is special about a value.
enum class ValueClass : std::uint8_t { kNone, kPlain, kNul, kBom, kReplacement, kNoncharacter };

struct Difference {
  LawHas law = LawHas::kNothing;
  SeenIs seen = SeenIs::kFailure;
  ErrorClass error_class = ErrorClass::kNone;  // of an error that became a value
  ValueClass value_class = ValueClass::kNone;  // of a value that is lost, replaced or changed
  unsigned length = 0;                         // of its sequence, in code units
  Observation::Outcome outcome = Observation::Outcome::kAnswered;

  // Equal but for the particular value, which plainer units may change.
  bool resembles(const Difference& other) const {
    return law == other.law && seen == other.seen && outcome == other.outcome &&
           error_class == other.error_class;
  }
  // Whatever the law has there, the observation has nothing for it.
  bool is_missing() const { return seen == SeenIs::kLost || seen == SeenIs::kFewer; }
  // An error has another number of replacements.
  bool is_of_count() const {
    return law == LawHas::kError && (seen == SeenIs::kFewer || seen == SeenIs::kMore);
  }
  friend bool operator==(const Difference&, const Difference&) = default;
};

// A difference, and the offset of the sequence, or of the error, where the two part: the number of
// units where they part behind all of them. Not known where no values are compared.
struct Parting {
  Difference difference;
  std::optional<std::size_t> place = std::nullopt;
};

// `seen` does not agree with `law`, the answer of the law about `units`.
Parting find_parting(const Machine& machine, ByteView units, Operation operation,
                     const Expectation& law, const Observation& seen);
Difference find_difference(const Machine& machine, ByteView units, Operation operation,
                           const Expectation& law, const Observation& seen);

// The value of the units that `units` begin with, if they are a lead and as many continuation units
// as it announces, whether or not that is well-formed: forms of two to seven units.
std::optional<std::uint64_t> announced_value(ByteView units);

// `units` with a plain value in the place of each noncharacter, U+FEFF and U+FFFD of three or more
// units: that beside it whose last unit but one is lower by one.
Bytes with_plain_values(const Machine& machine, ByteView units);

constexpr bool is_noncharacter(std::uint64_t value) {
  return (value >= 0xFDD0 && value <= 0xFDEF) ||
         (value <= kMaxScalar && (value & 0xFFFE) == 0xFFFE);
}

}  // namespace placemat
