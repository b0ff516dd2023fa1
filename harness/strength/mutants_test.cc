// mutants_test.cc: the list of mutants: complete by count, stable by name, and
// each with the behaviour that its name states. The expected behaviour is
// worked out by hand.
#include "harness/strength/mutants.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "harness/spec/encode.h"
#include "harness/spec/reference.h"
#include "harness/strength/distinguish.h"
#include "harness/strength/fixture.h"

namespace placemat {
namespace {

using testing_aid::faultless;
using testing_aid::find_mutant;
using testing_aid::shown;

std::vector<Mutant> everything(std::uint64_t seed) {
  std::vector<Mutant> all = automaton_mutants();
  for (const auto& more : {position_mutants(), history_mutants(), value_mutants(seed),
                           state_mutants(), buffer_mutants()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<std::string> names_of(const std::vector<Mutant>& mutants) {
  std::vector<std::string> names;
  for (const Mutant& mutant : mutants) names.push_back(mutant.name);
  return names;
}

const std::vector<Mutant>& automata() {
  static const std::vector<Mutant> kAll = automaton_mutants();
  return kAll;
}

TEST(Mutants, NamesAreUniqueAndBeginWithTheFamily) {
  std::set<std::string> seen;
  for (const Mutant& mutant : everything(1992)) {
    EXPECT_TRUE(seen.insert(mutant.name).second) << mutant.name;
    EXPECT_TRUE(mutant.name.starts_with(std::string(row_of(mutant.family).name) + "/"))
        << mutant.name;
  }
}

TEST(Mutants, AreDeterministic) { EXPECT_EQ(names_of(everything(7)), names_of(everything(7))); }

TEST(Mutants, OnlySingleValuesAreDrawnFromTheSeed) {
  const auto fixed = [](std::uint64_t seed) {
    std::vector<std::string> names = names_of(everything(seed));
    std::erase_if(names, [](const std::string& n) { return n.starts_with("value/"); });
    return names;
  };
  EXPECT_EQ(fixed(1), fixed(2));
  EXPECT_NE(names_of(value_mutants(1)), names_of(value_mutants(2)));
}

TEST(Mutants, ExistInEveryFamily) {
  std::map<MutantFamily, std::size_t> count;
  for (const Mutant& mutant : everything(1992)) ++count[mutant.family];
  for (const MutantFamilyRow& row : mutant_families()) EXPECT_GT(count[row.family], 0u) << row.name;
}

// Every unit has a transition mutant in every state, and so has the end.
TEST(Mutants, TransitionsCoverEveryUnitInEveryState) {
  std::set<std::pair<Machine::State, std::uint16_t>> touched;
  for (const Mutant& mutant : automata()) {
    if (mutant.family != MutantFamily::kTransition) continue;
    ASSERT_EQ(mutant.patches.size(), 1u) << mutant.name;
    touched.emplace(mutant.patches[0].state, mutant.patches[0].symbol);
  }
  EXPECT_EQ(touched.size(), machine(kMutatedProfile).state_count() * Machine::kSymbols);
}

// Each unit as each class that it is not in.
TEST(Mutants, ClassesCoverEveryUnit) {
  const std::size_t classes = machine(kMutatedProfile).classes().size();
  std::map<std::string, std::size_t> count;
  for (const Mutant& mutant : automata()) {
    if (mutant.family == MutantFamily::kClass) ++count[mutant.name.substr(0, 8)];
  }
  ASSERT_EQ(count.size(), 256u);
  for (const auto& [unit, times] : count) EXPECT_EQ(times, classes - 1) << unit;
}

TEST(Mutants, EveryBaseFaultHasEveryGate) {
  const std::size_t faults = base_faults().size();
  // A fault in the first unit of a sequence cannot lie across an edge.
  std::size_t inside = 0;
  for (const Mutant& fault : base_faults()) {
    inside += fault.patches.front().state == Machine::kStart ? 0 : 1;
  }
  // Offsets and last blocks of four block sizes, nine runs of ASCII, the end, and eleven offsets.
  EXPECT_EQ(position_mutants().size(), (16 + 32 + 64 + 128 + 4 + 9 + 1 + 11) * faults + 4 * inside);

  std::size_t after_one = 0, after_two = 0;
  for (const Mutant& mutant : history_mutants()) {
    const bool is_value = mutant.value.does != ValueFault::Does::kNothing;
    after_one += !is_value && mutant.gate.kind == Gate::Kind::kAfterItem ? 1 : 0;
    after_two += mutant.gate.kind == Gate::Kind::kAfterTwo ? 1 : 0;
  }
  // Four kinds of well-formed item, and the ill-formed ones but "truncated",
  // after which no item follows.
  constexpr std::size_t kKinds = 4 + 7;
  EXPECT_EQ(after_one, kKinds * faults);
  EXPECT_EQ(after_two, kKinds * kKinds * faults);
}

TEST(Mutants, EveryLeadAndSecondUnitHasOne) {
  std::size_t count = 0;
  for (const Mutant& mutant : history_mutants()) {
    count += mutant.name.find("/lead-and-second/") != std::string::npos ? 1 : 0;
  }
  // Table 3-7: E0 with 32, E1..EC, EE, EF with 64 and ED with 32 second units;
  // F0 with 48, F1..F3 with 64 and F4 with 16.
  EXPECT_EQ(count, 32u + 14 * 64 + 32 + 48 + 3 * 64 + 16);
}

TEST(Mutants, StreamsFailInEveryStateInsideASequence) {
  std::map<std::string, std::set<Machine::State>> states;
  for (const Mutant& mutant : state_mutants()) {
    const std::size_t slash = mutant.name.find('/', 6);
    states[mutant.name.substr(6, slash - 6)].insert(mutant.stream.state);
  }
  const std::size_t inside = machine(kMutatedProfile).state_count() - 1;
  for (const auto& [fault, where] : states) {
    const bool is_at_start = fault == "keeps-after-error" || fault == "repeats-at-second-finish";
    // One unit leads to seven states inside a sequence, and two to all but one.
    const std::size_t within_reach = fault.ends_with("single-pushes-1")   ? 7
                                     : fault.ends_with("single-pushes-2") ? inside - 1
                                                                          : inside;
    EXPECT_EQ(where.size(), is_at_start ? 1 : within_reach) << fault;
  }
  EXPECT_EQ(states.size(), 8u + 2 * (6 + 2 + 1 + 6 + 7) + 1);
}

// The effect of each on one string, and on another that it must not affect.
struct Promise {
  std::string name, units, answer;
};

void keep(const std::vector<Mutant>& all, const std::vector<Promise>& promises) {
  for (const Promise& p : promises) {
    EXPECT_EQ(shown(find_mutant(all, p.name), p.units), p.answer) << p.name << " on " << p.units;
  }
}

TEST(Mutants, ClassBehavesAsNamed) {
  keep(automata(), {
                       {"class/C0/as-C2", "C0 80", "0"},
                       {"class/C0/as-C2", "C0 BF", "3F"},
                       {"class/C0/as-C2", "C1 80", "FFFD FFFD @0+1"},
                       {"class/41/as-80", "41", "FFFD @0+1"},
                       {"class/41/as-80", "42 C3 A9", "42 E9"},
                       // 80 + (41 - 80) below C2's own 80.
                       {"class/41/as-80", "C2 41", "41"},
                       {"class/F5/as-F1", "F5 80 80 80", "140000"},
                   });
}

TEST(Mutants, TransitionBehavesAsNamed) {
  keep(automata(), {
                       {"transition/after-C2/41/as-80", "C2 41", "41"},
                       {"transition/after-C2/41/as-80", "41", "41"},
                       {"transition/after-C2/41/as-80", "C2 42", "FFFD 42 @0+1"},
                       {"transition/after-C2/41/no-error", "C2 41", "FFFD 41"},
                       {"transition/start/41/no-value", "41 42", "42"},
                       {"transition/start/FF/2-replacements", "FF", "FFFD FFFD @0+1"},
                       {"transition/start/FF/0-replacements", "FF 41", "41 @0+1"},
                       {"transition/after-E0/80/silently-to-start", "E0 80 41", "41"},
                   });
}

TEST(Mutants, PayloadBehavesAsNamed) {
  keep(automata(),
       {
           {"payload/after-C2/80/one-too-many", "C2 80", "81"},
           {"payload/after-C2/80/one-too-many", "C2 81", "81"},
           {"payload/after-C2/80/shift-one-more", "C3 81", "C2"},
           // A1 has the payload 21; without its highest bit, 1.
           {"payload/after-C2/A0/mask-too-narrow", "C2 A1", "81"},
           {"payload/after-C2/80/no-mask", "C2 81", "101"},
           // F2 leaves 2 * 40000 behind, and F1 adds 40000.
           {"payload/after-F1/F1/keeps-interrupted", "F2 F1 80 80 80", "FFFD 3CC0000 @0+1"},
           {"payload/after-F1/F1/keeps-interrupted", "F1 80 80 80", "40000"},
       });
}

TEST(Mutants, SemanticBehavesAsNamed) {
  keep(automata(), {
                       {"semantic/overlong/2", "C0 80 C1 BF", "0 7F"},
                       {"semantic/overlong/3", "E0 80 80 E0 9F BF", "0 7FF"},
                       {"semantic/overlong/4", "F0 80 80 80 F0 8F BF BF", "0 FFFF"},
                       {"semantic/overlong/only-E09F", "E0 9F BF", "7FF"},
                       {"semantic/overlong/only-E09F", "E0 9E BF", "FFFD FFFD FFFD @0+1"},
                       {"semantic/surrogate/all", "ED A0 80 ED BF BF", "D800 DFFF"},
                       {"semantic/surrogate/high", "ED AF BF ED B0 80", "DBFF FFFD FFFD FFFD @3+1"},
                       {"semantic/surrogate/low", "ED B0 80", "DC00"},
                       {"semantic/beyond-10ffff/f4", "F4 90 80 80", "110000"},
                       {"semantic/beyond-10ffff/f5-f7", "F7 BF BF BF", "1FFFFF"},
                       {"semantic/swallows-next/after-C2", "C2 41 42", "FFFD 42 @0+1"},
                       {"semantic/swallows-next/after-C2", "E0 41 42", "FFFD 41 42 @0+1"},
                       {"semantic/swallows-next/any", "F1 80 41 42", "FFFD 42 @0+2"},
                       {"semantic/drops-truncated/after-C2", "41 C2", "41"},
                       {"semantic/nul/ends-input", "41 00 FF", "41"},
                       {"semantic/nul/refused", "41 00", "41 FFFD @1+1"},
                       {"semantic/bom/dropped-anywhere", "41 EF BB BF 42", "41 42"},
                       {"semantic/noncharacter/last-two/refused", "F0 9F BF BE", "FFFD @0+4"},
                       {"semantic/noncharacter/plane-1/dropped", "F0 9F BF BF EF BF BE", "FFFE"},
                       {"semantic/c1-controls/refused", "C2 85 C2 A0", "FFFD A0 @0+2"},
                       {"semantic/value-bit/3-unit/1000-flips", "E2 82 AC C3 A9", "30AC E9"},
                       {"semantic/value-bit/2-unit/1-is-lost", "C3 A9 C3 A8", "E8 E8"},
                       {"semantic/value-bit/2-unit/1-is-set", "C3 A9 C3 A8", "E9 E9"},
                       {"semantic/boundary/start/C2-below", "C1 80", "40"},
                       {"semantic/boundary/start/C2-above", "C2 80", "FFFD FFFD @0+1"},
                   });
}

// The value of an accepted truncated sequence is not specified.
TEST(Mutants, AcceptedTruncationsAreNotErrors) {
  const Mutant& mutant = find_mutant(automata(), "semantic/accepts-truncated/after-C2");
  const Answer answer = answer_of(mutant, parse_units("41 C3").bytes);
  EXPECT_EQ(answer.values.size(), 2u);
  EXPECT_EQ(answer.error, std::nullopt);
}

TEST(Mutants, OtherProfilesAreMutantsButTheLawIsNot) {
  std::size_t profiles = 0;
  for (const Mutant& mutant : automata()) {
    if (!mutant.name.starts_with("semantic/profile/")) continue;
    ++profiles;
    EXPECT_FALSE(mutant.machine->profile() == kMutatedProfile);
  }
  EXPECT_EQ(profiles, dialects().size() * policies().size() * 2 - 1);
  keep(automata(),
       {{"semantic/profile/utf-8-2279/maximal-subpart/keep", "F8 88 80 80 80", "200000"},
        {"semantic/profile/utf-8/skip/keep", "41 FF 42", "41 42 @1+1"}});
}

TEST(Mutants, PositionBehavesAsNamed) {
  const std::vector<Mutant> all = position_mutants();
  keep(all, {
                {"position/at-3-of-16/drops-f8-ff", "61 61 61 FF", "61 61 61"},
                {"position/at-3-of-16/drops-f8-ff", "61 61 FF", "61 61 FFFD @2+1"},
                {"position/across-edge-of-16/wrong-value-2", "61*15 C3 A9",
                 shown(faultless(), "61*15 C3 A8")},
                {"position/last-block-of-16/refuses-2", "C3 A9", "FFFD FFFD @0+1"},
                {"position/after-4-ascii/accepts-overlong-2", "61*4 C0 80", "61 61 61 61 0"},
                {"position/at-end/wrong-value-1", "61 60", "61 61"},
            });
}

TEST(Mutants, HistoryBehavesAsNamed) {
  const std::vector<Mutant> all = history_mutants();
  keep(all, {
                {"history/after/2-unit/accepts-surrogate", "C3 A9 ED A0 80", "E9 D800"},
                {"history/after/2-unit/accepts-surrogate", "61 ED A0 80", "61 FFFD FFFD FFFD @1+1"},
                {"history/after/overlong/1-unit/drops-f8-ff", "C0 61 FF 61", "FFFD 61 61 @0+1"},
                {"history/lead-and-second/2080", "E2 82 AC", "20AD"},
                {"history/lead-and-second/2080", "E2 83 AC", "20EC"},
                {"history/pair/0065/0301/dropped", "65 CC 81 CC 81", "65 301"},
                {"history/pair/0065/0301/dropped", "66 CC 81", "66 301"},
                {"history/pair/FEFF/FFFE/refused", "EF BB BF EF BF BE", "FEFF FFFD @3+3"},
                {"history/value-after/overlong/FEFF", "C0 EF BB BF", "FFFD @0+1"},
                {"history/value-after/overlong/FEFF", "61 EF BB BF", "61 FEFF"},
            });
}

TEST(Mutants, EachOfTheValueFamilyTreatsOneSequenceWrongly) {
  std::map<std::size_t, std::size_t> accepted;
  for (const Mutant& mutant : value_mutants(1992)) {
    Bytes sequence = mutant.accepts.units;
    if (sequence.empty()) {
      EXPECT_EQ(mutant.value.first, mutant.value.last) << mutant.name;
      ASSERT_TRUE(is_scalar(mutant.value.first)) << mutant.name;
      sequence = *encode(dialect(DialectId::kUtf8), mutant.value.first);
    } else {
      ++accepted[sequence.size()];
    }
    const Answer right = reference_decode(sequence, kMutatedProfile);
    EXPECT_EQ(right.error.has_value(), !mutant.accepts.units.empty()) << mutant.name;
    EXPECT_TRUE(differ(answer_of(mutant, sequence), right, Observed::kEverything)) << mutant.name;
    sequence.back() ^= 2;
    EXPECT_EQ(shown(answer_of(mutant, sequence)),
              shown(reference_decode(sequence, kMutatedProfile)))
        << mutant.name;
  }
  EXPECT_GT(accepted[2], 10u);
  EXPECT_GT(accepted[3], 50u);
  EXPECT_GT(accepted[4], 150u);
  EXPECT_EQ(accepted[5], 18u);
  EXPECT_EQ(accepted[6], 20u);
}

TEST(Mutants, OnlyTheAcceptedSequenceBecomesAValue) {
  Mutant mutant = faultless();
  mutant.accepts = {{0xF4, 0x90, 0x80, 0x80}, 0x110000};
  EXPECT_EQ(shown(mutant, "41 F4 90 80 80 42"), "41 110000 42");
  EXPECT_EQ(shown(mutant, "F4 90 80 81"), "FFFD FFFD FFFD FFFD @0+1");
  EXPECT_EQ(shown(mutant, "C3 A9 F4 90 80 80"), "E9 110000");
  // Not behind an open sequence.
  EXPECT_EQ(shown(mutant, "C3 F4 90 80 80"), shown(faultless(), "C3 F4 90 80 80"));
  EXPECT_EQ(shown(mutant, "F4 90 80 80 F4 90 80 80 FF"), "110000 110000 FFFD @8+1");
  // Not where a buffer ends inside.
  MutantWalk walk(mutant);
  walk.push(parse_units("F4 90").bytes);
  walk.push(parse_units("80 80").bytes);
  walk.finish();
  EXPECT_EQ(walk.values, (std::vector<std::uint64_t>(4, 0xFFFD)));
}

// A base fault must not give the law's own answer.
TEST(Mutants, EveryBaseFaultDiffersFromTheLaw) {
  const std::map<std::string, std::string> shows{{"accepts-overlong-2", "C0 80"},
                                                 {"accepts-overlong-3", "E0 80 80"},
                                                 {"accepts-overlong-4", "F0 80 80 80"},
                                                 {"accepts-surrogate", "ED A0 80"},
                                                 {"accepts-beyond-10ffff", "F4 90 80 80"},
                                                 {"accepts-f5-f7", "F5 80 80 80"},
                                                 {"drops-lone-continuation", "80"},
                                                 {"drops-f8-ff", "FF"},
                                                 {"takes-ascii-for-second", "C2 41"},
                                                 {"takes-lead-for-second", "C2 C2"},
                                                 {"takes-ascii-for-third", "E1 80 41"},
                                                 {"takes-lead-for-fourth", "F1 80 80 C2"},
                                                 {"wrong-value-1", "41"},
                                                 {"wrong-value-2", "C2 80"},
                                                 {"wrong-value-3", "E1 80 80"},
                                                 {"wrong-value-4", "F1 80 80 80"},
                                                 {"refuses-2", "C2 80"},
                                                 {"refuses-3", "E1 80 80"},
                                                 {"refuses-4", "F1 80 80 80"}};
  for (const Mutant& fault : base_faults()) {
    ASSERT_TRUE(shows.contains(fault.name)) << fault.name;
    const std::string& units = shows.at(fault.name);
    EXPECT_NE(shown(fault, units), shown(faultless(), units)) << fault.name;
  }
}

}  // namespace
}  // namespace placemat
