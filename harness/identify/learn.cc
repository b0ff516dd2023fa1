#include "harness/identify/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "harness/decoder/raw_unit.h"
#include "harness/generate/items.h"
#include "harness/judge/expectation.h"

namespace placemat {
namespace {

constexpr std::size_t kMostStates = 64;
constexpr int kMostRounds = 200;

// Everything known of a string.
struct StringResult {
  int accepts = -1;  // -1: unknown
  std::int64_t values = 0;
  friend auto operator<=>(const StringResult&, const StringResult&) = default;
};
using Teacher = std::function<StringResult(ByteView)>;
// Told which words will be asked next, so that they can be batched.
using Announce = std::function<void(const std::vector<Bytes>&)>;

// The change that the units behind a prefix make.
StringResult change(const StringResult& before, const StringResult& after) {
  return {after.accepts, after.values - before.values};
}

struct Mealy {
  struct Edge {
    std::size_t to = 0;
    StringResult output;
  };
  std::vector<std::array<Edge, 256>> states;
  std::vector<Bytes> access;
};

class Learner {
 public:
  Learner(Teacher teacher, const Machine& first_classes, Announce announce = {})
      : teacher_(std::move(teacher)), announce_(std::move(announce)), items_(items(first_classes)) {
    for (int unit = 0; unit <= 0xFF; ++unit) {
      const auto u = static_cast<std::uint8_t>(unit);
      class_of_[u] = first_classes.class_of(u);
    }
    for (const auto& units : first_classes.classes()) letters_.push_back(units.front());
    suffixes_.push_back({});
    for (const std::uint8_t letter : letters_) suffixes_.push_back({letter});
    prefixes_.push_back({});
  }

  // Runs until nothing contradicts the machine; false when that does not happen.
  bool run() {
    for (int round = 0; round < kMostRounds; ++round) {
      if (!close()) return false;
      build();
      const auto wrong = counterexample();
      if (!wrong) return true;
      if (!learn_from(*wrong)) {
        witness_ = *wrong;
        return false;
      }
    }
    return false;
  }

  const Mealy& machine() const { return machine_; }
  std::size_t letters() const { return letters_.size(); }
  std::uint64_t questions() const { return known_.size(); }
  std::uint64_t tests() const { return tests_; }
  const Bytes& witness() const { return witness_; }

  // A string whose answer is another one when it is asked again; empty when none is found.
  Bytes unstable() {
    constexpr std::size_t kMost = 2000;
    const std::size_t step = std::max<std::size_t>(known_.size() / kMost, 1);
    std::size_t n = 0;
    for (const auto& [word, answer] : known_) {
      if (n++ % step != 0) continue;
      Bytes units(word.begin(), word.end());
      if (teacher_(units) != answer) return units;
    }
    return {};
  }

 private:
  using Row = std::vector<StringResult>;

  const StringResult& ask(const Bytes& word) {
    const auto [place, is_new] = known_.try_emplace(std::string(word.begin(), word.end()));
    if (is_new) place->second = teacher_(word);
    return place->second;
  }
  static Bytes joined(const Bytes& a, const Bytes& b) {
    Bytes both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
  }
  static Bytes with(Bytes word, std::uint8_t unit) {
    word.push_back(unit);
    return word;
  }

  // Announces those of these words that were not asked.
  void prefetch(const std::vector<Bytes>& words) {
    if (!announce_) return;
    std::vector<Bytes> unknown;
    std::set<std::string> known;
    for (const Bytes& word : words) {
      const std::string text(word.begin(), word.end());
      if (!known_.contains(text) && known.insert(text).second) unknown.push_back(word);
    }
    if (!unknown.empty()) announce_(unknown);
  }

  // The rows of a prefix and of all that follow it by one letter.
  void prefetch_rows(const Bytes& prefix) {
    std::vector<Bytes> words;
    const auto add = [&](const Bytes& of) {
      for (const Bytes& suffix : suffixes_) words.push_back(joined(of, suffix));
    };
    add(prefix);
    for (const std::uint8_t letter : letters_) add(with(prefix, letter));
    prefetch(words);
  }

