#include "harness/certify/complete_suite.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace placemat {
namespace {

using State = CompleteSuite::State;

struct Lexicographic {
  bool operator()(const Bytes& a, const Bytes& b) const {
    return std::ranges::lexicographical_compare(a, b);
  }
};
using Words = std::set<Bytes, Lexicographic>;

// A Mealy machine; an output is any number.
struct Mealy {
  std::vector<std::array<State, 256>> next;
  std::vector<std::array<std::int16_t, 256>> output;
};

// The number of values that a transition emits.
int emitted(const Transition& t) { return t.replacements + (t.emits ? 1 : 0); }

// The law as an observer of `feature` sees it who asks every prefix of a string on its own: for
// each unit, the verdict behind it, or the change of the number of values.
Mealy observed(const Machine& law, Feature feature) {
  const auto ending = [&](State state) -> const Transition& { return law.at(state, law.kEnd); };
  const auto is_ill_formed = [&](State state) {
    return law.is_stopped(state) || ending(state).error_length > 0;
  };
  Mealy mealy{std::vector<std::array<State, 256>>(law.state_count()),
              std::vector<std::array<std::int16_t, 256>>(law.state_count())};
  for (std::size_t s = 0; s < law.state_count(); ++s) {
    const auto state = static_cast<State>(s);
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Transition& t = law.at(state, unit);
      const int count = emitted(t) + emitted(ending(t.next)) - emitted(ending(state));
      mealy.next[s][unit] = t.next;
      mealy.output[s][unit] = static_cast<std::int16_t>(
          feature == Feature::kVerdict ? (is_ill_formed(t.next) ? 1 : 0) : count);
    }
  }
  return mealy;
}

// One state for each set of states that no string tells apart; the start stays the first.
Mealy minimal(const Mealy& mealy) {
  const std::size_t n = mealy.next.size();
  std::vector<State> block(n);
  for (std::size_t blocks = 0;;) {
    using Row = std::pair<std::array<std::int16_t, 256>, std::array<State, 256>>;
    std::map<Row, State> ids;
    std::vector<State> finer(n);
    for (std::size_t s = 0; s < n; ++s) {
      Row row{mealy.output[s], {}};
      for (std::size_t unit = 0; unit < 256; ++unit) row.second[unit] = block[mealy.next[s][unit]];
      finer[s] = ids.try_emplace(row, static_cast<State>(ids.size())).first->second;
    }
    block = std::move(finer);
    if (ids.size() == blocks) break;
    blocks = ids.size();
  }
  const std::size_t count = 1u + *std::ranges::max_element(block);
  Mealy small{std::vector<std::array<State, 256>>(count),
              std::vector<std::array<std::int16_t, 256>>(count)};
  for (std::size_t s = 0; s < n; ++s) {
    small.output[block[s]] = mealy.output[s];
    for (std::size_t unit = 0; unit < 256; ++unit) {
      small.next[block[s]][unit] = block[mealy.next[s][unit]];
    }
  }
  return small;
}

// Breadth first, so that strings are shortest and closed under prefixes. States that no string
// reaches get none.
std::vector<std::optional<Bytes>> access_strings(const Mealy& mealy) {
  std::vector<std::optional<Bytes>> access(mealy.next.size());
  access.front() = Bytes{};
  std::deque<State> open{0};
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const State next = mealy.next[state][unit];
      if (access[next]) continue;
      access[next] = access[state];
      access[next]->push_back(static_cast<std::uint8_t>(unit));
      open.push_back(next);
    }
  }
  return access;
}

bool tells_apart(const Mealy& mealy, State a, State b, const Bytes& word) {
  for (const std::uint8_t unit : word) {
    if (mealy.output[a][unit] != mealy.output[b][unit]) return true;
    a = mealy.next[a][unit];
    b = mealy.next[b][unit];
  }
  return false;
}

using Pair = std::pair<State, State>;

