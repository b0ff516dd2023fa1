#include "harness/judge/difference.h"

#include <algorithm>
#include <limits>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

// One value of the law's answer, and the item that it stands for.
struct LawItem {
  std::uint64_t value;
  ErrorClass error_class;  // kNone: the value of a well-formed sequence
  unsigned length;         // of that sequence
  std::size_t from;        // the offset of the sequence, or of the error
};

// Walks the machine, because an answer does not say which values are replacements.
std::vector<LawItem> items_of(const Machine& machine, ByteView units, bool as_utf16) {
  std::vector<LawItem> items;
  items.reserve(units.size() + 1);
  Machine::State state = Machine::kStart;
  std::uint64_t accumulator = 0;
  ErrorClass error_class = ErrorClass::kNone;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= units.size(); ++i) {
    if (state == Machine::kStart) from = i;
    const Transition& t = machine.at(state, i < units.size() ? units[i] : Machine::kEnd);
    if (t.error_length > 0) error_class = t.error_class;
    for (unsigned n = 0; n < t.replacements; ++n) {
      // The unit that ends one ill-formed subsequence may be the next.
      if (n > 0 && i < units.size()) {
        error_class = machine.at(Machine::kStart, units[i]).error_class;
        from = i;
      }
      items.push_back({machine.replacement(), error_class, 0, from});
    }
    if (t.error_length > 0) from = i;  // the unit behind an error is read again
    if (t.restart) accumulator = 0;
    accumulator += t.add;
    if (t.emits) {
      // A unit behind an error is read again, as a sequence of its own.
      const std::size_t before = t.error_length > 0 ? 0 : machine.pending(state);
      const auto length = static_cast<unsigned>(before + 1);
      if (as_utf16 && accumulator > 0xFFFF) {
        items.push_back({high_surrogate(accumulator), ErrorClass::kNone, length, from});
        items.push_back({low_surrogate(accumulator), ErrorClass::kNone, length, from});
      } else {
        items.push_back({accumulator, ErrorClass::kNone, length, from});
      }
    }
    state = t.next;
  }
  return items;
}

ValueClass class_of(std::uint64_t value) {
  if (value == 0) return ValueClass::kNul;
  if (value == 0xFEFF) return ValueClass::kBom;
  if (value == kReplacement) return ValueClass::kReplacement;
  return is_noncharacter(value) ? ValueClass::kNoncharacter : ValueClass::kPlain;
}

Difference about(const LawItem& item, SeenIs seen) {
  Difference d{.law = LawHas::kValue, .seen = seen};
  if (item.error_class == ErrorClass::kNone) {
    d.value_class = class_of(item.value);
    d.length = item.length;
  } else {
    d.law = LawHas::kError;
    if (seen == SeenIs::kOther) d.error_class = item.error_class;
  }
  return d;
}

// How many values of the observation from `there` on agree with those of the law from `here` on.
// All of them count as more than any number.
std::size_t agreement(const std::vector<LawItem>& items, std::size_t here, const Observation& seen,
                      std::size_t there) {
  std::size_t n = 0;
  while (here + n < items.size() && there + n < seen.count &&
         items[here + n].value == seen.value(there + n)) {
    ++n;
  }
  const bool both_end = here + n == items.size() && there + n == seen.count;
  return both_end ? std::numeric_limits<std::size_t>::max() : n;
}

// True when the observation goes on with what the law has behind `at`, so that what stands
// there is missing. Two values must agree, or all that is left. For an error it takes more,
// because the value that stands for it may look like a later one; and less must agree when one
// value is taken for the error and more units behind it.
bool skips(const std::vector<LawItem>& items, std::size_t at, const Observation& seen) {
  constexpr std::size_t kFar = 8;
  const bool is_error = items[at].error_class != ErrorClass::kNone;
  const std::size_t end = std::min(at + kFar, items.size());
  std::size_t missing = 0, replaced = 0;
  for (std::size_t i = at + 1; i < end; ++i) {
    missing = std::max(missing, agreement(items, i, seen, at));
  }
  for (std::size_t i = at + 1; is_error && i <= end; ++i) {
    replaced = std::max(replaced, agreement(items, i, seen, at + 1));
  }
  return missing >= (is_error ? 4 : 2) && missing >= replaced;
}

