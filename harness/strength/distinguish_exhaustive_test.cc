// distinguish_exhaustive_test.cc: every automaton mutant is decided under
// either observation, and every witness distinguishes its mutant.
#include <gtest/gtest.h>

#include "harness/strength/fixture.h"
#include "harness/strength/score.h"

namespace placemat {
namespace {

TEST(Distinguish, DecidesEveryMutant) {
  const std::vector<Mutant> mutants = automaton_mutants();
  const Machine& law = machine(kMutatedProfile);
  std::size_t equivalent = 0;
  for (const Observed observed : {Observed::kEverything, Observed::kVerdict}) {
    const std::vector<Distinction> all = distinguish_all(mutants, observed, hardware_threads());
    ASSERT_EQ(all.size(), mutants.size());
    for (std::size_t m = 0; m < mutants.size(); ++m) {
      EXPECT_TRUE(all[m].is_decided) << mutants[m].name;
      if (!all[m].witness) {
        ++equivalent;
        continue;
      }
      const Bytes& units = *all[m].witness;
      EXPECT_TRUE(differ(answer_of(mutants[m], units), law.decode(units), observed))
          << mutants[m].name << ": " << to_spaced_hex(units);
    }
  }
  // Verdicts alone do not show wrong values, so some mutants remain.
  EXPECT_GT(equivalent, 0u);
}

}  // namespace
}  // namespace placemat
