#include "harness/corpus/outcome.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "harness/bytes/error.h"
#include "harness/decoder/raw_unit.h"
#include "harness/spec/reference.h"

namespace placemat {
namespace {

// The shortest run of equal items that is written with a repeat count.
constexpr std::size_t kShortestRun = 8;

// The number of code units of a well-formed sequence (Table 3-6).
std::size_t units_of(std::uint64_t value) {
  if (value < 0x80) return 1;
  if (value < 0x800) return 2;
  return value < 0x10000 ? 3 : 4;
}

std::size_t announced(Swallow swallow, std::uint8_t lead) {
  switch (swallow) {
    case Swallow::kNothing:
      return 0;
    case Swallow::kAnnounced:
      return dialect(DialectId::kUtf8).announces(lead);
    case Swallow::kAnnouncedOf1993:
      return announced_of_1993(lead);
  }
  return 0;
}

bool is_continuation(std::uint8_t unit) { return unit >= 0x80 && unit <= 0xBF; }

std::size_t replacements(Policy::Count count, std::size_t length, bool in_run) {
  switch (count) {
    case Policy::Count::kNone:
      return 0;
    case Policy::Count::kPerSubpart:
      return 1;
    case Policy::Count::kPerUnit:
      return length;
    case Policy::Count::kPerRun:
      return in_run ? 0 : 1;
  }
  return 0;
}

// The index after errors[first] and the errors that the policy merges with it.
// A continuation unit after an error is an error of one unit.
std::size_t behind(const Policy& policy, std::span<const Extent> errors, std::size_t first,
                   ByteView units) {
  const std::size_t end =
      errors[first].offset + announced(policy.swallow, units[errors[first].offset]);
  std::size_t at = errors[first].offset + errors[first].length;
  std::size_t next = first + 1;
  for (; next < errors.size() && errors[next].offset == at; ++next, ++at) {
    if (at >= end || !is_continuation(units[at])) break;
  }
  return next;
}

// Reads numbers from a text and reports where one was expected.
class Numbers {
 public:
  Numbers(std::string_view text, std::string_view what)
      : text_(text), at_(text.data()), what_(what) {}

  // Blanks separate items; is there another item?
  bool has_item() {
    while (at_ != end() && *at_ == ' ') ++at_;
    item_ = at_;
    return at_ != end();
  }
  std::uint64_t number(int base) {
    std::uint64_t value = 0;
    const auto [next, error] = std::from_chars(at_, end(), value, base);
    if (error != std::errc{}) refuse();
    at_ = next;
    return value;
  }
  bool take(char c) {
    if (at_ == end() || *at_ != c) return false;
    ++at_;
    return true;
  }
  // "*63" or nothing, and the end of the item.
  std::size_t times(std::size_t most) {
    const std::uint64_t count = take('*') ? number(10) : 1;
    if (count == 0 || count > most || (at_ != end() && *at_ != ' ')) refuse();
    return count;
  }
  [[noreturn]] void refuse() const {
    throw InputError(fmt::format("column {}: {}, at most {} in all", item_ - text_.data() + 1,
                                 what_, kMaxVectorUnits));
  }

 private:
  const char* end() const { return text_.data() + text_.size(); }

  std::string_view text_;
  const char* at_;
  const char* item_ = nullptr;
  std::string_view what_;
};

}  // namespace

VectorOutcome outcome_of(ByteView units) {
  VectorOutcome outcome;
  for (std::size_t at = 0;;) {
    const Answer answer =
        reference_decode(units.subspan(at), {DialectId::kUtf8, PolicyId::kReject, Bom::kKeep});
    outcome.values.insert(outcome.values.end(), answer.values.begin(), answer.values.end());
    if (!answer.error) return outcome;
    outcome.errors.push_back({at + answer.error->offset, answer.error->length});
    outcome.incomplete = answer.error->at_end;
    at += answer.error->offset + answer.error->length;
  }
}

std::vector<std::uint64_t> values_under(const Policy& policy, const VectorOutcome& outcome,
                                        ByteView units) {
  std::vector<std::uint64_t> emitted;
  std::size_t at = 0;  // everything before it is done
  auto value = outcome.values.begin();
  const auto emit_until = [&](std::size_t offset) {
    for (; at < offset && value != outcome.values.end(); ++value) {
      emitted.push_back(*value);
      at += units_of(*value);
    }
  };
  for (std::size_t i = 0; i < outcome.errors.size();) {
    const auto [offset, length] = outcome.errors[i];
    const bool in_run = i > 0 && offset == at;
    emit_until(offset);
    if (policy.stops) return emitted;
    emitted.insert(emitted.end(), replacements(policy.count, length, in_run), policy.replacement);
    i = behind(policy, outcome.errors, i, units);
    at = outcome.errors[i - 1].offset + outcome.errors[i - 1].length;
  }
  emit_until(units.size());
  return emitted;
}

std::string values_to_text(std::span<const std::uint64_t> values) {
  std::string out;
  for (std::size_t at = 0; at < values.size();) {
    std::size_t run = 1;
    while (at + run < values.size() && values[at + run] == values[at]) ++run;
    if (run < kShortestRun) run = 1;
    if (!out.empty()) out += ' ';
    out += value_to_text(values[at]);
    if (run > 1) out += fmt::format("*{}", run);
    at += run;
  }
  return out;
}

std::vector<std::uint64_t> parse_values(std::string_view text) {
  std::vector<std::uint64_t> values;
  Numbers numbers(text, "not a value; values are hex numbers as in \"61*63 FFFD\"");
  while (numbers.has_item()) {
    const std::uint64_t value = numbers.number(16);
    values.insert(values.end(), numbers.times(kMaxVectorUnits - values.size()), value);
  }
  return values;
}

std::string extents_to_text(std::span<const Extent> extents) {
  std::string out;
  for (std::size_t at = 0; at < extents.size();) {
    const auto [offset, length] = extents[at];
    std::size_t run = 1;
    while (at + run < extents.size() &&
           extents[at + run] == Extent{offset + run * length, length}) {
      ++run;
    }
    if (run < kShortestRun) run = 1;
    out += fmt::format("{}{}+{}", out.empty() ? "" : " ", offset, length);
    if (run > 1) out += fmt::format("*{}", run);
    at += run;
  }
  return out;
}

std::vector<Extent> parse_extents(std::string_view text) {
  std::vector<Extent> extents;
  Numbers numbers(text, "not an extent; an extent is OFFSET+LENGTH as in \"1+2 3+1*63\"");
  while (numbers.has_item()) {
    const std::size_t offset = numbers.number(10);
    if (!numbers.take('+')) numbers.refuse();
    const std::size_t length = numbers.number(10);
    if (offset > kMaxVectorUnits || length > kMaxVectorUnits) numbers.refuse();
    const std::size_t count = numbers.times(kMaxVectorUnits - extents.size());
    for (std::size_t i = 0; i < count; ++i) extents.push_back({offset + i * length, length});
  }
  return extents;
}

}  // namespace placemat
