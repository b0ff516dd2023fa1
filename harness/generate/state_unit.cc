#include "harness/generate/state_unit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

namespace placemat {
namespace {

using State = Machine::State;

// The first unit of each class: no other unit tells more states apart.
std::vector<std::uint8_t> representatives(const Machine& machine) {
  std::vector<std::uint8_t> units;
  for (const auto& members : machine.classes()) units.push_back(members.front());
  std::ranges::sort(units);
  return units;
}

class Observer {
 public:
  Observer(const Machine& machine, Observed observed) : machine_(machine), observed_(observed) {}

 private:
  static auto visible(const Transition& t) {
    const bool shows_value = t.emits || !t.restart;
    return std::tuple(t.replacements, t.restart, t.emits, t.error_back, t.error_length,
                      shows_value ? t.add : 0);
  }

 public:
  // Does one step from `a` look different from the same step from `b`?
  bool differs(State a, State b, std::size_t symbol) const {
    return observed_ == Observed::kVerdict
               ? symbol == Machine::kEnd && refuses(a) != refuses(b)
               : visible(machine_.at(a, symbol)) != visible(machine_.at(b, symbol));
  }

 private:
  bool refuses(State s) const {
    return machine_.is_stopped(s) || machine_.at(s, Machine::kEnd).error_length > 0;
  }
  const Machine& machine_;
  Observed observed_;
};

// A shortest suffix on which `a` and `b` differ when the input ends behind it,
// none when there is none.
std::optional<Bytes> distinguish(const Machine& machine, const Observer& observer,
                                 const std::vector<std::uint8_t>& alphabet, State a, State b) {
  std::map<std::pair<State, State>, Bytes> reached{{{a, b}, {}}};
  std::queue<std::pair<State, State>> open;
  open.push({a, b});
  while (!open.empty()) {
    const auto pair = open.front();
    open.pop();
    const Bytes suffix = reached[pair];
    if (observer.differs(pair.first, pair.second, Machine::kEnd)) return suffix;
    for (const std::uint8_t unit : alphabet) {
      Bytes longer = suffix;
      longer.push_back(unit);
      if (observer.differs(pair.first, pair.second, unit)) return longer;
      const std::pair next{machine.at(pair.first, unit).next, machine.at(pair.second, unit).next};
      if (next.first != next.second && reached.try_emplace(next, longer).second) open.push(next);
    }
  }
  return std::nullopt;
}

bool tells_apart(const Machine& machine, const Observer& observer, const Bytes& suffix, State a,
                 State b) {
  for (const std::uint8_t unit : suffix) {
    if (observer.differs(a, b, unit)) return true;
    a = machine.at(a, unit).next;
    b = machine.at(b, unit).next;
  }
  return observer.differs(a, b, Machine::kEnd);
}

std::vector<Bytes> access_strings(const Machine& machine,
                                  const std::vector<std::uint8_t>& alphabet) {
  std::vector<std::optional<Bytes>> access(machine.state_count());
  std::queue<State> open;
  access[Machine::kStart] = Bytes{};
  open.push(Machine::kStart);
  while (!open.empty()) {
    const State state = open.front();
    open.pop();
    for (const std::uint8_t unit : alphabet) {
      const State next = machine.at(state, unit).next;
      if (access[next]) continue;
      access[next] = access[state];
      access[next]->push_back(unit);
      open.push(next);
    }
  }
  std::vector<Bytes> strings;
  for (auto& string : access) strings.push_back(string.value_or(Bytes{}));
  return strings;
}

}  // namespace

StateCover cover(const Machine& machine, Observed observed) {
  const std::vector<std::uint8_t> alphabet = representatives(machine);
  const Observer observer(machine, observed);
  const std::vector<Bytes> access = access_strings(machine, alphabet);

  // Keep one state of those that nothing tells apart, and for each pair of
  // kept states a suffix that does.
  std::vector<State> kept;
  std::vector<Bytes> candidates;
  for (std::size_t s = 0; s < machine.state_count(); ++s) {
    const auto state = static_cast<State>(s);
    std::vector<Bytes> found;
    bool is_new = true;
    for (const State other : kept) {
      const auto suffix = distinguish(machine, observer, alphabet, state, other);
      is_new = is_new && suffix.has_value();
      if (suffix) found.push_back(*suffix);
    }
    if (!is_new) continue;
    kept.push_back(state);
    candidates.insert(candidates.end(), found.begin(), found.end());
  }
  std::ranges::sort(candidates, [](const Bytes& a, const Bytes& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());

  // A small set of suffixes, greedily: the one that tells most pairs apart.
  std::vector<std::pair<State, State>> open;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) open.emplace_back(kept[i], kept[j]);
  }
  StateCover result;
  while (!open.empty()) {
    const auto gain = [&](const Bytes& suffix) {
      return std::ranges::count_if(open, [&](const auto& pair) {
        return tells_apart(machine, observer, suffix, pair.first, pair.second);
      });
    };
    const Bytes best = *std::ranges::max_element(candidates, {}, gain);
    std::erase_if(open, [&](const auto& pair) {
      return tells_apart(machine, observer, best, pair.first, pair.second);
    });
    result.suffixes.push_back(best);
  }
  if (result.suffixes.empty()) result.suffixes.push_back({});
  // The state after an error is one like the others: that the law never leaves
  // it does not mean that a decoder does not.
  for (const State state : kept) result.access.push_back(access[state]);
  return result;
}

}  // namespace placemat
