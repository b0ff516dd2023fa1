#include "harness/judge/expectation.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/decoder/raw_unit.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

constexpr std::size_t kMostShown = 24;

bool claims(const Decoder& decoder, std::uint32_t claim) { return (decoder.claims & claim) != 0; }

// Does not stop at a difference: nearly all values agree, and the compiler can then
// compare many at a time.
template <class Law, class Seen>
bool starts_with(std::span<const Law> law, const Seen* seen, std::size_t count) {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < count; ++i) difference |= std::uint64_t{seen[i]} ^ law[i];
  return difference == 0;
}

bool are_prefix(Operation operation, const Expectation& law, const Observation& seen,
                std::size_t count) {
  if (is_utf16(operation)) {
    return starts_with(law.utf16, static_cast<const std::uint16_t*>(seen.values), count);
  }
  if (seen.bits == 64) {
    return starts_with(law.values, static_cast<const std::uint64_t*>(seen.values), count);
  }
  return starts_with(law.values, static_cast<const std::uint32_t*>(seen.values), count);
}

std::vector<std::uint64_t> joined(const Observation& seen) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < seen.count; ++i) values.push_back(seen.value(i));
  return join_surrogates(values);
}

// True when the first `count` values are right and, with `all`, complete. In a dialect
// that joins surrogates, a pair and its code point are equivalent.
bool values_agree(Operation operation, const Expectation& law, const Observation& seen,
                  std::size_t expected, bool all) {
  if (all ? seen.count == expected : seen.count <= expected) {
    if (are_prefix(operation, law, seen, seen.count)) return true;
  }
  if (!law.joins || is_utf16(operation)) return false;
  const auto ours = join_surrogates(law.values.first(expected));
  auto theirs = joined(seen);
  if (all) return ours == theirs;
  // A list that ends early may end inside of a pair.
  if (!theirs.empty() && theirs.size() <= ours.size()) {
    const std::uint64_t whole = ours[theirs.size() - 1];
    if (whole > 0xFFFF && theirs.back() == high_surrogate(whole)) theirs.pop_back();
  }
  return theirs.size() <= ours.size() && std::equal(theirs.begin(), theirs.end(), ours.begin());
}

bool error_agrees(const Decoder& decoder, const IllFormed& error, const Observation& seen) {
  if (claims(decoder, PLACEMAT_CLAIM_INCOMPLETE) &&
      (seen.status == PLACEMAT_INCOMPLETE) != error.at_end) {
    return false;
  }
  const auto is_right = [&](std::uint32_t claim, std::size_t stated, std::size_t right) {
    if (!claims(decoder, claim) || stated == right) return true;
    return stated == PLACEMAT_UNKNOWN && claims(decoder, kClaimsWhatIsStated);
  };
  return is_right(PLACEMAT_CLAIM_OFFSET, seen.error_offset, error.offset) &&
         is_right(PLACEMAT_CLAIM_LENGTH, seen.error_length, error.length);
}

// An answer without an error states no place of one.
bool states_no_error(const Decoder& decoder, const Observation& seen) {
  return (!claims(decoder, PLACEMAT_CLAIM_OFFSET) || seen.error_offset == PLACEMAT_UNKNOWN) &&
         (!claims(decoder, PLACEMAT_CLAIM_LENGTH) || seen.error_length == PLACEMAT_UNKNOWN);
}

bool strict_agrees(const Decoder& decoder, Operation operation, const Expectation& law,
                   const Observation& seen, std::size_t expected) {
  if (law.is_well_formed()) {
    return seen.status == PLACEMAT_OK && values_agree(operation, law, seen, expected, true) &&
           states_no_error(decoder, seen);
  }
  return (seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE) &&
         error_agrees(decoder, *law.error, seen) &&
         values_agree(operation, law, seen, expected, false);
}

