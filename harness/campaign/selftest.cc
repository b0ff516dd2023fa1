// Runs saboteurs as if they were decoders under test. A planted error that is not found is an error
// of the suite.
#include "harness/campaign/selftest.h"

#include <algorithm>

#include "harness/campaign/run.h"

namespace placemat {
namespace {

constexpr unsigned kSelftestLimitMs = 200;

// False when it was stopped.
bool run_uncaught(const Corpus& corpus, const SelftestOptions& options, Budget budget,
                  std::vector<SelftestOutcome>& outcomes) {
  std::vector<Target> targets;
  std::vector<SelftestOutcome*> places;
  for (SelftestOutcome& outcome : outcomes) {
    if (outcome.caught) continue;
    targets.push_back(make_target(*outcome.saboteur, selftest_sources(), {budget, 1992, &corpus}));
    places.push_back(&outcome);
  }
  const auto progress = [&](std::size_t done, std::size_t all) {
    if (options.progress) options.progress(budget, done, all);
  };
  std::size_t done = 0;
  return run(targets, {options.threads, kSelftestLimitMs, options.stop, progress},
             [&](DecoderResult result) {
               SelftestOutcome& outcome = *places[done++];
               outcome.budget = budget;
               outcome.result = std::move(result);
               outcome.is_judged = outcome.caught = outcome.evidence() != nullptr;
             });
}

}  // namespace

const std::vector<std::string>& selftest_sources() {
  // The exhaustive source adds minutes, and catches nothing that the others miss.
  static const std::vector<std::string> kSources{
      "curated",     "state-unit", "boundary", "scalars", "sequences", "lifecycle",
      "environment", "neighbours", "long",     "runs",    "random"};
  return kSources;
}

const Finding* SelftestOutcome::evidence() const {
  const auto planted = find_kind(saboteur->planted_kind);
  const auto found = std::ranges::find_if(
      result.findings, [&](const Finding& finding) { return planted && finding.kind == *planted; });
  return found == result.findings.end() ? nullptr : &*found;
}

bool SelftestResult::all_caught() const {
  return !outcomes.empty() && std::ranges::all_of(outcomes, &SelftestOutcome::caught);
}

SelftestResult selftest(const Corpus& corpus, const SelftestOptions& options) {
  SelftestResult result;
  for (const Decoder* saboteur : saboteurs()) {
    const bool chosen = options.names.empty() ||
                        std::ranges::find(options.names, saboteur->name) != options.names.end();
    if (chosen) result.outcomes.emplace_back().saboteur = saboteur;
  }
  result.finished = run_uncaught(corpus, options, Budget::kQuick, result.outcomes) &&
                    run_uncaught(corpus, options, Budget::kStandard, result.outcomes);
  for (SelftestOutcome& outcome : result.outcomes) outcome.is_judged |= result.finished;
  return result;
}

}  // namespace placemat