  Row row(const Bytes& prefix) {
    Row row;
    const StringResult here = ask(prefix);
    for (const Bytes& suffix : suffixes_) row.push_back(change(here, ask(joined(prefix, suffix))));
    return row;
  }

  bool close() {
    for (bool grew = true; grew;) {
      grew = false;
      rows_.clear();
      for (std::size_t i = 0; i < prefixes_.size(); ++i) {
        prefetch_rows(prefixes_[i]);
        rows_.emplace(row(prefixes_[i]), i);
      }
      for (std::size_t i = 0; i < prefixes_.size(); ++i) {
        prefetch_rows(prefixes_[i]);
        for (const std::uint8_t letter : letters_) {
          const Bytes next = with(prefixes_[i], letter);
          if (!rows_.try_emplace(row(next), prefixes_.size()).second) continue;
          prefixes_.push_back(next);
          if (prefixes_.size() > kMostStates) return false;
          grew = true;
        }
      }
    }
    return true;
  }

  void build() {
    machine_ = {};
    std::map<std::size_t, std::size_t> state_of;  // by prefix
    for (const auto& [row, prefix] : rows_) state_of[prefix] = 0;
    std::size_t n = 0;
    for (auto& [prefix, state] : state_of) {
      state = n++;
      machine_.access.push_back(prefixes_[prefix]);
    }
    machine_.states.resize(n);
    for (const auto& [prefix, state] : state_of) {
      std::vector<Mealy::Edge> by_class;
      for (const std::uint8_t letter : letters_) {
        const Bytes next = with(prefixes_[prefix], letter);
        by_class.push_back(
            {state_of.at(rows_.at(row(next))), change(ask(prefixes_[prefix]), ask(next))});
      }
      for (std::size_t unit = 0; unit < 256; ++unit) {
        machine_.states[state][unit] = by_class[class_of_[unit]];
      }
    }
  }

  // The state after a word, and its output.
  std::pair<std::size_t, StringResult> follow(const Bytes& word) const {
    std::size_t state = 0;
    StringResult sum = start_;
    for (const std::uint8_t unit : word) {
      const Mealy::Edge& edge = machine_.states[state][unit];
      sum = {edge.output.accepts, sum.values + edge.output.values};
      state = edge.to;
    }
    return {state, sum};
  }

  bool is_wrong(const Bytes& word) {
    ++tests_;
    return follow(word).second != ask(word);
  }

  std::optional<Bytes> first_wrong(const std::vector<Bytes>& words) {
    prefetch(words);
    for (const Bytes& word : words) {
      if (is_wrong(word)) return word;
    }
    return std::nullopt;
  }

  // Tries every unit in every state before every suffix, and random strings of items and
  // of any units. Also tries every item of the law in every state, because random strings
  // rarely contain long sequences.
  std::optional<Bytes> counterexample() {
    start_ = ask({});
    for (const Bytes& item : items_) {
      std::vector<Bytes> words;
      for (const Bytes& access : machine_.access) {
        words.push_back(joined(access, item));
        words.push_back(joined(words.back(), item));
      }
      if (auto wrong = first_wrong(words)) return wrong;
    }
    for (const Bytes& access : machine_.access) {
      for (int unit = 0; unit <= 0xFF; ++unit) {
        const Bytes begun = with(access, static_cast<std::uint8_t>(unit));
        std::vector<Bytes> words;
        for (const Bytes& suffix : suffixes_) words.push_back(joined(begun, suffix));
        if (auto wrong = first_wrong(words)) return wrong;
      }
    }
    return random_counterexample();
  }

  std::optional<Bytes> random_counterexample() {
    constexpr int kWords = 4000, kAtOnce = 50;
    std::mt19937_64 random(1992);
    for (int i = 0; i < kWords; i += kAtOnce) {
      std::vector<Bytes> words;
      while (words.size() < kAtOnce) words.push_back(random_word(random));
      if (auto wrong = first_wrong(words)) return wrong;
    }
    return std::nullopt;
  }

