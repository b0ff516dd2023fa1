#include "harness/judge/trail.h"

#include <algorithm>

#include "harness/generate/items.h"

namespace placemat {

std::strong_ordering operator<=>(const CauseFeature& a, const CauseFeature& b) {
  return std::tie(a.state, a.symbol, a.item) <=> std::tie(b.state, b.symbol, b.item);
}

FeatureClass class_of(const Machine& machine, const CauseFeature& feature) {
  if (!feature.item.empty()) {
    const Answer answer = machine.decode(feature.item);
    const bool is_one = !answer.error && answer.values.size() == 1;
    if (!is_one || !is_noncharacter(answer.values.front())) {
      return {0, 0, ErrorClass::kNone, feature.item};
    }
    return {0, 0, ErrorClass::kNone, Bytes(feature.item.size(), 0)};
  }
  const Transition& t = machine.at(feature.state, feature.symbol);
  if (t.error_length == 0) return {feature.state, t.next, ErrorClass::kNone, {}};
  return {feature.state, 0, t.error_class, {}};
}

Trail trail_of(const Machine& machine, const Machine& items, ByteView units) {
  Trail trail;
  Machine::State state = Machine::kStart;
  for (std::size_t i = 0; i <= units.size(); ++i) {
    const auto symbol = static_cast<std::uint16_t>(i < units.size() ? units[i] : Machine::kEnd);
    const Transition& t = machine.at(state, symbol);
    // The end of a finished input is no transition of interest.
    if (symbol != Machine::kEnd || machine.pending(state) > 0) {
      if (t.error_length > 0 && !trail.error) trail.error = trail.steps.size();
      trail.steps.push_back({{state, symbol, {}}, i});
      // The unit that ends an ill-formed subsequence is read again.
      if (t.error_length > 0 && state != Machine::kStart && symbol != Machine::kEnd) {
        trail.steps.push_back({{Machine::kStart, symbol, {}}, i});
      }
    }
    state = t.next;
  }
  std::size_t from = 0;
  for (const std::size_t to : item_ends(items, units)) {
    const ByteView item = units.subspan(from, to - from);
    trail.items.push_back({{Machine::kStart, 0, Bytes(item.begin(), item.end())}, from});
    from = to;
  }
  return trail;
}

Check with(const Check& check, const TrailStep& own, const CauseFeature& other) {
  Check changed = check;
  if (!other.item.empty()) {
    std::ranges::copy(other.item, changed.units.begin() + static_cast<std::ptrdiff_t>(own.at));
  } else if (other.symbol == Machine::kEnd) {
    remove_units(changed, own.at, changed.units.size() - own.at);
  } else if (own.feature.symbol == Machine::kEnd) {
    // The unit itself must not be at the end.
    changed.units.push_back(static_cast<std::uint8_t>(other.symbol));
    changed.units.push_back('A');
  } else {
    changed.units[own.at] = static_cast<std::uint8_t>(other.symbol);
  }
  return changed;
}

}  // namespace placemat