// For each two states the first of the shortest strings that tell them apart.
std::map<Pair, Bytes> separators(const Mealy& mealy) {
  std::map<Pair, Bytes> known;
  const std::size_t n = mealy.next.size();
  const auto separator_of = [&](State a, State b) -> std::optional<Bytes> {
    for (std::size_t unit = 0; unit < 256; ++unit) {
      if (mealy.output[a][unit] != mealy.output[b][unit]) {
        return Bytes{static_cast<std::uint8_t>(unit)};
      }
    }
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const auto rest = known.find(std::minmax(mealy.next[a][unit], mealy.next[b][unit]));
      if (rest == known.end()) continue;
      Bytes word{static_cast<std::uint8_t>(unit)};
      word.insert(word.end(), rest->second.begin(), rest->second.end());
      return word;
    }
    return std::nullopt;
  };
  for (bool is_growing = true; is_growing;) {
    std::map<Pair, Bytes> found;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        const Pair pair(static_cast<State>(a), static_cast<State>(b));
        if (known.contains(pair)) continue;
        if (auto word = separator_of(pair.first, pair.second)) found[pair] = std::move(*word);
      }
    }
    is_growing = !found.empty();
    known.merge(found);
  }
  return known;
}

// The identifiers of each state. A pair takes the same string in both sets: of those that tell it
// apart, the one that tells most of the open pairs apart.
std::vector<Words> identifiers(const Mealy& mealy) {
  const std::map<Pair, Bytes> words = separators(mealy);
  Words candidates;
  std::vector<Pair> open;
  for (const auto& [pair, word] : words) {
    candidates.insert(word);
    open.push_back(pair);
  }
  std::vector<Words> sets(mealy.next.size());
  while (!open.empty()) {
    const Bytes* best = nullptr;
    std::ptrdiff_t most = 0;
    for (const Bytes& word : candidates) {
      const auto told = std::ranges::count_if(open, [&](const Pair& pair) {
        return tells_apart(mealy, pair.first, pair.second, word);
      });
      if (told > most) best = &word, most = told;
    }
    std::erase_if(open, [&](const Pair& pair) {
      if (!tells_apart(mealy, pair.first, pair.second, *best)) return false;
      sets[pair.first].insert(*best);
      sets[pair.second].insert(*best);
      return true;
    });
  }
  return sets;
}

}  // namespace

CompleteSuite::CompleteSuite(const Profile& profile, Feature feature) {
  Profile of_law = profile;
  if (feature == Feature::kVerdict) of_law.policy = PolicyId::kReject;
  const Mealy mealy = minimal(observed(machine(of_law), feature));
  next_ = mealy.next;
  for (auto& string : access_strings(mealy)) {
    if (string) access_.push_back(std::move(*string));
  }
  for (const Words& words : identifiers(mealy)) {
    Words closed{Bytes{}};
    for (Bytes word : words) {
      for (; !word.empty(); word.pop_back()) closed.insert(word);
    }
    suffixes_.emplace_back(closed.begin(), closed.end());
  }
}

std::uint64_t CompleteSuite::strings_behind(unsigned units) const {
  // How many strings behind all access strings lead to each state.
  std::vector<std::uint64_t> at(states(), 1);
  for (unsigned length = 0; length < units; ++length) {
    std::vector<std::uint64_t> then(states(), 0);
    for (std::size_t s = 0; s < states(); ++s) {
      for (const State next : next_[s]) then[next] += at[s];
    }
    at = std::move(then);
  }
  std::uint64_t all = 0;
  for (std::size_t s = 0; s < states(); ++s) all += at[s] * suffixes_[s].size();
  return all;
}

std::uint64_t CompleteSuite::most_states(unsigned k) const {
  std::uint64_t most = 0, power = 1;
  for (unsigned length = 0; length <= k; ++length, power *= 256) most += access_.size() * power;
  return most;
}

}  // namespace placemat