  Bytes random_word(std::mt19937_64& random) const {
    constexpr std::size_t kLongest = 20;
    Bytes word;
    for (std::size_t n = 1 + random() % kLongest; n > 0; --n) {
      const std::uint64_t chance = random();
      if (chance % 3 == 0) {
        word = joined(word, items_[chance / 3 % items_.size()]);
        continue;
      }
      word.push_back(chance % 2 == 0 ? letters_[chance / 2 % letters_.size()]
                                     : static_cast<std::uint8_t>(chance >> 8));
    }
    return word;
  }

  // Splits a class, or adds the suffix that distinguishes two prefixes of one state.
  // False when neither helps.
  bool learn_from(const Bytes& word) {
    // The machine and the decoder diverge at one place: continuing there from the access
    // string of the state gives another rest than the word.
    for (std::size_t i = 0; i < word.size(); ++i) {
      const Bytes before(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(i));
      const Bytes rest(word.begin() + static_cast<std::ptrdiff_t>(i) + 1, word.end());
      const Bytes& access = machine_.access[follow(before).first];
      const std::uint8_t letter = letters_[class_of_[word[i]]];
      const auto rest_behind = [&](const Bytes& prefix) {
        return change(ask(prefix), ask(joined(prefix, rest)));
      };
      const Bytes as_unit = with(access, word[i]), as_letter = with(access, letter);
      const bool same_output =
          change(ask(access), ask(as_unit)) == change(ask(access), ask(as_letter));
      if (word[i] != letter && (!same_output || rest_behind(as_unit) != rest_behind(as_letter))) {
        split(word[i], access, rest);
        return true;
      }
      const Bytes& next = machine_.access[machine_.states[follow(before).first][word[i]].to];
      if (rest_behind(as_letter) != rest_behind(next)) {
        if (std::ranges::find(suffixes_, rest) != suffixes_.end()) return false;
        suffixes_.push_back(rest);
        return true;
      }
    }
    return false;
  }

  // Makes a separate class for the units that behave like `unit` there.
  void split(std::uint8_t unit, const Bytes& access, const Bytes& rest) {
    const std::size_t old = class_of_[unit];
    std::vector<Bytes> words;
    for (std::size_t u = 0; u < 256; ++u) {
      if (class_of_[u] != old) continue;
      words.push_back(with(access, static_cast<std::uint8_t>(u)));
      words.push_back(joined(words.back(), rest));
    }
    prefetch(words);
    const auto behaviour = [&](std::uint8_t u) {
      const Bytes next = with(access, u);
      return std::pair(change(ask(access), ask(next)), change(ask(next), ask(joined(next, rest))));
    };
    const auto wanted = behaviour(unit);
    letters_.push_back(unit);
    for (std::size_t u = 0; u < 256; ++u) {
      if (class_of_[u] == old && behaviour(static_cast<std::uint8_t>(u)) == wanted) {
        class_of_[u] = letters_.size() - 1;
      }
    }
    suffixes_.push_back({unit});
  }

  Teacher teacher_;
  Announce announce_;
  std::vector<Bytes> items_;
  std::array<std::size_t, 256> class_of_{};
  std::vector<std::uint8_t> letters_;
  std::vector<Bytes> prefixes_, suffixes_;
  std::map<Row, std::size_t> rows_;
  std::map<std::string, StringResult> known_;
  Mealy machine_;
  StringResult start_;
  Bytes witness_;
  std::uint64_t tests_ = 0;
};

std::string in_words(const StringResult& r) {
  std::string text;
  if (r.accepts >= 0) text = r.accepts == 1 ? "well-formed" : "ill-formed";
  if (r.values != 0) {
    text += fmt::format("{}{:+} values", text.empty() ? "" : ", ", r.values);
  }
  return text.empty() ? "nothing" : text;
}

std::string name_of_state(const Mealy& m, std::size_t state) {
  return m.access[state].empty() ? "start" : to_spaced_hex(m.access[state]);
}

// "after E0 A0, the end gives 0041 instead of FFFD".
using Difference = std::function<std::string(const Bytes&)>;

// Pairs of states that the same strings lead to, and where they differ.
class StatePairs {
 public:
  StatePairs(const Mealy& a, const Mealy& law, Difference difference)
      : a_(a), law_(law), difference_(std::move(difference)) {
    std::deque<std::pair<std::size_t, std::size_t>> open{{0, 0}};
    seen_.insert({0, 0});
    paths_[{0, 0}] = {};
    while (!open.empty()) {
      const auto pair = open.front();
      open.pop_front();
      for (std::size_t unit = 0; unit < 256; ++unit) {
        const Mealy::Edge& x = a_.states[pair.first][unit];
        const Mealy::Edge& y = law_.states[pair.second][unit];
        Bytes path = paths_[pair];
        path.push_back(static_cast<std::uint8_t>(unit));
        if (x.output != y.output) {
          if (marked_.try_emplace({pair.first, unit}, y.output).second) {
            note(pair.first, path, x, y);
          }
          continue;  // behind a difference everything differs
        }
        const std::pair next(x.to, y.to);
        if (!seen_.insert(next).second) continue;
        paths_[next] = path;
        open.push_back(next);
      }
    }
  }

