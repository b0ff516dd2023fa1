#include <algorithm>
#include <span>

#include "harness/decoder/raw_unit.h"
#include "harness/judge/check.h"

namespace placemat {
namespace {

using Values = std::vector<std::uint64_t>;

Values law_values(Operation op, const Expectation& law) {
  if (is_utf16(op)) return {law.utf16.begin(), law.utf16.end()};
  return {law.values.begin(), law.values.end()};
}

Values seen_values(const Observation& seen) {
  Values values;
  for (std::size_t i = 0; i < seen.count; ++i) values.push_back(seen.value(i));
  return values;
}

Values exclusions(const Values& values, std::uint64_t value) {
  Values rest;
  std::ranges::remove_copy(values, std::back_inserter(rest), value);
  return rest;
}

bool is_subsequence(const Values& part, const Values& whole) {
  std::size_t at = 0;
  for (const std::uint64_t value : whole) {
    if (at < part.size() && part[at] == value) ++at;
  }
  return at == part.size();
}

// Finds the value at which a well-formed input was refused: by the offset where the
// decoder states one, otherwise only when there is just one candidate.
Kind refusal(std::span<const std::uint64_t> law) {
  const auto is_ascii = [](std::uint64_t v) { return v >= 0x20 && v < 0x7F; };
  std::size_t noncharacters = 0, fffds = 0, others = 0;
  for (const std::uint64_t value : law) {
    if (is_noncharacter(value))
      ++noncharacters;
    else if (value == kReplacement)
      ++fffds;
    else if (!is_ascii(value))
      ++others;
  }
  if (others > 0 || (noncharacters > 0 && fffds > 0)) return Kind::kRejectsWellFormed;
  if (noncharacters > 0) return Kind::kRejectsNoncharacter;
  if (fffds > 0) return Kind::kConflatesRealFffd;
  return Kind::kRejectsWellFormed;
}

// The values of `law` between what both lists begin with and what both end with; at least
// one. `replacement` is never common: which of several stands for it is unknown.
Values differing(Values law, const Values& seen, std::uint64_t replacement) {
  const auto is_common = [&](std::uint64_t ours, std::uint64_t theirs) {
    return ours == theirs && ours != replacement;
  };
  std::size_t end = seen.size();
  while (law.size() > 1 && end > 0 && is_common(law.back(), seen[end - 1])) {
    law.pop_back();
    --end;
  }
  std::size_t begin = 0;
  while (begin + 1 < law.size() && begin < end && is_common(law[begin], seen[begin])) ++begin;
  law.erase(law.begin(), law.begin() + static_cast<std::ptrdiff_t>(begin));
  return law;
}

Kind acceptance_of(ByteView units, const Expectation& law) {
  return acceptance(law.error_class, units.subspan(law.error->offset));
}

// Both lists are for a well-formed input, and they differ.
Kind wrong_values(const Values& law, const Values& seen) {
  if (exclusions(seen, 0xFEFF) == exclusions(law, 0xFEFF)) return Kind::kBomHandling;
  const auto nul = std::ranges::find(law, 0u);
  if (nul != law.end() &&
      (exclusions(seen, 0) == exclusions(law, 0) ||
       std::equal(seen.begin(), seen.end(), law.begin(), law.begin() + (nul - law.begin())))) {
    return Kind::kNulHandling;
  }
  return Kind::kWrongValue;
}

Kind classify_lossy(Operation op, ByteView units, const Expectation& law, const Observation& seen) {
  if (seen.status != PLACEMAT_OK) {
    if (seen.status == PLACEMAT_NO_CAPACITY) return Kind::kWrongCapacity;
    if (law.is_well_formed()) return refusal(law.values);
    return law.error->at_end ? Kind::kDropsTruncatedTail : Kind::kDropsIllFormed;
  }
  const Values ours = law_values(op, law);
  const Values theirs = seen_values(seen);
  const auto replaced = [&](const Values& v) {
    return static_cast<std::size_t>(std::ranges::count(v, law.replacement));
  };
  if (law.is_well_formed()) {
    return replaced(theirs) > replaced(ours) ? refusal(differing(ours, theirs, law.replacement))
                                             : wrong_values(ours, theirs);
  }
  const Values our_rest = exclusions(ours, law.replacement);
  const Values their_rest = exclusions(theirs, law.replacement);
  if (our_rest == their_rest) {
    if (replaced(theirs) > 0 || replaced(ours) == 0) return Kind::kWrongReplacementCount;
    return law.error->at_end ? Kind::kDropsTruncatedTail : Kind::kDropsIllFormed;
  }
  if (is_subsequence(their_rest, our_rest)) {
    // Everything from the error on is missing, its replacement too.
    const bool all_lost =
        theirs.size() <= law.values_before_error && replaced(theirs) < replaced(ours);
    return all_lost ? Kind::kDropsTruncatedTail : Kind::kSwallowsNextUnit;
  }
  // The ill-formed units became a value, maybe with their neighbours.
  const bool has_more = is_subsequence(our_rest, their_rest);
  if (has_more || replaced(theirs) < replaced(ours)) return acceptance_of(units, law);
  return Kind::kWrongValue;
}

Kind classify_strict(Operation op, ByteView units, const Expectation& law,
                     const Observation& seen) {
  if (seen.status == PLACEMAT_NO_CAPACITY) return Kind::kWrongCapacity;
  const bool accepts = seen.status == PLACEMAT_OK;
  if (law.is_well_formed()) {
    if (!accepts) return refusal(law.values);
    const Values ours = law_values(op, law), theirs = seen_values(seen);
    return ours == theirs ? Kind::kWrongErrorOffset : wrong_values(ours, theirs);
  }
  if (accepts) return acceptance_of(units, law);
  if (seen.status != PLACEMAT_ILL_FORMED && seen.status != PLACEMAT_INCOMPLETE) {
    return Kind::kWrongErrorOffset;
  }
  // The input was refused, as required. Checks that the values before the error are right
  // and that no refused unit produced one.
  const Values ours = law_values(op, law);
  const Values theirs = seen_values(seen);
  const std::size_t prelude = needed(op, law);
  const std::size_t common = std::min(prelude, theirs.size());
  if (!std::equal(theirs.begin(), theirs.begin() + static_cast<std::ptrdiff_t>(common),
                  ours.begin())) {
    return Kind::kWrongValue;
  }
  return theirs.size() > prelude ? acceptance_of(units, law) : Kind::kWrongErrorOffset;
}

// The output of a filter has code units in it that are no part of a character.
bool passes_ill_formed(const Observation& seen) {
  for (std::size_t i = 0; seen.is_output && i < seen.count; ++i) {
    if (!raw_units(seen.value(i)).empty()) return true;
  }
  return false;
}

}  // namespace

Kind acceptance(ErrorClass error_class, ByteView units) {
  if (error_class == ErrorClass::kTruncated) return Kind::kAcceptsTruncatedTail;
  if (error_class == ErrorClass::kInterrupted) return Kind::kAcceptsBadContinuation;
  if (!announced_value(units)) return Kind::kAcceptsIllFormed;
  switch (error_class) {
    case ErrorClass::kOverlong:
      return Kind::kAcceptsOverlong;
    case ErrorClass::kSurrogate:
      return Kind::kAcceptsSurrogate;
    case ErrorClass::kBeyond10FFFF:
      return Kind::kAcceptsBeyond10FFFF;
    case ErrorClass::kFiveSixUnit:
    case ErrorClass::kFeFf:
      return Kind::kAcceptsFiveSixUnit;
    default:
      return Kind::kAcceptsIllFormed;
  }
}

Kind classify(Operation operation, ByteView units, const Expectation& law,
              const Observation& seen) {
  switch (seen.outcome) {
    case Observation::Outcome::kOverRead:
      return Kind::kOverRead;
    case Observation::Outcome::kOverWrite:
      return Kind::kOverWrite;
    case Observation::Outcome::kBroken:
      if (operation != Operation::kValidate) return Kind::kWrongCapacity;
      return law.is_well_formed() ? refusal(law.values) : acceptance_of(units, law);
    case Observation::Outcome::kCrash:
      return Kind::kCrash;
    case Observation::Outcome::kHang:
      return Kind::kHang;
    case Observation::Outcome::kExhausted:
      return Kind::kExhaustsMemory;
    case Observation::Outcome::kCorruptedProcess:
      return Kind::kCorruptsProcess;
    case Observation::Outcome::kBrokeProtocol:
      return Kind::kBreaksProtocol;
    case Observation::Outcome::kAnswered:
    case Observation::Outcome::kUnsupported:
      break;
  }
  if (is_length(operation)) return Kind::kWrongLengthCount;
  if (operation == Operation::kValidate) {
    return law.is_well_formed() ? refusal(law.values) : acceptance_of(units, law);
  }
  if (!law.is_well_formed() && passes_ill_formed(seen)) return Kind::kPassesIllFormed;
  return is_lossy(operation) ? classify_lossy(operation, units, law, seen)
                             : classify_strict(operation, units, law, seen);
}

}  // namespace placemat
