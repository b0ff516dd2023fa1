// state_unit_test.cc: the two properties of the W-method set. Its suffixes must
// distinguish every two states that any short string distinguishes, found here
// by trying all. It must detect every machine that differs from the law in one
// transition, each of which is built and run here.
#include "harness/generate/state_unit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "harness/generate/items.h"

namespace placemat {
namespace {

using State = Machine::State;

// The observation of one input: a list that differs whenever an observable
// result differs. Written against the meaning of a Transition as machine.h
// states it, not against the code under test.
struct Outcome {
  std::vector<std::uint64_t> emitted;  // values, and replacements as ~0
  std::size_t error_offset = 0, error_length = 0;
  bool refused = false;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct Detour {  // one transition that goes elsewhere
  State from;
  std::size_t symbol;
  State to;
};

Outcome walk(const Machine& m, ByteView bytes, State start = Machine::kStart,
             const Detour* detour = nullptr) {
  Outcome seen;
  State state = start;
  std::uint64_t value = 0;
  bool has_error = m.is_stopped(start);
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    const std::size_t symbol = i < bytes.size() ? bytes[i] : Machine::kEnd;
    const Transition& t = m.at(state, symbol);
    if (t.error_length > 0 && !has_error) {
      has_error = true;
      seen.error_offset = i + (symbol == Machine::kEnd ? 0 : 1) - t.error_back;
      seen.error_length = t.error_length;
    }
    for (int r = 0; r < t.replacements; ++r) seen.emitted.push_back(~std::uint64_t{0});
    value = (t.restart ? 0 : value) + t.add;
    if (t.emits) seen.emitted.push_back(value);
    const bool detoured = detour != nullptr && detour->from == state && detour->symbol == symbol;
    state = detoured ? detour->to : t.next;
  }
  // An automaton that only accepts or rejects shows it by its final state.
  seen.refused = has_error;
  return seen;
}

// The verdict by the state alone, as an automaton decides it: a detour into an
// accepting state forgets the error.
bool refuses(const Machine& m, ByteView bytes, State start = Machine::kStart,
             const Detour* detour = nullptr) {
  State state = start;
  for (const std::uint8_t unit : bytes) {
    const bool detoured = detour != nullptr && detour->from == state && detour->symbol == unit;
    state = detoured ? detour->to : m.at(state, unit).next;
  }
  return m.is_stopped(state) || m.at(state, Machine::kEnd).error_length > 0;
}

std::vector<Profile> every_profile(PolicyId policy) {
  std::vector<Profile> all;
  for (const Dialect& dialect : dialects()) {
    for (const Bom bom : {Bom::kKeep, Bom::kStripLeading}) all.push_back({dialect.id, policy, bom});
  }
  return all;
}

// All strings of up to `longest` class representatives, by a stack.
std::vector<Bytes> strings_up_to(const Machine& m, std::size_t longest) {
  const std::vector<std::uint8_t> letters = class_firsts(m);
  std::vector<Bytes> all{{}};
  for (std::size_t from = 0, length = 0; length < longest; ++length) {
    const std::size_t to = all.size();
    for (; from < to; ++from) {
      for (const std::uint8_t letter : letters) {
        Bytes longer = all[from];
        longer.push_back(letter);
        all.push_back(longer);
      }
    }
  }
  return all;
}

std::set<State> reachable(const Machine& m) {
  std::set<State> all{Machine::kStart};
  std::vector<State> open{Machine::kStart};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    for (std::size_t unit = 0; unit < 256; ++unit) {
      if (all.insert(m.at(state, unit).next).second) open.push_back(m.at(state, unit).next);
    }
  }
  return all;
}

TEST(StateCover, SuffixesDistinguishWhateverAnyShortStringDoes) {
  for (const DialectId id : {DialectId::kUtf8, DialectId::kUtf8Lenient21, DialectId::kCesu8,
                             DialectId::kWtf8, DialectId::kUtf8mb3, DialectId::kMutf8}) {
    const Machine& m = machine({id, PolicyId::kReject, Bom::kKeep});
    const StateCover set = cover(m, Observed::kVerdict);
    const std::vector<Bytes> strings = strings_up_to(m, 4);
    std::size_t pairs = 0;
    for (State a = 0; a < m.state_count(); ++a) {
      for (State b = 0; b < a; ++b) {
        const bool differ = std::ranges::any_of(
            strings, [&](const Bytes& s) { return refuses(m, s, a) != refuses(m, s, b); });
        const bool told_apart = std::ranges::any_of(
            set.suffixes, [&](const Bytes& s) { return refuses(m, s, a) != refuses(m, s, b); });
        EXPECT_TRUE(told_apart || !differ) << m.name(a) << " / " << m.name(b);
        pairs += differ ? 1 : 0;
      }
    }
    EXPECT_GT(pairs, 0u);
  }
}

TEST(StateCover, ReachesEveryDistinguishableState) {
  for (const PolicyId policy : {PolicyId::kReject, PolicyId::kMaximalSubpart, PolicyId::kPerByte,
                                PolicyId::kPerRun, PolicyId::kLegacyTrail}) {
    for (const Profile& profile : every_profile(policy)) {
      const Machine& m = machine(profile);
      for (const Observed observed : {Observed::kEverything, Observed::kVerdict}) {
        const StateCover set = cover(m, observed);
        // Each access string leads to a state of its own.
        std::set<State> reached;
        for (const Bytes& access : set.access) {
          State state = Machine::kStart;
          for (const std::uint8_t unit : access) state = m.at(state, unit).next;
          EXPECT_TRUE(reached.insert(state).second) << to_text(profile);
        }
        EXPECT_LE(set.access.size(), reachable(m).size());
        EXPECT_EQ(set.strings(), set.suffixes.size() * (1 + 256 * set.access.size()));
      }
    }
  }
}

// "about 6,000 strings for a full observation, 12,000 for a verdict", and the
// state after an error.
TEST(StateCover, OfUtf8HasTheExpectedSize) {
  const StateCover full = cover(machine(Profile{}), Observed::kEverything);
  const StateCover verdict =
      cover(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}), Observed::kVerdict);
  std::cout << "full observation: " << full.access.size() << " states, " << full.suffixes.size()
            << " suffixes, " << full.strings() << " strings\nverdict: " << verdict.access.size()
            << " states, " << verdict.suffixes.size() << " suffixes, " << verdict.strings()
            << " strings\n";
  // Nine states of Table 3-7 (start, seven inside a sequence, rejected): the
  // number of states of Hoehrmann's automaton.
  EXPECT_EQ(verdict.access.size(), 9u);
  EXPECT_GE(full.strings(), 5'000u);
  EXPECT_LE(full.strings(), 7'000u);
  EXPECT_GE(verdict.strings(), 12'000u);
  EXPECT_LE(verdict.strings(), 15'000u);
}

// The states that no string of any length distinguishes by the verdict, each
// with the first of its kind (Moore's refinement).
std::map<State, State> equal_to_a_verdict(const Machine& m) {
  std::map<State, State> first_of;
  std::map<bool, State> by_verdict;
  for (const State s : reachable(m)) {
    first_of[s] = by_verdict.try_emplace(refuses(m, {}, s), s).first->second;
  }
  for (bool refined = true; refined;) {
    refined = false;
    std::map<std::vector<State>, State> by_successors;
    std::map<State, State> next;
    for (const auto& [s, first] : first_of) {
      std::vector<State> successors{first};
      for (std::size_t unit = 0; unit < 256; ++unit) {
        successors.push_back(first_of.at(m.at(s, unit).next));
      }
      next[s] = by_successors.try_emplace(successors, s).first->second;
      refined = refined || next[s] != first;
    }
    first_of = next;
  }
  return first_of;
}

class Mutants : public testing::TestWithParam<Profile> {};

// Every machine that differs from the law in the target of one transition, for
// every state, unit and target, if its verdict ever differs.
TEST_P(Mutants, WithOneChangedTransitionFailTheSet) {
  const Machine& m = machine(GetParam());
  const StateCover set = cover(m, Observed::kVerdict);
  std::map<State, State> class_of = equal_to_a_verdict(m);
  std::vector<State> states;
  for (const auto& [state, first] : class_of) {
    if (state == first) states.push_back(state);
  }

  std::size_t mutants = 0;
  for (const State from : states) {
    for (std::size_t unit = 0; unit < 256; ++unit) {
      for (const State to : states) {
        if (class_of[m.at(from, unit).next] == to) continue;
        ++mutants;
        const Detour detour{from, unit, to};
        bool killed = false;
        for (const Bytes& access : set.access) {
          State at = Machine::kStart;
          for (const std::uint8_t u : access) at = m.at(at, u).next;
          if (class_of[at] != from) continue;
          for (const Bytes& suffix : set.suffixes) {
            Bytes string = access;
            string.push_back(static_cast<std::uint8_t>(unit));
            string.insert(string.end(), suffix.begin(), suffix.end());
            killed = killed || refuses(m, string) != refuses(m, string, Machine::kStart, &detour);
          }
        }
        ASSERT_TRUE(killed) << "from " << m.name(from) << " by " << unit << " to " << m.name(to);
      }
    }
  }
  EXPECT_GT(mutants, 256u);
  std::cout << to_text(GetParam()) << ": " << mutants << " mutants killed\n";
}

INSTANTIATE_TEST_SUITE_P(
    Verdict, Mutants,
    testing::Values(Profile{DialectId::kUtf8, PolicyId::kReject, Bom::kKeep},
                    Profile{DialectId::kCesu8, PolicyId::kReject, Bom::kKeep},
                    Profile{DialectId::kUtf8mb3, PolicyId::kReject, Bom::kKeep},
                    Profile{DialectId::kUtf8Lenient21, PolicyId::kReject, Bom::kKeep}),
    [](const auto& row) {
      std::string name(dialect(row.param.dialect).name);
      std::ranges::replace(name, '-', '_');
      return name;
    });

// The same with everything observed: every redirected transition of the lossy
// machine shows in values, replacements or the first error.
TEST(StateCover, DetectsEveryMutantOfTheLossyMachine) {
  const Machine& m = machine(Profile{});
  const StateCover set = cover(m, Observed::kEverything);
  std::size_t mutants = 0, alike = 0;
  for (const Bytes& access : set.access) {
    State from = Machine::kStart;
    for (const std::uint8_t u : access) from = m.at(from, u).next;
    for (std::size_t unit = 0; unit < 256; ++unit) {
      for (const State to : reachable(m)) {
        const State right = m.at(from, unit).next;
        if (to == right) continue;
        const Detour detour{from, unit, to};
        const bool killed = std::ranges::any_of(set.suffixes, [&](const Bytes& suffix) {
          Bytes string = access;
          string.push_back(static_cast<std::uint8_t>(unit));
          string.insert(string.end(), suffix.begin(), suffix.end());
          return walk(m, string) != walk(m, string, Machine::kStart, &detour);
        });
        ++mutants;
        if (!killed) ++alike;
        EXPECT_TRUE(killed) << "from " << m.name(from) << " by " << unit << " to " << m.name(to);
      }
    }
  }
  std::cout << mutants << " mutants, " << alike << " survived\n";
  EXPECT_GT(mutants, 20'000u);
}

// One representative for each class misses a wrong reaction to another unit of
// the class. This test builds such a machine.
TEST(StateCover, DetectsAWrongReactionToOneUnitOfAClass) {
  const Machine& m = machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep});
  State after_e1 = m.at(Machine::kStart, 0xE1).next;
  const Detour detour{after_e1, 0xA7, Machine::kStart};  // E1 A7 counts as complete
  for (const Bytes& string : strings_up_to(m, 4)) {
    ASSERT_EQ(refuses(m, string), refuses(m, string, Machine::kStart, &detour));
  }
  const StateCover set = cover(m, Observed::kVerdict);
  std::size_t kills = 0;
  for (const Bytes& access : set.access) {
    for (int unit = 0; unit < 256; ++unit) {
      for (const Bytes& suffix : set.suffixes) {
        Bytes string = access;
        string.push_back(static_cast<std::uint8_t>(unit));
        string.insert(string.end(), suffix.begin(), suffix.end());
        kills += refuses(m, string) != refuses(m, string, Machine::kStart, &detour) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(kills, 0u);
}

}  // namespace
}  // namespace placemat