  // The law's result for a unit in a state where it differs.
  std::optional<StringResult> by_law(std::size_t state, std::size_t unit) const {
    const auto found = marked_.find({state, unit});
    return found == marked_.end() ? std::nullopt : std::optional(found->second);
  }
  // No state of the law corresponds to it.
  bool is_beyond(std::size_t state) const {
    return std::ranges::none_of(seen_, [&](const auto& pair) { return pair.first == state; });
  }
  std::vector<std::string> differences() const {
    std::vector<std::string> list;
    for (const auto& [key, text] : notes_) list.push_back(text);
    return list;
  }

 private:
  // One for each state, output and output of the law.
  void note(std::size_t state, const Bytes& path, const Mealy::Edge& x, const Mealy::Edge& y) {
    const auto [place, is_new] = notes_.try_emplace({state, x.output, y.output});
    if (is_new) place->second = difference_(path);
  }
  const Mealy& a_;
  const Mealy& law_;
  Difference difference_;
  std::set<std::pair<std::size_t, std::size_t>> seen_;
  std::map<std::pair<std::size_t, std::size_t>, Bytes> paths_;
  std::map<std::pair<std::size_t, std::size_t>, StringResult> marked_;
  std::map<std::tuple<std::size_t, StringResult, StringResult>, std::string> notes_;
};

// Units of one state with the same effect are one edge.
std::vector<LearnedState> told(const Mealy& m, const StatePairs& comparison) {
  std::vector<LearnedState> states;
  for (std::size_t s = 0; s < m.states.size(); ++s) {
    std::map<std::tuple<std::size_t, StringResult, std::optional<StringResult>>,
             std::vector<std::uint8_t>>
        edges;
    for (std::size_t unit = 0; unit < 256; ++unit) {
      const Mealy::Edge& edge = m.states[s][unit];
      edges[{edge.to, edge.output, comparison.by_law(s, unit)}].push_back(
          static_cast<std::uint8_t>(unit));
    }
    LearnedState state{name_of_state(m, s), comparison.is_beyond(s), {}};
    for (const auto& [key, units] : edges) {
      const auto& [to, output, by_law] = key;
      state.edges.push_back(
          {ranges_in_hex(units), to, in_words(output), by_law ? in_words(*by_law) : std::string()});
    }
    states.push_back(std::move(state));
  }
  return states;
}

Teacher teacher_of(Observer& observer, const Heard& heard) {
  return [&observer, &heard](ByteView units) {
    const InputObservation observation = observer.see(units);
    heard(units, observation);
    StringResult reading;
    if (observation.strict_known) reading.accepts = observation.accepts ? 1 : 0;
    if (observation.lossy_known) {
      reading.values = static_cast<std::int64_t>(observation.lossy_values.size());
    }
    return reading;
  };
}

// Limits the law to what the decoder states, which may be less than its functions allow.
Teacher teacher_of(Law& law, const InputObservation& like) {
  return [&law, like](ByteView units) {
    const Expectation& expectation = law.about(units);
    StringResult reading;
    if (like.strict_known) reading.accepts = expectation.is_well_formed() ? 1 : 0;
    if (like.lossy_known) {
      reading.values = static_cast<std::int64_t>(expectation.values.size());
    }
    return reading;
  };
}

using Values = std::vector<std::uint64_t>;

// "20AC", or "raw unit E0".
std::string value_in_words(std::uint64_t value) {
  const Bytes units = raw_units(value);
  if (units.empty()) return fmt::format("{:04X}", value);
  return fmt::format("raw unit{} {}", units.size() == 1 ? "" : "s", to_spaced_hex(units));
}

std::string list(const Values& values, std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < values.size(); ++i) {
    text += (text.empty() ? "" : " ") + value_in_words(values[i]);
  }
  return text.empty() ? "nothing" : text;
}

// What the decoder and the law say of one string, as far as it differs.
std::string difference(const Bytes& path, const InputObservation& seen, const Expectation& law) {
  const bool is_at_end = law.error && law.error->at_end;
  const ByteView before(path.data(), path.size() - (is_at_end ? 0 : 1));
  std::string text = before.empty() ? "at the start" : "after " + to_spaced_hex(before);
  text += is_at_end ? ", the end" : fmt::format(", {:02X}", path.back());
  const Values expected(law.values.begin(), law.values.end());
  std::string verdict, values;
  if (seen.strict_known && seen.accepts != law.is_well_formed()) {
    verdict = seen.accepts ? " is well-formed instead of ill-formed"
                           : " is ill-formed instead of well-formed";
  }
  if (seen.lossy_known && seen.lossy_values != expected) {
    const auto parts = std::ranges::mismatch(seen.lossy_values, expected);
    const auto same = static_cast<std::size_t>(parts.in1 - seen.lossy_values.begin());
    values =
        fmt::format(" gives {} instead of {}", list(seen.lossy_values, same), list(expected, same));
  }
  if (!verdict.empty() && !values.empty()) values = "," + values;
  if (verdict.empty() && values.empty()) verdict = " has no answer";
  return text + verdict + values;
}

}  // namespace