bool short_capacity_agrees(const Decoder& decoder, Operation operation, std::size_t capacity,
                           const Expectation& law, const Observation& seen, std::size_t expected) {
  if (seen.count > capacity || !values_agree(operation, law, seen, expected, false)) {
    return false;
  }
  if (seen.status == PLACEMAT_NO_CAPACITY) return true;
  // Joined pairs need less room.
  if (law.joins && seen.status == PLACEMAT_OK) {
    return (law.is_well_formed() || !is_strict(operation)) &&
           values_agree(operation, law, seen, expected, true);
  }
  // A strict decoder that validates the whole input first may know more.
  const bool refuses = seen.status == PLACEMAT_ILL_FORMED || seen.status == PLACEMAT_INCOMPLETE;
  return is_strict(operation) && refuses && !law.is_well_formed() &&
         error_agrees(decoder, *law.error, seen);
}

// Up to kMostShown values from `from` on, and how many there are.
std::string list(const auto& value_at, std::size_t count, std::size_t from = 0) {
  std::string out = from > 0 ? fmt::format("({} values) ...", from) : std::string();
  const std::size_t end = std::min(count, from + kMostShown);
  for (std::size_t i = from; i < end; ++i) {
    out += (out.empty() ? "" : " ") + value_to_text(value_at(i));
  }
  if (count > end) out += fmt::format(" ... ({} values)", count);
  return out.empty() ? "nothing" : out;
}

// The first value to show of two long lists: shortly before they differ.
std::size_t first_shown(const auto& ours, std::size_t our_count, const auto& theirs,
                        std::size_t their_count) {
  constexpr std::size_t kBefore = 4;
  if (std::max(our_count, their_count) <= kMostShown) return 0;
  std::size_t same = 0;
  while (same < std::min(our_count, their_count) && ours(same) == theirs(same)) ++same;
  return same > kMostShown / 2 ? same - kBefore : 0;
}

std::string at(std::size_t offset, std::size_t length) {
  const std::string where =
      offset == PLACEMAT_UNKNOWN ? std::string() : fmt::format(" at {}", offset);
  return length == PLACEMAT_UNKNOWN ? where : fmt::format("{}, length {}", where, length);
}

std::string describe_from(std::size_t from, const Decoder& decoder, Operation operation,
                          const Expectation& law) {
  if (operation == Operation::kValidate) return law.is_well_formed() ? "well-formed" : "ill-formed";
  if (is_length(operation)) {
    return fmt::format("{} values", is_utf16(operation) ? law.utf16.size() : law.values.size());
  }
  if (is_strict(operation) && !law.is_well_formed()) {
    const std::size_t offset =
        claims(decoder, PLACEMAT_CLAIM_OFFSET) ? law.error->offset : PLACEMAT_UNKNOWN;
    const std::size_t length =
        claims(decoder, PLACEMAT_CLAIM_LENGTH) ? law.error->length : PLACEMAT_UNKNOWN;
    const bool tells_incomplete = claims(decoder, PLACEMAT_CLAIM_INCOMPLETE) && law.error->at_end;
    return (tells_incomplete ? "incomplete" : "ill-formed") + at(offset, length);
  }
  const std::string values = list([&](std::size_t i) { return due_value(operation, law, i); },
                                  is_utf16(operation) ? law.utf16.size() : law.values.size(), from);
  return is_strict(operation) ? "well-formed: " + values : values;
}

std::string in_function(const Observation& seen) {
  return *seen.function != '\0' ? fmt::format(" in {}", seen.function) : std::string();
}

std::string describe_from(std::size_t from, Operation operation, const Observation& seen) {
  switch (seen.outcome) {
    case Observation::Outcome::kUnsupported:
      return "unsupported";
    case Observation::Outcome::kOverRead:
      return fmt::format("a read {}{}", seen.note, in_function(seen));
    case Observation::Outcome::kOverWrite:
      return fmt::format("a write {}{}", seen.note, in_function(seen));
    case Observation::Outcome::kCrash:
      return (*seen.note != '\0' ? seen.note : fmt::format("signal {}", seen.signal)) +
             in_function(seen);
    case Observation::Outcome::kHang:
      return (*seen.note != '\0' ? seen.note : "no answer within the time limit") +
             in_function(seen);
    case Observation::Outcome::kBroken:
    case Observation::Outcome::kExhausted:
    case Observation::Outcome::kCorruptedProcess:
    case Observation::Outcome::kBrokeProtocol:
      return seen.note;
    case Observation::Outcome::kAnswered:
      break;
  }
  if (operation == Operation::kValidate) {
    return seen.status == PLACEMAT_OK ? "well-formed" : "ill-formed";
  }
  if (is_length(operation)) return fmt::format("{} values", seen.count);
  const std::string values = list([&](std::size_t i) { return seen.value(i); }, seen.count, from);
  switch (seen.status) {
    case PLACEMAT_OK:
      return is_strict(operation) ? "well-formed: " + values : values;
    case PLACEMAT_ILL_FORMED:
      return "ill-formed" + at(seen.error_offset, seen.error_length);
    case PLACEMAT_INCOMPLETE:
      return "incomplete" + at(seen.error_offset, seen.error_length);
    case PLACEMAT_NO_CAPACITY:
      return fmt::format("no capacity after {} values", seen.count);
    default:
      return fmt::format("status {}, which does not exist", seen.status);
  }
}

}  // namespace

