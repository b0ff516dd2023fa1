#include "harness/judge/difference.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <optional>

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

bool is_error(const LawItem& item) { return item.error_class != ErrorClass::kNone; }

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
  if (!is_error(item)) {
    d.value_class = class_of(item.value);
    d.length = item.length;
  } else {
    d.law = LawHas::kError;
    if (seen == SeenIs::kOther) d.error_class = item.error_class;
  }
  return d;
}

// The agreement of all that is left.
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

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
  return both_end ? kAll : n;
}

// The items around `at` that the law gives the replacement for: errors that follow each other, and
// each U+FFFD of the text between them, which looks like one.
struct Run {
  std::size_t begin, end;
  bool has_error;
};
Run run_around(const std::vector<LawItem>& items, std::size_t at, std::uint64_t replacement) {
  const auto is_outside = [&](const LawItem& item) { return item.value != replacement; };
  const auto here = items.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = std::find_if(here, items.end(), is_outside);
  const auto begin =
      std::find_if(std::make_reverse_iterator(here), items.rend(), is_outside).base();
  return {static_cast<std::size_t>(begin - items.begin()),
          static_cast<std::size_t>(end - items.begin()), std::any_of(begin, end, is_error)};
}

// True when the observation goes on with what the law has behind `at`, so that what stands
// there is missing. Two values must agree, or all that is left. For an error it takes more,
// because the value that stands for it may look like a later one; and less must agree when one
// value is taken for the error and more units behind it.
bool skips(const std::vector<LawItem>& items, std::size_t at, const Observation& seen) {
  constexpr std::size_t kFar = 8;
  const std::size_t end = std::min(at + kFar, items.size());
  std::size_t missing = 0, replaced = 0;
  for (std::size_t i = at + 1; i < end; ++i) {
    missing = std::max(missing, agreement(items, i, seen, at));
  }
  for (std::size_t i = at + 1; is_error(items[at]) && i <= end; ++i) {
    replaced = std::max(replaced, agreement(items, i, seen, at + 1));
  }
  return missing >= (is_error(items[at]) ? 4 : 2) && missing >= replaced;
}

// The error of a run from `at` on whose units announce the value that `seen` has there, or the pair
// of code units.
std::optional<std::size_t> error_read_as(const std::vector<LawItem>& items, std::size_t at,
                                         const Run& run, ByteView units, const Observation& seen) {
  const auto is_seen = [&](std::uint64_t value) {
    if (seen.value(at) == value) return true;
    return value > 0xFFFF && seen.value(at) == high_surrogate(value) && at + 1 < seen.count &&
           seen.value(at + 1) == low_surrogate(value);
  };
  for (std::size_t i = at; i < run.end; ++i) {
    if (!is_error(items[i])) continue;
    const auto announced = announced_value(units.subspan(items[i].from));
    if (announced && is_seen(*announced)) return i;
  }
  return std::nullopt;
}

// The same within a run of errors, behind a replacement for the first of them: the observation goes
// on with what stands behind the run. Its next value may also be what an error was read as. If an
// error announces that value, the agreement behind the run must be longer than the agreement behind
// that error. If none does, the run wins unless all values agree behind an error, and only there.
bool skips_rest(const std::vector<LawItem>& items, std::size_t at, const Run& run, ByteView units,
                const Observation& seen) {
  const std::size_t missing = agreement(items, run.end, seen, at);
  if (missing == 0) return false;
  std::size_t replaced = 0;
  for (std::size_t i = at + 1; i <= run.end; ++i) {
    replaced = std::max(replaced, agreement(items, i, seen, at + 1));
  }
  if (error_read_as(items, at, run, units, seen)) return missing > replaced;
  return missing >= replaced || replaced != kAll;
}

