#include "harness/generate/state_unit.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

#include "harness/generate/items.h"

namespace placemat {
namespace {

using State = Machine::State;

// The observable result of an input that is read from some state to its end.
// Only the written values count, not the unit after which they were written:
// two machines that write the same list at different times look the same to a
// caller.
class SuffixObserver {
 public:
  // With `sees_error`, the place of the first error is observed; after an
  // earlier error it is not.
  SuffixObserver(const Machine& machine, Observed observed, bool sees_error)
      : machine_(machine), observed_(observed), sees_error_(sees_error) {}

  std::vector<std::uint64_t> seen(State from, const Bytes& suffix) const {
    return observed_ == Observed::kVerdict
               ? std::vector<std::uint64_t>{refuses(from, suffix) ? 1u : 0u}
               : written(from, suffix);
  }

 private:
  bool refuses(State s, const Bytes& suffix) const {
    for (const std::uint8_t unit : suffix) s = machine_.at(s, unit).next;
    return machine_.is_stopped(s) || machine_.at(s, Machine::kEnd).error_length > 0;
  }

  std::vector<std::uint64_t> written(State s, const Bytes& suffix) const {
    std::vector<std::uint64_t> values;
    std::uint64_t accumulator = kAnyValue;
    bool sees_error = sees_error_;
    for (std::size_t i = 0; i <= suffix.size(); ++i) {
      const Transition& t = machine_.at(s, i < suffix.size() ? suffix[i] : Machine::kEnd);
      if (sees_error && t.error_length > 0) {
        values.push_back(i - t.error_back);
        values.push_back(t.error_length);
        sees_error = false;
      }
      values.insert(values.end(), t.replacements, machine_.replacement());
      accumulator = (t.restart ? 0 : accumulator) + t.add;
      if (t.emits) values.push_back(accumulator);
      s = t.next;
    }
    return values;
  }

