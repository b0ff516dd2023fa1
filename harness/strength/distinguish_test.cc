// distinguish_test.cc: a witness differs and no shorter string does; where
// there is none, all short strings have equal answers. The tests use brute
// force instead of the search.
#include "harness/strength/distinguish.h"

#include <gtest/gtest.h>

#include "harness/strength/fixture.h"
#include "harness/strength/score.h"

namespace placemat {
namespace {

using testing_aid::each_string;
using testing_aid::faultless;
using testing_aid::find_mutant;
using testing_aid::kEnds;

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> kAll = automaton_mutants();
  return kAll;
}

// Every `step`th of all, and so some of every family.
std::vector<Mutant> sample(std::size_t step) {
  std::vector<Mutant> some;
  for (std::size_t m = 0; m < mutants().size(); m += step) some.push_back(mutants()[m]);
  return some;
}

bool differ_on(const Mutant& mutant, ByteView units, Observed observed) {
  return differ(answer_of(mutant, units), machine(kMutatedProfile).decode(units), observed);
}

// The units at which the law or the mutant changes.
Bytes alphabet_of(const Mutant& mutant) {
  Bytes units(kEnds.begin(), kEnds.end());
  for (const Patch& patch : mutant.patches) {
    const bool is_unit = patch.symbol != Machine::kEnd;
    const auto unit = static_cast<std::uint8_t>(patch.symbol);
    const bool is_new = is_unit && std::ranges::find(units, unit) == units.end();
    if (is_new && units.size() < kEnds.size() + 2) units.push_back(unit);
  }
  return units;
}

// The length of the shortest string of at most `most` units that shows the
// mutant.
std::optional<std::size_t> shortest_by_force(const Mutant& mutant, std::size_t most,
                                             Observed observed) {
  std::optional<std::size_t> shortest;
  each_string(alphabet_of(mutant), most, [&](ByteView s) {
    if (!shortest && differ_on(mutant, s, observed)) shortest = s.size();
  });
  return shortest;
}

void expect_shortest(const Mutant& mutant, Observed observed) {
  const Distinction d = distinguish(mutant, observed);
  ASSERT_TRUE(d.is_decided) << mutant.name;
  const std::size_t most = d.witness ? std::min<std::size_t>(d.witness->size() - 1, 3) : 3;
  if (d.witness) {
    EXPECT_TRUE(differ_on(mutant, *d.witness, observed))
        << mutant.name << ": " << to_spaced_hex(*d.witness);
  }
  EXPECT_EQ(shortest_by_force(mutant, most, observed), std::nullopt)
      << mutant.name << ": " << (d.witness ? to_spaced_hex(*d.witness) : "equivalent");
}

TEST(Distinguish, WitnessDiffersAndIsShortest) {
  for (const Mutant& mutant : sample(499)) expect_shortest(mutant, Observed::kEverything);
}

TEST(Distinguish, WitnessIsShortestWhenOnlyVerdictsAreObserved) {
  for (const Mutant& mutant : sample(503)) expect_shortest(mutant, Observed::kVerdict);
}

TEST(Distinguish, WitnessIsShortestWhenOnlyValuesAreObserved) {
  for (const Mutant& mutant : sample(509)) expect_shortest(mutant, Observed::kValues);
}

TEST(Distinguish, LawIsEquivalentToItself) {
  for (const Observed observed : {Observed::kEverything, Observed::kValues, Observed::kVerdict}) {
    const Distinction d = distinguish(faultless(), observed);
    EXPECT_EQ(d.witness, std::nullopt);
    EXPECT_TRUE(d.is_decided);
  }
}

// By hand: the shortest string that can show each of these.
TEST(Distinguish, FindsTheKnownShortestStrings) {
  const auto length = [](std::string_view name, Observed observed) -> std::size_t {
    const Distinction d = distinguish(find_mutant(mutants(), name), observed);
    return d.witness ? d.witness->size() : 0;
  };
  // After C0 the output is one FFFD, or nothing yet and one FFFD at the end;
  // the reported error differs at once (at_end).
  EXPECT_EQ(length("class/C0/as-C2", Observed::kEverything), 1u);
  // Both are ill-formed until C0 has its second unit.
  EXPECT_EQ(length("class/C0/as-C2", Observed::kVerdict), 2u);
  EXPECT_EQ(length("semantic/surrogate/all", Observed::kVerdict), 3u);
  EXPECT_EQ(length("semantic/beyond-10ffff/f4", Observed::kVerdict), 4u);
  EXPECT_EQ(length("semantic/drops-truncated/after-C2", Observed::kVerdict), 1u);
  EXPECT_EQ(length("semantic/bom/refused", Observed::kVerdict), 3u);
  EXPECT_EQ(length("semantic/nul/ends-input", Observed::kVerdict), 2u);
  // Lossy policies agree on every verdict.
  EXPECT_EQ(length("semantic/profile/utf-8/skip/keep", Observed::kVerdict), 0u);
  EXPECT_EQ(length("semantic/profile/utf-8/skip/keep", Observed::kEverything), 1u);
  // A wrong value is no wrong verdict.
  EXPECT_EQ(length("semantic/value-bit/2-unit/1-flips", Observed::kVerdict), 0u);
  EXPECT_EQ(length("semantic/value-bit/2-unit/1-flips", Observed::kEverything), 2u);
}

// Values: the strings are too long for brute force, the values are not.
TEST(Distinguish, WitnessOfAValueFaultContainsAnAffectedValue) {
  for (const Mutant& mutant : mutants()) {
    if (mutant.value.does == ValueFault::Does::kNothing) continue;
    for (const Observed observed : {Observed::kEverything, Observed::kVerdict}) {
      const Distinction d = distinguish(mutant, observed);
      if (d.witness) {
        EXPECT_TRUE(differ_on(mutant, *d.witness, observed)) << mutant.name;
      } else if (observed == Observed::kEverything) {
        // None: the bits of one length, where no value has the bit.
        EXPECT_EQ(mutant.value.first, 0x10000u) << mutant.name;
      }
    }
  }
}

// Each mutant that a verdict is said to show, on strings around its fault; and no other.
TEST(ShowsInVerdict, NotBehindAnErrorNorInStreamsNorInMemory) {
  const auto shows = [](const std::vector<Mutant>& all, std::string_view name) {
    return shows_in_verdict(find_mutant(all, name));
  };
  const auto history = history_mutants(), position = position_mutants();
  EXPECT_TRUE(shows(history, "history/after/2-unit/accepts-surrogate"));
  EXPECT_FALSE(shows(history, "history/after/2-unit/wrong-value-2"));
  EXPECT_FALSE(shows(history, "history/after/overlong/accepts-surrogate"));
  EXPECT_FALSE(shows(history, "history/after/overlong/2-unit/accepts-surrogate"));
  EXPECT_FALSE(shows(history, "history/after-errors/4/accepts-surrogate"));
  EXPECT_TRUE(shows(history, "history/pair/FEFF/FFFE/refused"));
  EXPECT_FALSE(shows(history, "history/pair/FEFF/FFFE/dropped"));
  EXPECT_TRUE(shows(position, "position/at-end/drops-f8-ff"));
  EXPECT_FALSE(shows(position, "position/at-end/refuses-2"));
  EXPECT_FALSE(shows(position, "position/at-end/accepts-overlong-2"));
  for (const Mutant& mutant : value_mutants(1992)) {
    EXPECT_EQ(shows_in_verdict(mutant), !mutant.name.ends_with("/wrong")) << mutant.name;
  }
  for (const Mutant& mutant : state_mutants()) EXPECT_FALSE(shows_in_verdict(mutant));
  for (const Mutant& mutant : buffer_mutants()) EXPECT_FALSE(shows_in_verdict(mutant));
}

TEST(Differ, ComparesOnlyTheObservedResult) {
  const Answer a{{0x41}, std::nullopt, 1}, b{{0x42}, std::nullopt, 1};
  const Answer c{{0x41}, IllFormed{0, 1, false}, 0}, d{{0x41}, IllFormed{0, 2, false}, 0};
  EXPECT_FALSE(differ(a, a, Observed::kEverything));
  EXPECT_TRUE(differ(a, b, Observed::kEverything));
  EXPECT_FALSE(differ(a, b, Observed::kVerdict));
  EXPECT_TRUE(differ(a, c, Observed::kVerdict));
  EXPECT_TRUE(differ(c, d, Observed::kEverything));
  EXPECT_FALSE(differ(c, d, Observed::kValues));
  EXPECT_TRUE(differ(a, b, Observed::kValues));
  EXPECT_FALSE(differ(c, d, Observed::kVerdict));
}

}  // namespace
}  // namespace placemat
