#include "harness/certify/complete_suite.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace placemat {
namespace {

using State = CompleteSuite::State;

struct Lexicographic {
  bool operator()(const Bytes& a, const Bytes& b) const {
    return std::ranges::lexicographical_compare(a, b);
  }
};
using Words = std::set<Bytes, Lexicographic>;

// What an observer sees of a state: of the input that ends there, and of each further unit.
struct Observed {
  std::vector<std::int16_t> here;  // of the verdict; 0 for the number of values
  std::vector<std::array<State, 256>> next;
  std::vector<std::array<std::int16_t, 256>> output;
  bool adds = false;  // outputs along a string add up; otherwise only the last one shows

  // Behind `word`, which is read from `state` on.
  int shown(State state, const Bytes& word) const {
    int sum = 0, last = here[state];
    for (const std::uint8_t unit : word) {
      last = output[state][unit];
      sum += last;
      state = next[state][unit];
    }
    return adds ? sum : last;
  }
};

// The number of values that a transition emits.
int emitted(const Transition& t) { return t.replacements + (t.emits ? 1 : 0); }

Observed observed(const Machine& law, Feature feature) {
  const auto ending = [&](State state) -> const Transition& { return law.at(state, law.kEnd); };
  const auto is_ill_formed = [&](State state) {
    return law.is_stopped(state) || ending(state).error_length > 0 ? 1 : 0;
  };
  const std::size_t n = law.state_count();
  const bool is_verdict = feature == Feature::kVerdict;
  Observed all{std::vector<std::int16_t>(n), std::vector<std::array<State, 256>>(n),
               std::vector<std::array<std::int16_t, 256>>(n), !is_verdict};
  for (std::size_t s = 0; s < n; ++s) {
    const auto state = static_cast<State>(s);
    all.here[s] = static_cast<std::int16_t>(is_verdict ? is_ill_formed(state) : 0);
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Transition& t = law.at(state, unit);
      const int count = emitted(t) + emitted(ending(t.next)) - emitted(ending(state));
      all.next[s][unit] = t.next;
      all.output[s][unit] = static_cast<std::int16_t>(is_verdict ? is_ill_formed(t.next) : count);
    }
  }
  return all;
}

// One state for each set of states that no string tells apart; the start stays the first.
Observed minimal(const Observed& all) {
  const std::size_t n = all.next.size();
  std::vector<State> block(n);
  for (std::size_t blocks = 0;;) {
    using Row = std::tuple<std::int16_t, std::array<std::int16_t, 256>, std::array<State, 256>>;
    std::map<Row, State> ids;
    std::vector<State> finer(n);
    for (std::size_t s = 0; s < n; ++s) {
      std::array<State, 256> blocks_behind{};
      for (std::size_t unit = 0; unit < 256; ++unit) {
        blocks_behind[unit] = block[all.next[s][unit]];
      }
      const Row row(all.here[s], all.output[s], blocks_behind);
      finer[s] = ids.try_emplace(row, static_cast<State>(ids.size())).first->second;
    }
    block = std::move(finer);
    if (ids.size() == blocks) break;
    blocks = ids.size();
  }
  const std::size_t count = 1u + *std::ranges::max_element(block);
  Observed small{std::vector<std::int16_t>(count), std::vector<std::array<State, 256>>(count),
                 std::vector<std::array<std::int16_t, 256>>(count), all.adds};
  for (std::size_t s = 0; s < n; ++s) {
    small.here[block[s]] = all.here[s];
    small.output[block[s]] = all.output[s];
    for (std::size_t unit = 0; unit < 256; ++unit) {
      small.next[block[s]][unit] = block[all.next[s][unit]];
    }
  }
  return small;
}

// Breadth first, so that strings are shortest and closed under prefixes. States that no string
// reaches get none.
std::vector<std::optional<Bytes>> access_strings(const Observed& law) {
  std::vector<std::optional<Bytes>> access(law.next.size());
  access.front() = Bytes{};
  std::deque<State> open{0};
  while (!open.empty()) {
    const State state = open.front();
    open.pop_front();
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const State next = law.next[state][unit];
      if (access[next]) continue;
      access[next] = access[state];
      access[next]->push_back(static_cast<std::uint8_t>(unit));
      open.push_back(next);
    }
  }
  return access;
}

bool tells_apart(const Observed& law, State a, State b, const Bytes& word) {
  return law.shown(a, word) != law.shown(b, word);
}

using Pair = std::pair<State, State>;

// For each two states the first of the shortest strings that tell them apart. What shows along one
// is equal up to its last unit, so it tells them apart behind its last unit.
std::map<Pair, Bytes> separators(const Observed& law) {
  std::map<Pair, Bytes> known;
  const std::size_t n = law.next.size();
  const auto separator_of = [&](State a, State b) -> std::optional<Bytes> {
    if (law.here[a] != law.here[b]) return Bytes{};
    for (std::size_t unit = 0; unit < 256; ++unit) {
      if (law.output[a][unit] != law.output[b][unit]) {
        return Bytes{static_cast<std::uint8_t>(unit)};
      }
    }
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const auto rest = known.find(std::minmax(law.next[a][unit], law.next[b][unit]));
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
std::vector<Words> identifiers(const Observed& law) {
  const std::map<Pair, Bytes> words = separators(law);
  Words candidates;
  std::vector<Pair> open;
  for (const auto& [pair, word] : words) {
    if (word.empty()) continue;  // it is asked behind every string
    candidates.insert(word);
    open.push_back(pair);
  }
  std::vector<Words> sets(law.next.size());
  while (!open.empty()) {
    const Bytes* best = nullptr;
    std::ptrdiff_t most = 0;
    for (const Bytes& word : candidates) {
      const auto told = std::ranges::count_if(
          open, [&](const Pair& pair) { return tells_apart(law, pair.first, pair.second, word); });
      if (told > most) best = &word, most = told;
    }
    std::erase_if(open, [&](const Pair& pair) {
      if (!tells_apart(law, pair.first, pair.second, *best)) return false;
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
  const Observed law = minimal(observed(machine(of_law), feature));
  next_ = law.next;
  for (auto& string : access_strings(law)) {
    if (string) access_.push_back(std::move(*string));
  }
  for (const Words& words : identifiers(law)) {
    suffixes_.push_back({Bytes{}});
    std::ranges::copy_if(words, std::back_inserter(suffixes_.back()),
                         [](const Bytes& word) { return !word.empty(); });
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