  // The contribution of the units before the suffix, equal on both sides.
  static constexpr std::uint64_t kAnyValue = 0x5A5A5A5A5A5A;
  const Machine& machine_;
  Observed observed_;
  bool sees_error_;
};

// The shortest string that completes the sequence begun in `from`, if there is
// one.
Bytes completion(const Machine& machine, const std::vector<std::uint8_t>& alphabet, State from) {
  std::map<State, Bytes> reached{{from, {}}};
  std::queue<State> open;
  open.push(from);
  while (!open.empty()) {
    const State state = open.front();
    open.pop();
    for (const std::uint8_t unit : alphabet) {
      const Transition& t = machine.at(state, unit);
      Bytes longer = reached[state];
      longer.push_back(unit);
      if (t.emits && t.error_length == 0) return longer;
      if (t.error_length == 0 && reached.try_emplace(t.next, longer).second) open.push(t.next);
    }
  }
  return {};
}

// Strings that may distinguish states, shortest first: the empty string, one
// unit of each class, and the completion of each state's sequence, whole and
// truncated.
std::vector<Bytes> candidates_of(const Machine& machine,
                                 const std::vector<std::uint8_t>& alphabet) {
  std::vector<Bytes> all{{}};
  for (const std::uint8_t unit : alphabet) all.push_back({unit});
  for (std::size_t s = 0; s < machine.state_count(); ++s) {
    Bytes rest = completion(machine, alphabet, static_cast<State>(s));
    for (; !rest.empty(); rest.pop_back()) {
      all.push_back(rest);
      for (const std::uint8_t unit : alphabet) {
        all.push_back(rest);
        all.back().push_back(unit);
      }
    }
  }
  std::ranges::sort(all, [](const Bytes& a, const Bytes& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// A shortest suffix on which `a` and `b` differ, by search along pairs of
// states; none when there is none.
std::optional<Bytes> distinguish(const Machine& machine, const SuffixObserver& observer,
                                 const std::vector<std::uint8_t>& alphabet, State a, State b) {
  std::map<std::pair<State, State>, Bytes> reached{{{a, b}, {}}};
  std::queue<std::pair<State, State>> open;
  open.push({a, b});
  while (!open.empty()) {
    const auto pair = open.front();
    open.pop();
    const Bytes suffix = reached[pair];
    for (const std::uint8_t unit : alphabet) {
      Bytes longer = suffix;
      longer.push_back(unit);
      if (observer.seen(a, longer) != observer.seen(b, longer)) return longer;
      const std::pair next{machine.at(pair.first, unit).next, machine.at(pair.second, unit).next};
      if (next.first != next.second && reached.try_emplace(next, longer).second) open.push(next);
    }
  }
  return std::nullopt;
}

// Which suffixes distinguish which states.
class Table {
 public:
  Table(const Machine& machine, const SuffixObserver& observer)
      : machine_(machine), observer_(observer) {}

  void add(const Bytes& suffix) {
    std::map<std::vector<std::uint64_t>, std::size_t> ids;
    std::vector<std::size_t> row;
    for (std::size_t s = 0; s < machine_.state_count(); ++s) {
      auto seen = observer_.seen(static_cast<State>(s), suffix);
      row.push_back(ids.try_emplace(std::move(seen), ids.size()).first->second);
    }
    rows_.push_back(std::move(row));
  }
  std::vector<bool> told_apart_by(State a, State b) const {
    std::vector<bool> by;
    for (const auto& row : rows_) by.push_back(row[a] != row[b]);
    return by;
  }
  const SuffixObserver& observer() const { return observer_; }

 private:
  const Machine& machine_;
  SuffixObserver observer_;
  std::vector<std::vector<std::size_t>> rows_;  // one row a suffix: the observation of each state
};

bool any(const std::vector<bool>& flags) { return std::ranges::find(flags, true) != flags.end(); }

}  // namespace

std::vector<Bytes> access_strings(const Machine& machine) {
  const std::vector<std::uint8_t> alphabet = class_firsts(machine);
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

StateCover cover(const Machine& machine, Observed observed) {
  const std::vector<std::uint8_t> alphabet = class_firsts(machine);
  const std::vector<Bytes> access = access_strings(machine);
  std::vector<Bytes> candidates = candidates_of(machine, alphabet);
  // Even after an error where any suffix does, else before the first.
  std::array tables{Table(machine, SuffixObserver(machine, observed, false)),
                    Table(machine, SuffixObserver(machine, observed, true))};
  for (Table& table : tables) {
    for (const Bytes& suffix : candidates) table.add(suffix);
  }
  using Pair = std::vector<bool>;  // which candidates distinguish the two
  const auto pair_of = [&](State a, State b) {
    for (const Table& table : tables) {
      Pair by = table.told_apart_by(a, b);
      if (any(by)) return by;
      const auto suffix = distinguish(machine, table.observer(), alphabet, a, b);
      if (!suffix) continue;
      candidates.push_back(*suffix);
      for (Table& other : tables) other.add(*suffix);
      return table.told_apart_by(a, b);
    }
    return Pair();
  };

  // Keep one state of each set that no suffix distinguishes.
  std::vector<State> kept;
  std::vector<Pair> open;
  for (std::size_t s = 0; s < machine.state_count(); ++s) {
    const auto state = static_cast<State>(s);
    std::vector<Pair> pairs;
    for (const State other : kept) pairs.push_back(pair_of(state, other));
    if (std::ranges::find(pairs, Pair()) != pairs.end()) continue;
    kept.push_back(state);
    open.insert(open.end(), pairs.begin(), pairs.end());
  }
  // Candidates were added in the loop; the first pairs lack them.
  for (Pair& pair : open) pair.resize(candidates.size());

  // A small set of suffixes, greedily: first the one that distinguishes most
  // pairs.
  StateCover result;
  while (!open.empty()) {
    std::vector<std::size_t> gain(candidates.size());
    for (const Pair& pair : open) {
      for (std::size_t i = 0; i < candidates.size(); ++i) gain[i] += pair[i] ? 1 : 0;
    }
    const auto best = static_cast<std::size_t>(std::ranges::max_element(gain) - gain.begin());
    std::erase_if(open, [&](const Pair& pair) { return pair[best]; });
    result.suffixes.push_back(candidates[best]);
  }
  if (result.suffixes.empty()) result.suffixes.push_back({});
  // The state after an error is treated like the others: the law never leaves
  // it, but a decoder may.
  for (const State state : kept) result.access.push_back(access[state]);
  return result;
}

std::vector<Bytes> completions(const Machine& machine) {
  const std::vector<std::uint8_t> alphabet = class_firsts(machine);
  std::vector<Bytes> completing(machine.state_count());
  // Each round completes the states that are one unit further from the end.
  for (bool is_growing = true; is_growing;) {
    is_growing = false;
    const std::vector<Bytes> known = completing;
    for (std::size_t s = 0; s < machine.state_count(); ++s) {
      const auto state = static_cast<State>(s);
      if (machine.pending(state) == 0 || !known[s].empty()) continue;
      for (const std::uint8_t unit : alphabet) {
        const Transition& t = machine.at(state, unit);
        const bool goes_on = t.error_length == 0 && machine.pending(t.next) > 0;
        if (t.error_length > 0 || (goes_on && known[t.next].empty())) continue;
        completing[s] = {unit};
        completing[s].insert(completing[s].end(), known[t.next].begin(), known[t.next].end());
        is_growing = true;
        break;
      }
    }
  }
  return completing;
}

}  // namespace placemat