std::string to_dot(const std::vector<LearnedState>& states) {
  std::string dot = "digraph decoder {\n  rankdir=LR;\n  node [shape=circle];\n";
  for (std::size_t s = 0; s < states.size(); ++s) {
    dot += fmt::format("  s{} [label=\"{}\"];\n", s, states[s].name);
  }
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (const LearnedEdge& edge : states[s].edges) {
      const bool differs = !edge.by_law.empty();
      dot += fmt::format("  s{} -> s{} [label=\"{} / {}{}{}\"{}];\n", s, edge.to, edge.units,
                         edge.output, differs ? "; by the law " : "", edge.by_law,
                         differs ? ", color=red, fontcolor=red, style=dashed, penwidth=2" : "");
    }
  }
  return dot + "}\n";
}

Learned learn(Observer& observer, const Profile& profile, const Heard& heard, Bytes& unstable) {
  Learned learned;
  const Machine& machine = placemat::machine(profile);
  Law law(profile, false);
  const std::uint8_t letter = 'A';
  Learner of_law(teacher_of(law, observer.see({&letter, 1})), machine);
  of_law.run();
  const auto announce = [&](const std::vector<Bytes>& words) { observer.prefetch(words); };
  Learner learner(teacher_of(observer, heard), machine,
                  observer.asks_ahead() ? Announce(announce) : Announce());
  learned.finite = learner.run();
  learned.state_count = learner.machine().states.size();
  learned.law_states = of_law.machine().states.size();
  learned.classes = learner.letters();
  learned.questions = learner.questions();
  learned.tests = learner.tests();
  if (!learned.finite) unstable = learner.unstable();
  if (!unstable.empty()) {
    learned.differences.push_back(
        fmt::format("{}: two identical questions had different answers", to_spaced_hex(unstable)));
    return learned;
  }
  if (learner.machine().states.empty()) return learned;
  if (!learned.finite) {
    learned.differences.push_back(
        learner.witness().empty()
            ? fmt::format("more than {} states are told apart", kMostStates)
            : fmt::format("{}: no machine over single units answers this as it did",
                          to_spaced_hex(learner.witness())));
    return learned;
  }
  const StatePairs comparison(learner.machine(), of_law.machine(), [&](const Bytes& path) {
    return difference(path, observer.see(path), law.about(path));
  });
  learned.differences = comparison.differences();
  learned.states = told(learner.machine(), comparison);
  return learned;
}

}  // namespace placemat