Law::Law(const Profile& profile, bool wants_utf16)
    : machine_(placemat::machine(profile)), walker_(machine_), wants_utf16_(wants_utf16) {
  expectation_.stops = policy(profile.policy).stops;
  expectation_.joins = dialect(profile.dialect).joins_surrogates;
  expectation_.replacement = machine_.replacement();
}

const Expectation& Law::about(ByteView bytes) {
  values_of(bytes);
  add_utf16();
  return expectation_;
}

const Expectation& Law::values_of(ByteView bytes) {
  walker_.decode(bytes, expectation_);
  lacks_utf16_ = wants_utf16_;
  return expectation_;
}

void Law::add_utf16() {
  if (lacks_utf16_) fill_utf16();
  lacks_utf16_ = false;
}

void Law::fill_utf16() {
  Expectation& e = expectation_;
  if (utf16_.size() < 2 * e.values.size()) utf16_.resize(4 * e.values.size());
  std::size_t n = 0;
  e.has_utf16 = true;
  for (std::size_t i = 0; i < e.values.size(); ++i) {
    if (i == e.values_before_error) e.utf16_before = n;
    const std::uint64_t value = e.values[i];
    if (value > 0xFFFF) {
      e.has_utf16 = e.has_utf16 && value <= kMaxScalar;
      utf16_[n++] = high_surrogate(value);
      utf16_[n++] = low_surrogate(value);
    } else {
      utf16_[n++] = static_cast<std::uint16_t>(value);
    }
  }
  if (e.values_before_error == e.values.size()) e.utf16_before = n;
  e.utf16 = std::span(utf16_).first(n);
}

bool agrees(const Decoder& decoder, Operation operation, std::size_t capacity,
            const Expectation& law, const Observation& seen) {
  if (!is_comparable(operation, law, seen)) return true;
  if (seen.outcome != Observation::Outcome::kAnswered) return false;
  if (operation == Operation::kValidate) {
    return (seen.status == PLACEMAT_OK) == law.is_well_formed();
  }
  if (operation == Operation::kLength32) {
    return seen.count == law.values.size() ||
           (law.joins && seen.count == join_surrogates(law.values).size());
  }
  if (operation == Operation::kLength16) return seen.count == law.utf16.size();
  const std::size_t expected = needed(operation, law);
  if (!is_stream(operation) && capacity < expected) {
    return short_capacity_agrees(decoder, operation, capacity, law, seen, expected);
  }
  if (is_strict(operation)) return strict_agrees(decoder, operation, law, seen, expected);
  return seen.status == PLACEMAT_OK && values_agree(operation, law, seen, expected, true);
}

std::string describe(const Decoder& decoder, Operation operation, const Expectation& law) {
  return describe_from(0, decoder, operation, law);
}

std::string describe(Operation operation, const Observation& seen) {
  return describe_from(0, operation, seen);
}

BothAnswers describe_both(const Decoder& decoder, Operation operation, const Expectation& law,
                          const Observation& seen) {
  std::size_t from = 0;
  if (seen.outcome == Observation::Outcome::kAnswered && is_decoding(operation)) {
    from = first_shown([&](std::size_t i) { return due_value(operation, law, i); },
                       is_utf16(operation) ? law.utf16.size() : law.values.size(),
                       [&](std::size_t i) { return seen.value(i); }, seen.count);
  }
  return {describe_from(from, decoder, operation, law), describe_from(from, operation, seen)};
}

}  // namespace placemat
