#include "harness/spec/reference.h"

#include <algorithm>

#include "harness/spec/encode.h"

namespace placemat {
namespace {

// Does `form` match at the start of `rest`? Only WTF-8 looks back: a low
// surrogate must not directly follow a high one.
bool allowed(const Form& form, Context before) {
  return !(before == Context::kHighSurrogate && form.context == Context::kLowSurrogate);
}

// The number of units of `rest` that match a prefix of `form`.
std::size_t units_in_common(const Form& form, ByteView rest) {
  std::size_t n = 0;
  while (n < form.length && n < rest.size() && form.units[n].contains(rest[n])) ++n;
  return n;
}

// The item at the start of `rest`: a whole form, or (D93b) the longest code
// unit subsequence that is the start of a well-formed sequence; 0 units when
// the first unit begins no sequence.
struct LongestMatch {
  const Form* form = nullptr;
  std::size_t begun = 0;
};

LongestMatch read(const Dialect& dialect, ByteView rest, Context before) {
  LongestMatch reading;
  for (const Form& form : dialect.forms) {
    if (!allowed(form, before)) continue;
    const std::size_t n = units_in_common(form, rest);
    if (n == form.length) return {&form, n};
    reading.begun = std::max(reading.begun, n);
  }
  return reading;
}

// Does the input begin with the dialect's sequence for U+FEFF?
bool begins_with_bom(const Dialect& dialect, ByteView bytes) {
  const std::optional<Bytes> bom = encode(dialect, 0xFEFF);
  return bom && bytes.size() >= bom->size() && std::ranges::equal(*bom, bytes.first(bom->size()));
}

std::size_t announced(const Dialect& dialect, Swallow swallow, std::uint8_t lead) {
  switch (swallow) {
    case Swallow::kNothing:
      return 0;
    case Swallow::kAnnounced:
      return dialect.announces(lead);
    case Swallow::kAnnouncedOf1993:
      return announced_of_1993(lead);
  }
  return 0;
}

bool is_swallowed(const Dialect& dialect, Swallow swallow, std::uint8_t unit) {
  return swallow == Swallow::kAnnounced ? dialect.is_trailing(unit) : unit >= 0x80 && unit <= 0xBF;
}

// The number of units at the start of `rest` that the policy treats as one
// ill-formed subsequence; `subpart` of them are the maximal subpart.
std::size_t taken(const Dialect& dialect, const Policy& policy, ByteView rest,
                  std::size_t subpart) {
  const std::size_t limit = std::min(announced(dialect, policy.swallow, rest[0]), rest.size());
  std::size_t n = subpart;
  while (n < limit && is_swallowed(dialect, policy.swallow, rest[n])) ++n;
  return n;
}

std::size_t replacements(const Policy& policy, std::size_t subpart, bool in_run) {
  switch (policy.count) {
    case Policy::Count::kNone:
      return 0;
    case Policy::Count::kPerSubpart:
      return 1;
    case Policy::Count::kPerUnit:
      return subpart;
    case Policy::Count::kPerRun:
      return in_run ? 0 : 1;
  }
  return 0;
}

}  // namespace

void reference_decode(ByteView bytes, const Profile& profile, Answer& answer) {
  const Dialect& table = dialect(profile.dialect);
  const Policy& rule = policy(profile.policy);
  answer.values.clear();
  answer.error.reset();
  answer.values_before_error = 0;

  std::size_t at = 0;
  Context before = Context::kNone;
  bool in_run = false;  // the item before was ill-formed
  while (at < bytes.size()) {
    const ByteView rest = bytes.subspan(at);
    const auto [form, prefix] = read(table, rest, before);
    if (form != nullptr) {
      const bool is_stripped =
          at == 0 && profile.bom == Bom::kStripLeading && begins_with_bom(table, bytes);
      if (!is_stripped) answer.values.push_back(form->value(rest.first(form->length)));
      at += form->length;
      before = form->context;
      in_run = false;
      continue;
    }
    const std::size_t subpart = std::max<std::size_t>(prefix, 1);
    if (!answer.error) {
      answer.error = IllFormed{at, subpart, prefix == rest.size()};
      answer.values_before_error = answer.values.size();
    }
    if (rule.stops) return;
    answer.values.insert(answer.values.end(), replacements(rule, subpart, in_run),
                         rule.replacement);
    at += taken(table, rule, rest, subpart);
    before = Context::kNone;
    in_run = true;
  }
  if (!answer.error) answer.values_before_error = answer.values.size();
}

Answer reference_decode(ByteView bytes, const Profile& profile) {
  Answer answer;
  reference_decode(bytes, profile, answer);
  return answer;
}

}  // namespace placemat