// The observation has more replacements than the errors before `at`, and goes on with what the law
// has there; it agrees for longer than where one of them stands for that value.
bool has_more(const std::vector<LawItem>& items, std::size_t at, const Observation& seen,
              std::uint64_t replacement) {
  std::size_t behind = at;
  while (behind < seen.count && seen.value(behind) == replacement) ++behind;
  if (behind == at) return false;
  if (at == items.size()) return behind == seen.count;
  return agreement(items, at, seen, behind) > agreement(items, at + 1, seen, behind);
}

// Where `seen` parts from the items, and how.
struct PartingItem {
  Difference difference;
  std::size_t item;
};

// Both are complete lists of values, which are equal up to `at`.
PartingItem parting_of_values(const std::vector<LawItem>& items, ByteView units,
                              const Observation& seen, std::uint64_t replacement, std::size_t at) {
  const bool behind_error = at > 0 && is_error(items[at - 1]);
  if (behind_error && has_more(items, at, seen, replacement)) {
    return {{.law = LawHas::kError, .seen = SeenIs::kMore}, at - 1};
  }
  if (at == items.size()) {
    // All values are right, so that what else it states is wrong.
    if (at == seen.count) return {{.law = LawHas::kEnd, .seen = SeenIs::kMislabelled}, at};
    return {{.law = LawHas::kEnd, .seen = SeenIs::kOther}, at};
  }
  const LawItem& item = items[at];
  const Run run = run_around(items, at, replacement);
  const bool is_within_run = run.has_error && run.begin < at && at < run.end;
  if (is_within_run && (at == seen.count || skips_rest(items, at, run, units, seen))) {
    // Which of the replacements is missing cannot be told.
    return {{.law = LawHas::kError, .seen = SeenIs::kFewer}, at};
  }
  if (at == seen.count || skips(items, at, seen)) {
    // The values of all later items may be missing too.
    return {about(item, is_error(item) && behind_error ? SeenIs::kFewer : SeenIs::kLost), at};
  }
  if (run.has_error) {
    if (const auto read = error_read_as(items, at, run, units, seen))
      return {about(items[*read], SeenIs::kOther), *read};
  }
  if (seen.value(at) != replacement) return {about(item, SeenIs::kOther), at};
  return {about(item, behind_error ? SeenIs::kMore : SeenIs::kReplaced), at};
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
  const auto [difference, item] = parting_of_values(items, units, seen, law.replacement, at);
  return {difference, item < items.size() ? items[item].from : units.size()};
}

std::optional<std::uint64_t> announced_value(ByteView units) {
  const auto length = static_cast<std::size_t>(units.empty() ? 0 : std::countl_one(units[0]));
  if (length < 2 || length > 7 || length > units.size()) return std::nullopt;
  std::uint64_t value = units[0] & (0x7Fu >> length);
  for (const std::uint8_t unit : units.subspan(1, length - 1)) {
    if ((unit & 0xC0) != 0x80) return std::nullopt;
    value = value << 6 | (unit & 0x3Fu);
  }
  return value;
}

Bytes with_plain_values(const Machine& machine, ByteView units) {
  Bytes plain(units.begin(), units.end());
  for (const LawItem& item : items_of(machine, units, false)) {
    // A form that is an error announces a value too: F0 8F BF BD is U+FFFD where it is accepted.
    const auto value = is_error(item) ? announced_value(units.subspan(item.from)) : item.value;
    if (!value) continue;
    const ValueClass of_value = class_of(*value);
    const bool is_special = of_value == ValueClass::kNoncharacter ||
                            of_value == ValueClass::kReplacement || of_value == ValueClass::kBom;
    const auto length = static_cast<std::size_t>(std::countl_one(units[item.from]));
    if (is_special && length >= 3) --plain[item.from + length - 2];
  }
  return plain;
}

Difference find_difference(const Machine& machine, ByteView units, Operation operation,
                           const Expectation& law, const Observation& seen) {
  return find_parting(machine, units, operation, law, seen).difference;
}

}  // namespace placemat
