// The cells of every saboteur, and of mutants of each family, against what they do.
#include <gtest/gtest.h>

#include "harness/campaign/cells_fixture.h"
#include "harness/strength/decoder.h"
#include "harness/strength/mutants.h"

namespace placemat {
namespace {

using testing_aid::expect_true_cells;
using testing_aid::InputsOfClasses;

TEST(CellsOfAll, AreWhatEverySaboteurDoes) { testing_aid::expect_true_cells_of_saboteurs({}); }

// Judged on this thread, which has chosen the mutant.
DecoderResult judged(const RunContext& context, const std::vector<std::string>& sources,
                     Caller& caller, FencedThread& thread) {
  Ledger whole;
  Tallies tallies;
  for (std::size_t n = 0; n < sources.size(); ++n) {
    for (std::size_t shard = 0; shard < context.sources[0][n]->shards(); ++shard) {
      const Ledger ledger = check_job(context, {0, n, shard, whole.to_mute()}, caller);
      whole.merge(ledger);
      SourceTally& tally = tallies[sources[n]];
      tally.cases += ledger.tally.cases;
      tally.checks += ledger.tally.checks;
      tally.failed += ledger.tally.failed;
    }
  }
  return conclude(context, 0, whole, tallies, caller, &thread);
}

TEST(CellsOfAll, AreWhatMutantsDo) {
  constexpr std::size_t kOfEachFamily = 12;
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const std::vector<std::string> sources{"curated", "state-unit", "boundary", "sequences",
                                         "random"};
  const SourceOptions options{Budget::kQuick, 1992, &corpus};
  const Target target = make_target(mutant_decoder(), sources, options);
  const std::vector<Target> targets{target};
  const std::atomic<bool> stop{false};
  RunContext context{targets, {{}}, &stop};
  for (const std::string& name : sources)
    context.sources[0].push_back(make_source(name, target.judged_as, options));
  const InputsOfClasses inputs(target.judged_as, corpus);
  const Fence fence(200);
  FencedThread thread;
  Caller caller(mutant_decoder(), thread);
  for (const std::vector<Mutant>& family :
       {automaton_mutants(), position_mutants(), history_mutants(), value_mutants(1992),
        state_mutants(), buffer_mutants()}) {
    const std::size_t step = std::max<std::size_t>(1, family.size() / kOfEachFamily);
    for (std::size_t m = 0; m < family.size(); m += step) {
      SCOPED_TRACE(family[m].name);
      choose(family[m]);
      expect_true_cells(judged(context, sources, caller, thread), caller, target.judged_as, inputs);
    }
  }
}

}  // namespace
}  // namespace placemat