// Both are complete lists of values, which are equal up to `at`.
Difference difference_of_values(const std::vector<LawItem>& items, const Observation& seen,
                                std::uint64_t replacement, std::size_t at) {
  const bool behind_error = at > 0 && items[at - 1].error_class != ErrorClass::kNone;
  if (at == items.size()) {
    if (at < seen.count && behind_error && seen.value(at) == replacement) {
      return {.law = LawHas::kEnd, .seen = SeenIs::kMore};
    }
    // All values are right, so that what else it states is wrong.
    if (at == seen.count) return {.law = LawHas::kEnd, .seen = SeenIs::kMislabelled};
    return {.law = LawHas::kEnd, .seen = SeenIs::kOther};
  }
  const LawItem& item = items[at];
  const bool is_error = item.error_class != ErrorClass::kNone;
  if (at == seen.count || skips(items, at, seen)) {
    // The values of all later items may be missing too.
    return about(item, is_error && behind_error ? SeenIs::kFewer : SeenIs::kLost);
  }
  if (seen.value(at) != replacement || is_error) return about(item, SeenIs::kOther);
  return about(item, behind_error ? SeenIs::kMore : SeenIs::kReplaced);
}

Parting parting_of_refusals(const std::vector<LawItem>& items, Operation operation,
                            const Expectation& law, const Observation& seen) {
  const std::size_t expected = needed(operation, law), error = law.error->offset;
  for (std::size_t i = 0; i < std::min(expected, seen.count); ++i) {
    if (items[i].value == seen.value(i)) continue;
    return {about(items[i], SeenIs::kOther), items[i].from};
  }
  if (seen.count > expected) {
    return {{.law = LawHas::kError, .seen = SeenIs::kOther, .error_class = law.error_class}, error};
  }
  Difference d{.law = LawHas::kError, .seen = SeenIs::kMislabelled};
  if (seen.error_offset != PLACEMAT_UNKNOWN && seen.error_offset != law.error->offset) {
    d.seen = seen.error_offset < law.error->offset ? SeenIs::kEarlier : SeenIs::kLater;
  }
  return {d, error};
}

}  // namespace

Parting find_parting(const Machine& machine, ByteView units, Operation operation,
                     const Expectation& law, const Observation& seen) {
  if (seen.outcome != Observation::Outcome::kAnswered) return {{.outcome = seen.outcome}};
  if (seen.status == PLACEMAT_NO_CAPACITY) return {{.seen = SeenIs::kNoRoom}};
  if (is_length(operation)) {
    const std::size_t right = is_utf16(operation) ? law.utf16.size() : law.values.size();
    return {{.seen = seen.count < right ? SeenIs::kEarlier : SeenIs::kLater}};
  }
  const bool refuses = seen.status != PLACEMAT_OK;
  if (law.is_well_formed() && refuses) {
    const bool is_located = seen.error_offset <= units.size();
    return {{.law = LawHas::kValue, .seen = SeenIs::kRefused},
            is_located ? std::optional(seen.error_offset) : std::nullopt};
  }
  if (refuses && !is_strict(operation) && operation != Operation::kValidate) {
    return {{.law = LawHas::kError, .seen = SeenIs::kRefused}, law.error->offset};
  }
  const bool accepts = !law.is_well_formed() && !refuses;
  if (accepts && (operation == Operation::kValidate || is_strict(operation))) {
    return {{.law = LawHas::kError, .seen = SeenIs::kOther, .error_class = law.error_class},
            law.error->offset};
  }
  const std::vector<LawItem> items = items_of(machine, units, is_utf16(operation));
  if (refuses) return parting_of_refusals(items, operation, law, seen);
  std::size_t at = 0;
  while (at < items.size() && at < seen.count && items[at].value == seen.value(at)) ++at;
  return {difference_of_values(items, seen, law.replacement, at),
          at < items.size() ? items[at].from : units.size()};
}

Difference find_difference(const Machine& machine, ByteView units, Operation operation,
                           const Expectation& law, const Observation& seen) {
  return find_parting(machine, units, operation, law, seen).difference;
}

}  // namespace placemat
