// mutant_test.cc: a mutant without a fault is the law, and each kind of fault
// shows exactly where it should. The expected answers of faults are worked out
// by hand from Table 3-7.
#include "harness/strength/mutant.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "harness/strength/fixture.h"

namespace placemat {
namespace {

using testing_aid::each_string;
using testing_aid::faultless;
using testing_aid::kEnds;
using testing_aid::law_at;
using testing_aid::shown;
using testing_aid::state_after;

TEST(MutantWalk, WithoutAFaultEqualsTheLawOnAllShortStrings) {
  const Mutant law = faultless();
  const Machine& compiled = machine(kMutatedProfile);
  each_string({kEnds.begin(), kEnds.end()}, 3, [&](ByteView s) {
    ASSERT_EQ(answer_of(law, s), reference_decode(s, kMutatedProfile)) << to_spaced_hex(s);
  });
  // Four units cover the longest sequence, with the relevant boundary units.
  each_string(
      {0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4,
       0xF5},
      4, [&](ByteView s) { ASSERT_EQ(answer_of(law, s), compiled.decode(s)) << to_spaced_hex(s); });
}

TEST(MutantWalk, WithoutAFaultEqualsTheLawOnRandomStrings) {
  const Mutant law = faultless();
  std::mt19937 random(1992);
  for (int i = 0; i < 2000; ++i) {
    Bytes units(random() % 40);
    for (std::uint8_t& unit : units) {
      unit =
          random() % 3 == 0 ? static_cast<std::uint8_t>(random()) : kEnds[random() % kEnds.size()];
    }
    ASSERT_EQ(answer_of(law, units), reference_decode(units, kMutatedProfile))
        << to_spaced_hex(units);
  }
}

TEST(MutantWalk, RunsAnyMachineUnchanged) {
  for (const Profile profile : {Profile{DialectId::kUtf8Rfc2279, PolicyId::kPerByte, Bom::kKeep},
                                Profile{DialectId::kCesu8, PolicyId::kPerRun, Bom::kStripLeading},
                                Profile{DialectId::kUtf8, PolicyId::kSkip, Bom::kKeep}}) {
    Mutant other = faultless();
    other.machine = &machine(profile);
    each_string({0x41, 0x80, 0xA0, 0xBB, 0xBF, 0xC0, 0xC3, 0xED, 0xEF, 0xF8}, 4, [&](ByteView s) {
      const Answer right = reference_decode(s, profile);
      const Answer seen = answer_of(other, s);
      ASSERT_EQ(seen.values, right.values) << to_text(profile) << ": " << to_spaced_hex(s);
      ASSERT_EQ(seen.error, right.error) << to_text(profile) << ": " << to_spaced_hex(s);
    });
  }
}

TEST(MutantWalk, BuffersHaveNoEffectWithoutAGate) {
  const Bytes units = parse_units("41 C3 A9 E2 82 F0 9F 98 80 ED A0").bytes;
  const Answer right = reference_decode(units, kMutatedProfile);
  const Mutant law = faultless();
  for (std::size_t cut = 0; cut <= units.size(); ++cut) {
    MutantWalk walk(law);
    walk.push(ByteView(units).first(cut));
    walk.push(ByteView(units).subspan(cut));
    walk.finish();
    EXPECT_EQ(walk.values, right.values) << cut;
    EXPECT_EQ(walk.error, right.error) << cut;
  }
}

TEST(AccessStrings, LeadToEveryStateByAShortestPath) {
  const Machine& law = machine(kMutatedProfile);
  ASSERT_EQ(access_strings().size(), law.state_count());
  std::set<Machine::State> reached_earlier;
  each_string({kEnds.begin(), kEnds.end()}, 3, [&](ByteView s) {
    const Machine::State state = state_after({s.begin(), s.end()});
    if (reached_earlier.insert(state).second) {
      EXPECT_EQ(access_strings()[state].size(), s.size()) << law.name(state);
      EXPECT_EQ(state_after(access_strings()[state]), state);
    }
  });
  EXPECT_EQ(reached_earlier.size(), law.state_count());
}

// A mutant that decodes A as B, wherever its gate is open.
Mutant a_for_b(Gate gate) {
  Mutant mutant = faultless();
  Transition t = law_at({}, 'A');
  t.add = 'B';
  mutant.patches = {{Machine::kStart, 'A', t}};
  mutant.gate = gate;
  return mutant;
}

// Its answer to text, as text.
std::string text_of(const Mutant& mutant, const std::vector<std::string>& buffers) {
  MutantWalk walk(mutant);
  for (const std::string& buffer : buffers) {
    walk.push(Bytes(buffer.begin(), buffer.end()));
  }
  walk.finish();
  std::string text;
  for (const std::uint64_t value : walk.values) {
    text += value < 0x80 ? static_cast<char>(value) : '?';
  }
  return text;
}

TEST(Gate, AlwaysIsOpenEverywhere) { EXPECT_EQ(text_of(a_for_b({}), {"AAxA"}), "BBxB"); }

TEST(Gate, OffsetCountsFromTheStartOfTheBuffer) {
  const Mutant mutant = a_for_b({Gate::Kind::kOffset, 4, 1});
  EXPECT_EQ(text_of(mutant, {"AAAAAAAA"}), "ABAAABAA");
  EXPECT_EQ(text_of(mutant, {"A", "AA"}), "AAB");
}

TEST(Gate, AcrossEdgeNeedsASequenceThatBeganInAnEarlierBlock) {
  // The last unit of C3 A9 gives EA in place of E9.
  Mutant mutant = faultless();
  Transition t = law_at({0xC3}, 0xA9);
  ++t.add;
  mutant.patches = {{state_after({0xC3}), 0xA9, t}};
  mutant.gate = {Gate::Kind::kAcrossEdge, 4, 0};
  EXPECT_EQ(shown(mutant, "61*3 C3 A9"), "61 61 61 EA");
  EXPECT_EQ(shown(mutant, "61*2 C3 A9"), "61 61 E9");
  EXPECT_EQ(shown(mutant, "61*4 C3 A9"), "61 61 61 61 E9");
  EXPECT_EQ(shown(mutant, "61*7 C3 A9"), "61 61 61 61 61 61 61 EA");

  // The edge is one of memory: a sequence that began in another buffer crosses
  // no edge.
  MutantWalk walk(mutant);
  walk.push(parse_units("61*3 C3").bytes);
  walk.push(parse_units("A9").bytes);
  EXPECT_EQ(walk.values.back(), 0xE9u);
}

TEST(Gate, AcrossEdgeIsOpenFromTheEdgeOnAndNotBefore) {
  // Both trailing units of a three-unit sequence, each with a bit of its own.
  Mutant mutant = faultless();
  Transition second = law_at({0xE1}, 0x80);
  second.add += 0x40;
  Transition third = law_at({0xE1, 0x80}, 0x80);
  third.add += 1;
  mutant.patches = {{state_after({0xE1}), 0x80, second}, {state_after({0xE1, 0x80}), 0x80, third}};
  mutant.gate = {Gate::Kind::kAcrossEdge, 4, 0};
  EXPECT_EQ(shown(mutant, "61 E1 80 80"), "61 1000");
  EXPECT_EQ(shown(mutant, "61 61 E1 80 80"), "61 61 1001");
  EXPECT_EQ(shown(mutant, "61*3 E1 80 80"), "61 61 61 1041");
}

TEST(Gate, LastBlockIsThePartialOne) {
  const Mutant mutant = a_for_b({Gate::Kind::kLastBlock, 4, 0});
  EXPECT_EQ(text_of(mutant, {"AAAAAA"}), "AAAABB");
  EXPECT_EQ(text_of(mutant, {"AAAA"}), "AAAA");
  EXPECT_EQ(text_of(mutant, {"AAA"}), "BBB");
}

TEST(Gate, AfterAsciiCountsTheUnitsDirectlyBefore) {
  const Mutant mutant = a_for_b({Gate::Kind::kAfterAscii, 2, 0});
  EXPECT_EQ(text_of(mutant, {"AAAA"}), "AABB");
  EXPECT_EQ(text_of(mutant, {"xA\xC3\xA9"
                             "AxA"}),
            "xA?AxB");
  EXPECT_EQ(text_of(mutant, {"xx\x80"
                             "AA"}),
            "xx?AA");
  EXPECT_EQ(text_of(mutant, {"x", "x", "A"}), "xxB");
}

// An ill-formed sequence ends the run of ASCII before it, even when the unit
// that interrupts it begins the next one.
TEST(Gate, AfterAsciiDoesNotCountAcrossABrokenSequence) {
  const Mutant mutant = a_for_b({Gate::Kind::kAfterAscii, 2, 0});
  EXPECT_EQ(text_of(mutant, {"xx\xC3"
                             "xA"}),
            "xx?xA");
  EXPECT_EQ(text_of(mutant, {"xx\xC3"
                             "xxA"}),
            "xx?xxB");
}

TEST(Gate, AtEndIsTheLastUnitOfABuffer) {
  const Mutant mutant = a_for_b({Gate::Kind::kAtEnd, 0, 0});
  EXPECT_EQ(text_of(mutant, {"AAA"}), "AAB");
  EXPECT_EQ(text_of(mutant, {"AA", "A"}), "ABB");
  EXPECT_EQ(text_of(mutant, {"AAx"}), "AAx");
}

ItemKind item(ErrorClass fault) { return static_cast<ItemKind>(3 + static_cast<unsigned>(fault)); }

TEST(Gate, AfterItemDependsOnThePreviousItem) {
  EXPECT_EQ(text_of(a_for_b({Gate::Kind::kAfterItem, 0, 0}), {"AAA"}), "ABB");
  EXPECT_EQ(text_of(a_for_b({Gate::Kind::kAfterItem, 1, 0}), {"A\xC3\xA9"
                                                              "AA"}),
            "A?BA");
  EXPECT_EQ(text_of(a_for_b({Gate::Kind::kAfterItem, 2, 0}), {"\xE2\x82\xAC"
                                                              "AA"}),
            "?BA");
  EXPECT_EQ(text_of(a_for_b({Gate::Kind::kAfterItem, 3, 0}), {"\xF0\x9F\x98\x80"
                                                              "AA"}),
            "?BA");
  const auto after = [](ErrorClass fault, const std::string& units) {
    return text_of(a_for_b({Gate::Kind::kAfterItem, item(fault), 0}), {units + "AA"});
  };
  EXPECT_EQ(after(ErrorClass::kOverlong, "\xC0"), "?BA");
  EXPECT_EQ(after(ErrorClass::kLoneContinuation, "\x80"), "?BA");
  EXPECT_EQ(after(ErrorClass::kBeyond10FFFF, "\xF5"), "?BA");
  EXPECT_EQ(after(ErrorClass::kFiveSixUnit, "\xF8"), "?BA");
  EXPECT_EQ(after(ErrorClass::kFeFf, "\xFF"), "?BA");
  // The unit that interrupts a sequence and can begin none belongs to its item.
  EXPECT_EQ(after(ErrorClass::kSurrogate, "\xED\xA0"), "??BA");
  EXPECT_EQ(after(ErrorClass::kLoneContinuation, "\xED\xA0"), "??AA");
  EXPECT_EQ(after(ErrorClass::kLoneContinuation, "\xED\xA0\x80"), "???BA");
}

TEST(Gate, AtOffsetDependsOnOneOffsetOfTheBuffer) {
  const Mutant mutant = a_for_b({Gate::Kind::kAtOffset, 2, 0});
  EXPECT_EQ(text_of(mutant, {"AAAA"}), "AABA");
  EXPECT_EQ(text_of(mutant, {"\xC3\xA9"
                             "AA"}),
            "?BA");
}

TEST(Gate, AfterErrorsCountsThem) {
  const Mutant mutant = a_for_b({Gate::Kind::kAfterErrors, 2, 0});
  EXPECT_EQ(text_of(mutant, {"A\xFF"
                             "A\x80x"
                             "A\xFF"
                             "A"}),
            "A?A?xB?A");
  // A truncated sequence is one error, whatever truncates it.
  EXPECT_EQ(text_of(mutant, {"\xFF\xE1\x80"
                             "A"}),
            "??A");
  EXPECT_EQ(text_of(mutant, {"\xFF\xE1\x80x"
                             "A"}),
            "??xB");
}

TEST(Gate, AfterUnitsDependsOnThePreviousItem) {
  const Mutant mutant = a_for_b({Gate::Kind::kAfterUnits, 0xC3A9, 0});
  EXPECT_EQ(text_of(mutant, {"\xC3\xA9"
                             "AA"}),
            "?BA");
  EXPECT_EQ(text_of(mutant, {"\xC3\xAA"
                             "A"}),
            "?A");
  const Mutant longer = a_for_b({Gate::Kind::kAfterUnits, 0xE282, 0});
  EXPECT_EQ(text_of(longer, {"\xE2\x82\xAC"
                             "A\xE2\x82"
                             "A"}),
            "?B?A");
}

TEST(Gate, AfterTwoDependsOnBothItemsInOrder) {
  const Mutant mutant = a_for_b({Gate::Kind::kAfterTwo, 0, 1});
  EXPECT_EQ(text_of(mutant, {"x\xC3\xA9"
                             "A"}),
            "x?B");
  EXPECT_EQ(text_of(mutant, {"\xC3\xA9xA"}), "?xA");
  EXPECT_EQ(text_of(mutant, {"\xC3\xA9"
                             "A"}),
            "?A");
  const Mutant broken = a_for_b({Gate::Kind::kAfterTwo, item(ErrorClass::kInterrupted), 0});
  EXPECT_EQ(text_of(broken, {"\xC3xA"}), "?xB");
  EXPECT_EQ(text_of(broken, {"\xC3xxA"}), "?xxA");
}

Mutant with_value(ValueFault fault) {
  Mutant mutant = faultless();
  mutant.value = fault;
  return mutant;
}

TEST(ValueFault, AppliesWithinItsRangeAndPattern) {
  using Does = ValueFault::Does;
  const ValueFault fault{Does::kDrops, 0x10, 0x2F, 0x3, 0x1, 0};
  EXPECT_TRUE(fault.applies(0x11));
  EXPECT_TRUE(fault.applies(0x2D));
  EXPECT_FALSE(fault.applies(0x10));
  EXPECT_FALSE(fault.applies(0x0D));
  EXPECT_FALSE(fault.applies(0x31));
  EXPECT_FALSE((ValueFault{Does::kNothing, 0, 0xFF, 0, 0, 0}.applies(1)));
}

TEST(ValueFault, DropsRejectsFlipsOrEndsTheInput) {
  using Does = ValueFault::Does;
  EXPECT_EQ(shown(with_value({Does::kDrops, 0xE9, 0xE9, 0, 0, 0}), "41 C3 A9 42"), "41 42");
  EXPECT_EQ(shown(with_value({Does::kFlips, 0xE9, 0xE9, 0, 0, 8}), "41 C3 A9 42"), "41 E1 42");
  EXPECT_EQ(shown(with_value({Does::kEndsInput, 0, 0, 0, 0, 0}), "41 00 42 FF"), "41");
  const Mutant refuses = with_value({Does::kRefuses, 0x20AC, 0x20AC, 0, 0, 0});
  EXPECT_EQ(shown(refuses, "41 E2 82 AC 42 FF"), "41 FFFD 42 FFFD @1+3");
  EXPECT_EQ(answer_of(refuses, parse_units("41 E2 82 AC").bytes).values_before_error, 1u);
}

TEST(ValueFault, DoesNotApplyToReplacements) {
  const Mutant mutant = with_value({ValueFault::Does::kDrops, 0xFFFD, 0xFFFD, 0, 0, 0});
  EXPECT_EQ(shown(mutant, "FF"), "FFFD @0+1");
  EXPECT_EQ(shown(mutant, "EF BF BD"), "");
}

TEST(MutantWalk, ForgetLosesTheOpenSequence) {
  const Mutant law = faultless();
  MutantWalk walk(law);
  walk.push(parse_units("41 C3").bytes);
  walk.forget();
  walk.push(parse_units("A9").bytes);
  walk.finish();
  EXPECT_EQ(walk.values, (std::vector<std::uint64_t>{0x41, 0xFFFD}));
  EXPECT_EQ(walk.error, (IllFormed{2, 1, false}));
}

TEST(MutantWalk, FlushReportsTheOpenSequence) {
  const Mutant law = faultless();
  MutantWalk walk(law);
  walk.push(parse_units("E2 82").bytes);
  walk.flush();
  EXPECT_EQ(walk.values, (std::vector<std::uint64_t>{0xFFFD}));
  EXPECT_EQ(walk.error, (IllFormed{0, 2, true}));
  walk.push(parse_units("41").bytes);
  walk.finish();
  EXPECT_EQ(walk.values, (std::vector<std::uint64_t>{0xFFFD, 0x41}));
}

TEST(MutantWalk, ResumeRestoresThePosition) {
  const Mutant law = faultless();
  MutantWalk walk(law);
  walk.push(parse_units("E2 82").bytes);
  const auto state = walk.state();
  const auto accumulator = walk.accumulator();
  walk.restart();
  walk.resume(state, accumulator);
  walk.push(parse_units("AC").bytes);
  walk.finish();
  EXPECT_EQ(walk.values, (std::vector<std::uint64_t>{0x20AC}));
  EXPECT_EQ(walk.error, std::nullopt);
}

TEST(MutantWalk, RestartClearsEverythingButTheValues) {
  Mutant mutant = with_value({ValueFault::Does::kEndsInput, 0, 0, 0, 0, 0});
  mutant.gate = {Gate::Kind::kAfterItem, 0, 0};
  MutantWalk walk(mutant);
  walk.push(parse_units("FF 41 00").bytes);
  EXPECT_TRUE(walk.has_ended());
  walk.restart();
  EXPECT_FALSE(walk.has_ended());
  EXPECT_EQ(walk.error, std::nullopt);
  EXPECT_EQ(walk.last_item(), MutantWalk::kNoItem);
  EXPECT_EQ(walk.item_before_last(), MutantWalk::kNoItem);
  EXPECT_EQ(walk.state(), Machine::kStart);
}

TEST(MutantFamilies, AreNamedInTheirOrder) {
  ASSERT_EQ(mutant_families().size(), kMutantFamilyCount);
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kMutantFamilyCount; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(mutant_families()[i].family), i);
    EXPECT_EQ(&row_of(mutant_families()[i].family), &mutant_families()[i]);
    names.insert(mutant_families()[i].name);
  }
  EXPECT_EQ(names.size(), kMutantFamilyCount);
}

TEST(ItemKinds, AreNamed) {
  EXPECT_EQ(name_of_item(0), "1-unit");
  EXPECT_EQ(name_of_item(3), "4-unit");
  EXPECT_EQ(name_of_item(item(ErrorClass::kOverlong)), "overlong");
  EXPECT_EQ(name_of_item(static_cast<ItemKind>(kItemKinds - 1)), "interrupted");
}

}  // namespace
}  // namespace placemat
