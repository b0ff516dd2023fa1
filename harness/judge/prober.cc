#include "harness/judge/prober.h"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/generate/state_unit.h"

namespace placemat {
Prober::Prober(Judge& judge)
    : judge_(judge),
      machine_(judge.law().machine()),
      access_(access_strings(judge.law().machine())) {}

bool Prober::is_faulty(Operation operation, const CauseFeature& feature) {
  const auto [place, is_new] = known_.try_emplace({operation, feature});
  if (is_new) place->second = only_fails(operation, feature);
  return place->second;
}

bool Prober::is_read_as(Operation operation, std::uint8_t unit, std::uint8_t other) {
  return std::ranges::all_of(access_, [&](const Bytes& access) {
    Bytes right = access;
    right.push_back(other);
    const std::array<Bytes, 3> suffixes{Bytes{}, Bytes{'A'}, completion_of(right)};
    return std::ranges::all_of(suffixes, [&](const Bytes& suffix) {
      if (judge_.is_slow(operation)) return false;
      Bytes units = right;
      units.insert(units.end(), suffix.begin(), suffix.end());
      Check check{units, plain(operation)};
      check.units[access.size()] = unit;
      return judge_.answers_like(check, units);
    });
  });
}

// The number of values of the decoder; of a strict operation, whether it accepts the check.
std::size_t Prober::values_of(const Check& check) {
  const std::size_t room = 2 * check.units.size() + 2 * PLACEMAT_MAX_SEQUENCE;
  const Observation seen = judge_.caller().call({check.units, check.how, room});
  const Operation operation = check.how.operation;
  if (seen.outcome != Observation::Outcome::kAnswered) return 0;
  if (!is_lossy(operation)) return seen.status == PLACEMAT_OK && !is_length(operation) ? 1 : 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < seen.count; ++i) {
    const bool is_second =
        is_utf16(operation) && seen.value(i) >= 0xDC00 && seen.value(i) <= 0xDFFF;
    count += is_second ? 0 : 1;
  }
  return count;
}

// The last unit that a lead takes along does not have a value of its own, as each unit behind it.
std::size_t Prober::lead_length(const Check& check) {
  constexpr std::size_t kLongest = 8;
  const std::uint8_t lead = check.units.at(0);
  // A continuation unit that is read as a lead is classified like another unit.
  const bool is_lead = lead >= 0xC0 && machine_.at(Machine::kStart, lead).error_length > 0;
  if (!is_lead) return 0;
  Check longer{{lead}, plain(check.how.operation)};
  const bool is_strict_one = !is_lossy(check.how.operation);
  std::size_t before = values_of(longer), taken = before != 0 && is_strict_one ? 1 : 0;
  std::size_t law_before = judge_.law().about(longer.units).values.size(), law_taken = 0;
  for (std::size_t i = 1; i <= kLongest; ++i) {
    const bool is_given = i < check.units.size() && (check.units[i] & 0xC0) == 0x80;
    longer.units.push_back(is_given ? check.units[i] : 0x80);
    const std::size_t now = values_of(longer);
    const std::size_t law_now = judge_.law().about(longer.units).values.size();
    if (is_strict_one ? now != 0 : now != before + 1) taken = i + 1;
    if (law_now != law_before + 1) law_taken = i + 1;
    before = now, law_before = law_now;
  }
  return taken > kLongest || (!is_strict_one && taken == law_taken) ? 0 : taken;
}

bool Prober::leads_astray(Operation operation, const CauseFeature& feature) {
  if (!feature.item.empty() || feature.symbol == Machine::kEnd) return false;
  const auto [place, is_new] = astray_.try_emplace({operation, feature});
  if (is_new) place->second = all_completions_fail(operation, feature);
  return place->second;
}

bool Prober::all_completions_fail(Operation operation, const CauseFeature& feature) {
  Bytes core = access_[feature.state];
  core.push_back(static_cast<std::uint8_t>(feature.symbol));
  for (const bool from_above : {false, true}) {
    const Bytes rest = completion_of(core, from_above);
    if (rest.empty() || judge_.is_slow(operation)) return false;
    const Bytes letter{'A'};
    for (const Bytes& before : {Bytes{}, letter}) {
      for (const Bytes& behind : {Bytes{}, letter}) {
        Check check{before, plain(operation)};
        for (const Bytes& more : {core, rest, behind}) {
          check.units.insert(check.units.end(), more.begin(), more.end());
        }
        if (!judge_.fails(check)) return false;
      }
    }
  }
  return true;
}

bool Prober::only_fails(Operation operation, const CauseFeature& feature) {
  Bytes core = feature.item.empty() ? access_[feature.state] : feature.item;
  const bool at_end = feature.item.empty() && feature.symbol == Machine::kEnd;
  if (feature.item.empty() && !at_end) core.push_back(static_cast<std::uint8_t>(feature.symbol));
  std::vector<Bytes> suffixes{{}};
  if (!at_end) {
    suffixes.push_back({'A'});
    if (const Bytes rest = completion_of(core); !rest.empty()) suffixes.push_back(rest);
  }
  bool fails = false;
  for (const bool behind_letter : {false, true}) {
    for (const Bytes& suffix : suffixes) {
      Check check{behind_letter ? Bytes{'A'} : Bytes{}, plain(operation)};
      check.units.insert(check.units.end(), core.begin(), core.end());
      check.units.insert(check.units.end(), suffix.begin(), suffix.end());
      if (judge_.is_slow(operation)) return false;
      if (judge_.passes(check)) return false;
      fails = fails || judge_.fails(check);
    }
  }
  return fails;
}

// The shortest units that make the open sequence well-formed, the smallest or the greatest.
Bytes Prober::completion_of(ByteView units, bool from_above) const {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t unit : units) state = machine_.at(state, unit).next;
  Bytes rest;
  while (machine_.pending(state) > 0 && rest.size() < PLACEMAT_MAX_SEQUENCE) {
    std::optional<std::uint8_t> next;
    for (unsigned unit = 0; unit <= 0xFF && (from_above || !next); ++unit) {
      const auto one = static_cast<std::uint8_t>(unit);
      if (machine_.at(state, one).error_length == 0) next = one;
    }
    if (!next) break;
    rest.push_back(*next);
    state = machine_.at(state, *next).next;
  }
  return rest;
}

}  // namespace placemat
