// standard_test.cc: the real run kills mutants of every family that strings
// alone do not show, and does not kill the law: a run that killed everything
// would have a perfect score.
#include "harness/strength/standard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/corpus/fixture.h"
#include "harness/generate/source.h"
#include "harness/strength/decoder.h"
#include "harness/strength/fixture.h"
#include "harness/strength/mutant_judge.h"

namespace placemat {
namespace {

using fixture::corpus;

using testing_aid::faultless;
using testing_aid::find_mutant;

// The law under the name of each family: it gets the cases that a mutant of
// that family would get.
std::vector<Mutant> innocents() {
  std::vector<Mutant> all;
  const auto as_is = [&](MutantFamily family, const Mutant& model) {
    Mutant mutant = model;
    mutant.family = family;
    mutant.name = "innocent/" + model.name;
    // The patches equal the law's transitions, so that the search still covers
    // them.
    for (Patch& patch : mutant.patches) {
      patch.transition = mutant.machine->at(patch.state, patch.symbol);
    }
    mutant.value = {};
    mutant.accepts = {};
    mutant.stream.at = StreamFault::At::kNowhere;
    mutant.buffer = {};
    all.push_back(std::move(mutant));
  };
  as_is(MutantFamily::kPosition, position_mutants().front());
  as_is(MutantFamily::kHistory, history_mutants().front());
  as_is(MutantFamily::kValue, value_mutants(1992).front());
  as_is(MutantFamily::kState, state_mutants().front());
  as_is(MutantFamily::kBuffer, buffer_mutants().front());
  return all;
}

std::vector<Mutant> some_of_each() {
  std::vector<Mutant> some;
  for (const auto& [all, step] :
       {std::pair{position_mutants(), std::size_t{613}},
        std::pair{history_mutants(), std::size_t{397}},
        std::pair{value_mutants(7), std::size_t{97}}, std::pair{state_mutants(), std::size_t{13}},
        std::pair{buffer_mutants(), std::size_t{17}}}) {
    for (std::size_t m = 0; m < all.size(); m += step) some.push_back(all[m]);
  }
  return some;
}

// Its cases are those of the whole standard run.
struct Run {
  std::vector<Mutant> guilty = some_of_each(), innocent = innocents();
  std::vector<MutantResult> on_guilty, on_innocent;
  Run() {
    std::vector<Mutant> all = guilty;
    all.insert(all.end(), innocent.begin(), innocent.end());
    std::vector<MutantResult> verdicts = judge_by_standard_run(all, corpus(), 1992, 2);
    const auto border = verdicts.begin() + static_cast<std::ptrdiff_t>(guilty.size());
    on_guilty.assign(verdicts.begin(), border);
    on_innocent.assign(border, verdicts.end());
  }
};
const Run& the_run() {
  static const Run kRun;
  return kRun;
}

void expect_kills_of_every_family() {
  std::set<MutantFamily> families;
  for (std::size_t m = 0; m < the_run().guilty.size(); ++m) {
    const MutantResult& verdict = the_run().on_guilty[m];
    EXPECT_TRUE(verdict.killer) << the_run().guilty[m].name << " after " << verdict.cases
                                << " cases";
    EXPECT_FALSE(verdict.source.empty());
    families.insert(the_run().guilty[m].family);
  }
  EXPECT_EQ(families.size(), 5u);
}

void expect_no_kill_of_the_law() {
  std::size_t cases = 0;
  for (std::size_t m = 0; m < the_run().innocent.size(); ++m) {
    const MutantResult& verdict = the_run().on_innocent[m];
    EXPECT_FALSE(verdict.killer) << the_run().innocent[m].name << " by "
                                 << to_arguments(*verdict.killer);
    cases += verdict.cases;
  }
  EXPECT_GT(cases, 0u) << "nothing was tried";
}

// The check that kills a mutant passes for the law.
void expect_killers_to_pass_for_the_law() {
  const Mutant law = faultless();
  choose(law);
  const Fence fence(1000);
  FencedThread thread;
  Caller caller(mutant_decoder(), thread);
  Judge judge(caller, kMutatedProfile);
  for (std::size_t m = 0; m < the_run().guilty.size(); ++m) {
    const MutantResult& verdict = the_run().on_guilty[m];
    if (!verdict.killer) continue;
    choose(law);
    EXPECT_FALSE(judge.judge(*verdict.killer)) << the_run().guilty[m].name;
    choose(the_run().guilty[m]);
    EXPECT_TRUE(judge.judge(*verdict.killer)) << the_run().guilty[m].name;
  }
}

// One test, since every test is a process and would repeat the run.
TEST(StandardRun, KillsMutantsOfEveryFamilyAndNotTheLaw) {
  the_run();  // has a fence of its own, and fences cannot be nested
  expect_kills_of_every_family();
  expect_no_kill_of_the_law();
  expect_killers_to_pass_for_the_law();
}

// A mutant is chosen for one thread. Were a second one to call it, it would be another decoder, and
// the source would seem to kill every mutant.
TEST(MutantJudge, RefusesASourceThatFailsTheLaw) {
  const Fence fence(1000);
  const auto source =
      make_source("environment", kMutatedProfile, {Budget::kStandard, 1992, &corpus()});
  const auto give = [&](CaseSink& sink) {
    for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, sink);
  };
  EXPECT_GT(MutantJudge(mutant_decoder()).checks_of_law("environment", give), 1000u);
  Decoder careless = mutant_decoder();
  careless.claims &= ~std::uint32_t{PLACEMAT_CLAIM_ONE_THREAD};
  try {
    MutantJudge(careless).checks_of_law("environment", give);
    FAIL();
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("environment"));
  }
}

// Decoders that give a verdict only, with a fault that a whole sequence behind the fault shows.
TEST(MutantJudge, KillsByVerdictsAlone) {
  const Fence fence(1000);
  MutantJudge judge(validating_mutant_decoder());
  const std::vector<Mutant> all = automaton_mutants();
  const auto source =
      make_source("state-unit", kMutatedProfile, {Budget::kStandard, 1992, &corpus()});
  for (const char* name : {"transition/after-F090/09/silently-to-after-F1",
                           "transition/after-E0A0/5E/silently-to-after-F0"}) {
    const Mutant& mutant = find_mutant(all, name);
    const auto killer = judge.first_failure(mutant, "state-unit", [&](CaseSink& sink) {
      for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, sink);
    });
    EXPECT_TRUE(killer) << name;
  }
}

}  // namespace
}  // namespace placemat
