// Facts about the compiled machines that are known from outside: the number of
// states and classes that UTF-8 needs and why, and that a walker carries
// nothing from one case to the next.
#include "harness/spec/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

namespace placemat {
namespace {

using testing::ElementsAre;

const Machine& utf8(PolicyId policy = PolicyId::kMaximalSubpart) {
  return machine({DialectId::kUtf8, policy, Bom::kKeep});
}

Machine::State after(const Machine& machine, std::string_view hex) {
  Machine::State state = Machine::kStart;
  for (const std::uint8_t unit : parse_hex(hex)) state = machine.at(state, unit).next;
  return state;
}

// The smallest automaton that accepts Table 3-7 has eight states beside reject:
// start; one, two and three continuation units to go; and E0, ED, F0 and F4
// with their narrowed second unit. This machine also reports the length of an
// ill-formed subsequence, so that "one to go" is three states (after one, two
// and three units) and "two to go" is two.
TEST(Machine, StatesOfUtf8) {
  EXPECT_EQ(utf8().state_count(), 8u + 2 + 1);
  // Stopping adds the stopped state.
  EXPECT_EQ(utf8(PolicyId::kReject).state_count(), 12u);
  // Counting runs needs every state twice: inside and outside a run.
  EXPECT_EQ(utf8(PolicyId::kPerRun).state_count(), 22u);
  // Swallowing adds "up to 1 .. 5 more".
  EXPECT_EQ(utf8(PolicyId::kLegacyTrail).state_count(), 16u);
  // The leading BOM is another start, and another path behind EF and EF BB.
  EXPECT_EQ(
      machine({DialectId::kUtf8, PolicyId::kMaximalSubpart, Bom::kStripLeading}).state_count(),
      11u + 3);
}

TEST(Machine, MergesEquivalentStatesOnly) {
  const Machine& m = utf8();
  EXPECT_EQ(after(m, "C2"), after(m, "DF"));
  EXPECT_EQ(after(m, "E1"), after(m, "EF"));
  EXPECT_EQ(after(m, "E0 A0"), after(m, "ED 80"));
  EXPECT_EQ(after(m, "F0 90"), after(m, "F4 8F"));
  const std::set<Machine::State> apart{after(m, ""),      after(m, "C2"),      after(m, "E0"),
                                       after(m, "E1"),    after(m, "ED"),      after(m, "F0"),
                                       after(m, "F1"),    after(m, "F4"),      after(m, "E1 80"),
                                       after(m, "F1 80"), after(m, "F1 80 80")};
  EXPECT_EQ(apart.size(), 11u);
  EXPECT_EQ(after(m, "F1 80 80 80"), Machine::kStart);
  EXPECT_EQ(after(m, "F1 80 41"), Machine::kStart);
  EXPECT_EQ(after(m, "F1 80 C2"), after(m, "C2"));  // processed again
  EXPECT_EQ(m.pending(after(m, "F1 80 80")), 3u);
  EXPECT_EQ(m.pending(Machine::kStart), 0u);
}

std::string text_of(const std::vector<std::uint8_t>& units) {
  std::string out;
  for (std::size_t i = 0; i < units.size();) {
    std::size_t j = i;
    while (j + 1 < units.size() && units[j + 1] == units[j] + 1) ++j;
    if (i > 0) out += ' ';
    out += to_hex(Bytes{units[i]});
    if (j > i) out += ".." + to_hex(Bytes{units[j]});
    i = j + 1;
  }
  return out;
}

// Hoehrmann's twelve classes of units. The class of units that never appear
// (C0, C1, F5..FF) is four classes here: overlong, beyond 10FFFF, five or six
// units, FE and FF.
TEST(Machine, ClassesOfUtf8) {
  std::vector<std::string> classes;
  for (const auto& units : utf8().classes()) classes.push_back(text_of(units));
  EXPECT_THAT(classes, ElementsAre("00..7F", "80..8F", "90..9F", "A0..BF", "C0..C1", "C2..DF", "E0",
                                   "E1..EC EE..EF", "ED", "F0", "F1..F3", "F4", "F5..F7", "F8..FD",
                                   "FE..FF"));
  // Without the names there are twelve.
  std::set<std::vector<std::uint64_t>> columns;
  for (std::size_t unit = 0; unit <= 0xFF; ++unit) {
    std::vector<std::uint64_t> column;
    for (std::size_t state = 0; state < utf8().state_count(); ++state) {
      const Transition& t = utf8().at(static_cast<Machine::State>(state), unit);
      column.insert(column.end(), {t.next, t.replacements, t.emits, t.error_back, t.error_length});
    }
    columns.insert(column);
  }
  EXPECT_EQ(columns.size(), 12u);
}

TEST(Machine, ClassesHoldEveryUnitOnceInEveryProfile) {
  for (const Dialect& dialect : dialects()) {
    const Machine& m = machine({dialect.id, PolicyId::kLegacyTrail, Bom::kStripLeading});
    std::multiset<std::uint8_t> seen;
    for (std::size_t i = 0; i < m.classes().size(); ++i) {
      EXPECT_TRUE(std::ranges::is_sorted(m.classes()[i]));
      for (const std::uint8_t unit : m.classes()[i]) {
        seen.insert(unit);
        EXPECT_EQ(m.class_of(unit), i) << dialect.name;
      }
    }
    EXPECT_EQ(seen.size(), 256u) << dialect.name;
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 256u) << dialect.name;
  }
}

TEST(Machine, EndIsAnErrorOnlyInsideASequence) {
  const Machine& m = utf8();
  const Transition& between = m.at(Machine::kStart, Machine::kEnd);
  EXPECT_EQ(between.error_length, 0);
  EXPECT_EQ(between.replacements, 0);
  const Transition& inside = m.at(after(m, "F1 80 80"), Machine::kEnd);
  EXPECT_EQ(inside.error_length, 3);
  EXPECT_EQ(inside.error_back, 3);
  EXPECT_EQ(inside.replacements, 1);
  EXPECT_EQ(inside.error_class, ErrorClass::kTruncated);
}

TEST(Machine, RejectStateIsAbsorbing) {
  const Machine& m = utf8(PolicyId::kReject);
  const Machine::State stopped = after(m, "FF");
  EXPECT_TRUE(m.is_stopped(stopped));
  EXPECT_FALSE(m.is_stopped(Machine::kStart));
  EXPECT_EQ(m.name(stopped), "stopped");
  for (std::size_t symbol = 0; symbol < Machine::kSymbols; ++symbol) {
    const Transition& t = m.at(stopped, symbol);
    EXPECT_FALSE(t.emits);
    EXPECT_EQ(t.replacements, 0);
    EXPECT_EQ(t.error_length, 0);
    if (symbol != Machine::kEnd) {
      EXPECT_EQ(t.next, stopped);
    }
  }
  EXPECT_EQ(m.decode(parse_hex("41 FF 42")).values, (std::vector<std::uint64_t>{0x41}));
}

TEST(Machine, StateNamesStateTheExpectedUnits) {
  const Machine& m = utf8();
  EXPECT_EQ(m.name(Machine::kStart), "start");
  EXPECT_EQ(m.name(after(m, "E0")), "after E0, 2 to go, next A0..BF");
  for (const PolicyId policy : {PolicyId::kPerRun, PolicyId::kLegacyTrail, PolicyId::kReject}) {
    std::set<std::string> names;
    for (std::size_t state = 0; state < utf8(policy).state_count(); ++state) {
      names.insert(utf8(policy).name(static_cast<Machine::State>(state)));
    }
    EXPECT_EQ(names.size(), utf8(policy).state_count());
  }
}

TEST(Machine, IsSharedPerProfile) {
  EXPECT_EQ(&utf8(), &utf8());
  EXPECT_NE(&utf8(), &utf8(PolicyId::kPerRun));
  EXPECT_EQ(utf8(PolicyId::kRuneerror80).replacement(), 0x80u);
  EXPECT_EQ(utf8().replacement(), 0xFFFDu);
}

// A copy of every answer of a walker.
struct Copy {
  std::vector<std::uint64_t> values;
  std::optional<IllFormed> error;
  std::size_t before;
  ErrorClass error_class;
  friend bool operator==(const Copy&, const Copy&) = default;
};
Copy copy_of(const Walker::View& view) {
  return {{view.values.begin(), view.values.end()},
          view.error,
          view.values_before_error,
          view.error_class};
}

Copy fresh(const Profile& profile, ByteView bytes) {
  Walker walker(machine(profile));
  return copy_of(walker.decode(bytes));
}

TEST(Walker, ShrinkingGrowingEqualAndEmpty) {
  const Profile profile;
  Walker walker(machine(profile));
  for (const char* hex : {"E2 82 AC", "E2 82", "E2", "", "E2", "E2 82", "E2 82", "E2 82 AC 41",
                          "E2 82 AC", "", "", "FF FF FF FF FF FF FF FF", "FF", "FF C3 A9", "C3 A9",
                          "41 E2 82", "41 E2 82 41", "41 E2 28", "41 E2 82"}) {
    const Bytes bytes = parse_hex(hex);
    EXPECT_EQ(copy_of(walker.decode(bytes)), fresh(profile, bytes)) << hex;
  }
}

TEST(Walker, AnswersDoNotDependOnTheOrderOfCases) {
  std::mt19937 random(20240229);
  // Few units, so that cases often share prefixes.
  const Bytes units = parse_hex("41 80 A0 BF C3 E2 ED EF BB F0 90 F4 FF");
  for (const Profile& profile :
       {Profile{}, Profile{DialectId::kUtf8, PolicyId::kReject, Bom::kStripLeading},
        Profile{DialectId::kUtf8, PolicyId::kPerRun, Bom::kStripLeading},
        Profile{DialectId::kUtf8, PolicyId::kPerByte, Bom::kKeep},
        Profile{DialectId::kUtf8Rfc2279, PolicyId::kLegacyTrail, Bom::kKeep},
        Profile{DialectId::kCesu8, PolicyId::kPerByte, Bom::kKeep},
        Profile{DialectId::kWtf8, PolicyId::kSkip, Bom::kStripLeading}}) {
    Walker walker(machine(profile));
    Bytes bytes;
    for (int i = 0; i < 20'000; ++i) {
      // Keep a prefix of the previous case, then grow.
      bytes.resize(std::min<std::size_t>(bytes.size(), random() % 12));
      for (auto more = random() % 6; more > 0; --more) {
        bytes.push_back(units[random() % units.size()]);
      }
      if (random() % 50 == 0) bytes.clear();
      if (random() % 50 == 0) bytes.insert(bytes.end(), 100, units[random() % units.size()]);
      ASSERT_EQ(copy_of(walker.decode(bytes)), fresh(profile, bytes))
          << to_text(profile) << ' ' << to_spaced_hex(bytes);
    }
  }
}

// The values live in the walker until the next call; a view must not point into
// storage that this call has released.
TEST(Walker, LongInput) {
  Walker walker(utf8());
  const Bytes bytes(100'000, 0xFF);
  const Walker::View view = walker.decode(bytes);
  EXPECT_EQ(view.values.size(), bytes.size());
  EXPECT_TRUE(std::ranges::all_of(view.values, [](auto value) { return value == 0xFFFD; }));
  const Bytes text(200'000, 0x41);
  EXPECT_EQ(walker.decode(text).values.back(), 0x41u);
  EXPECT_FALSE(walker.decode(text).error.has_value());
}

}  // namespace
}  // namespace placemat
