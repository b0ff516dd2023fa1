#include "harness/campaign/explain_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/spec/reference.h"

namespace placemat {
namespace {

// ---- parts ----

ErrorClass error_class_of_part(ByteView rest, const IllFormed& error, const Dialect& dialect) {
  if (error.at_end) return ErrorClass::kTruncated;
  const bool begins_something = std::ranges::any_of(
      dialect.forms, [&](const Form& form) { return form.units[0].contains(rest[0]); });
  if (!begins_something) return classify_error({}, rest[0]);
  return classify_error(rest.first(error.length), rest[error.length]);
}

bool is_foreign(ByteView subpart, const Dialect& dialect) {
  static const Dialect& utf8 = placemat::dialect(DialectId::kUtf8);
  const auto begins_in = [&](const Dialect& d) {
    return std::ranges::any_of(
        d.forms, [&](const Form& form) { return form.units[0].contains(subpart[0]); });
  };
  return subpart.size() == 1 && begins_in(utf8) && !begins_in(dialect);
}

// `bytes` is well-formed.
void split_sequences(ByteView bytes, std::size_t offset, const Dialect& dialect,
                     std::vector<Part>& parts) {
  while (!bytes.empty()) {
    const auto form = std::ranges::find_if(dialect.forms, [&](const Form& f) {
      return f.length <= bytes.size() && f.matches(bytes.first(f.length));
    });
    const std::size_t length = form->length;
    parts.push_back({offset, length, form->value(bytes.first(length))});
    bytes = bytes.subspan(length);
    offset += length;
  }
}

// ---- the path ----

// All of a class where it is short, else the range that holds the unit, with a plus for the others.
std::string class_text(const std::vector<std::uint8_t>& units, std::uint8_t unit) {
  constexpr std::size_t kMostShown = 9;  // "80..8F C0"
  std::string all, own;
  for (std::size_t i = 0; i < units.size();) {
    std::size_t n = 1;
    while (i + n < units.size() && units[i + n] == units[i] + n) ++n;
    const std::string run = range_in_hex(units[i], units[i + n - 1]);
    if (unit >= units[i] && unit <= units[i + n - 1]) own = run;
    all += (all.empty() ? "" : " ") + run;
    i += n;
  }
  return all.size() <= kMostShown ? all : own == all ? all : own + " +";
}

std::optional<Step::Reach> reach_of(ByteView begun, const Dialect& dialect) {
  std::optional<Step::Reach> reach;
  for (const Form& form : dialect.forms) {
    const bool fits =
        begun.size() < form.length &&
        std::ranges::equal(
            begun, std::span(form.units).first(begun.size()),
            [](std::uint8_t unit, const Range& range) { return range.contains(unit); });
    if (!fits) continue;
    std::uint64_t lowest = form.lowest, highest = form.lowest;
    for (std::size_t i = 0; i < form.length; ++i) {
      const Range range = form.units[i];
      const bool known = i < begun.size();
      lowest += form.weights[i] * (known ? static_cast<std::uint64_t>(begun[i] - range.first) : 0);
      highest += form.weights[i] *
                 static_cast<std::uint64_t>((known ? begun[i] : range.last) - range.first);
    }
    if (!reach) reach = Step::Reach{lowest, highest};
    reach = Step::Reach{std::min(reach->lowest, lowest), std::max(reach->highest, highest)};
  }
  return reach;
}

class Tracer {
 public:
  Tracer(ByteView bytes, const Profile& profile)
      : bytes_(bytes),
        profile_(profile),
        machine_(machine(profile)),
        parts_(parts_of(bytes, dialect(profile.dialect))) {}

  std::vector<Step> walk() {
    std::vector<Step> steps;
    Machine::State state = Machine::kStart;
    std::uint64_t accumulator = 0;
    for (std::size_t at = 0; at <= bytes_.size(); ++at) {
      steps.push_back(step(at, state, accumulator));
      state = steps.back().to;
      accumulator = steps.back().accumulator;
    }
    return steps;
  }

 private:
  Step step(std::size_t at, Machine::State from, std::uint64_t accumulator) const {
    const bool is_end = at == bytes_.size();
    const std::size_t symbol = is_end ? Machine::kEnd : bytes_[at];
    const Transition& t = machine_.at(from, symbol);
    Step step{at, symbol, from, is_end ? from : t.next, name(from, at), {}, {}, 0};
    step.accumulator = (t.restart ? 0 : accumulator) + t.add;
    step.emitted.assign(t.replacements, machine_.replacement());
    if (t.emits) step.emitted.push_back(step.accumulator);
    if (t.error_length > 0) step.error_classes = error_classes_at(at, t);
    if (is_end) return step;
    step.class_text = class_text(machine_.classes()[machine_.class_of(bytes_[at])], bytes_[at]);
    step.after = name(t.next, at + 1);
    const std::size_t pending = machine_.pending(t.next);
    if (pending > 0) {
      step.reach = reach_of(bytes_.subspan(at + 1 - pending, pending), dialect(profile_.dialect));
    }
    return step;
  }

  // The machine names a state by one path to it; a reader wants the path that was taken. `end` is
  // the offset behind the last unit read.
  std::string name(Machine::State state, std::size_t end) const {
    constexpr std::size_t kMostShown = 4;
    const std::string& generic = machine_.name(state);
    const std::size_t pending = machine_.pending(state);
    if (pending == 0) return generic;
    const std::string begun = pending <= kMostShown
                                  ? to_spaced_hex(bytes_.subspan(end - pending, pending))
                                  : fmt::format("{} units", pending);
    const std::size_t next = generic.find(", next ");
    return "after " + begun + (next == std::string::npos ? "" : generic.substr(next));
  }

  // The machine reports the first of two subparts that one unit ends: the sequence that the unit
  // cannot continue. The unit itself is the second when it begins no sequence.
  std::vector<ErrorClass> error_classes_at(std::size_t at, const Transition& t) const {
    std::vector<ErrorClass> error_classes{t.error_class};
    const Policy& p = policy(profile_.policy);
    const bool is_offered_again =
        t.error_back > t.error_length && !p.stops && p.swallow == Swallow::kNothing;
    const auto own = std::ranges::find_if(
        parts_, [&](const Part& part) { return part.offset == at && !part.value; });
    if (is_offered_again && own != parts_.end() && own->length == 1 &&
        machine_.pending(t.next) == 0) {
      error_classes.push_back(own->error_class);
    }
    return error_classes;
  }

  ByteView bytes_;
  const Profile& profile_;
  const Machine& machine_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<Part> parts_of(ByteView bytes, const Dialect& dialect) {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < bytes.size();) {
    const ByteView rest = bytes.subspan(at);
    const Answer answer = reference_decode(rest, {dialect.id, PolicyId::kReject, Bom::kKeep});
    const std::size_t good = answer.error ? answer.error->offset : rest.size();
    split_sequences(rest.first(good), at, dialect, parts);
    at += good;
    if (!answer.error) break;
    const ByteView bad = bytes.subspan(at, answer.error->length);
    parts.push_back({at, bad.size(), std::nullopt,
                     error_class_of_part(bytes.subspan(at), *answer.error, dialect),
                     is_foreign(bad, dialect)});
    at += bad.size();
  }
  return parts;
}

std::vector<Step> trace(ByteView bytes, const Profile& profile) {
  return Tracer(bytes, profile).walk();
}

}  // namespace placemat
