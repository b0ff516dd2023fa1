// mutant_causes_deep_test.cc: how many causes the report names for a decoder with one generated
// fault. Saboteurs are planted by hand and have a test of their own. PLACEMAT_MUTANTS sets how many
// mutants of each family are drawn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <random>

#include "harness/campaign/run.h"
#include "harness/campaign/selftest.h"
#include "harness/strength/decoder.h"
#include "harness/strength/distinguish.h"
#include "harness/strength/mutants.h"

namespace placemat {
namespace {

constexpr std::uint64_t kSeed = 1992;

// A run in this process where subject n is mutant n.
class MutantExecutor final : public Executor {
 public:
  MutantExecutor(const RunContext& context, const std::vector<Mutant>& mutants)
      : context_(context), mutants_(mutants) {}
  Ledger check(const Job& job) override {
    choose(mutants_[job.subject]);
    Caller caller(mutant_decoder(), thread());
    return check_job(context_, job, caller);
  }
  DecoderResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    choose(mutants_[subject]);
    Caller caller(mutant_decoder(), thread());
    return placemat::conclude(context_, subject, whole, tallies, caller, &thread());
  }

 private:
  const RunContext& context_;
  const std::vector<Mutant>& mutants_;
  // Made on the thread that works, not on the one that makes the executors.
  FencedThread& thread() {
    if (!thread_) thread_.emplace();
    return *thread_;
  }

  std::optional<FencedThread> thread_;
};

// Another profile differs from the law in several parts, each of which is a cause.
bool has_one_fault(const Mutant& mutant) {
  if (mutant.name.starts_with("semantic/profile/")) return false;
  return !row_of(mutant.family).is_automaton ||
         distinguish(mutant, Observed::kEverything).witness.has_value();
}

std::vector<Mutant> drawn(std::size_t of_each) {
  std::map<MutantFamily, std::vector<Mutant>> by_family;
  for (auto mutants : {automaton_mutants(), position_mutants(), history_mutants(),
                       value_mutants(kSeed), state_mutants(), buffer_mutants()}) {
    for (Mutant& mutant : mutants) by_family[mutant.family].push_back(std::move(mutant));
  }
  std::mt19937_64 random(kSeed);
  std::vector<Mutant> all;
  for (auto& [family, mutants] : by_family) {
    std::ranges::shuffle(mutants, random);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < mutants.size() && taken < of_each; ++i) {
      if (!has_one_fault(mutants[i])) continue;
      all.push_back(mutants[i]);
      ++taken;
    }
  }
  return all;
}

std::vector<DecoderResult> results_of(const std::vector<Mutant>& mutants, const Corpus& corpus) {
  const Fence fence(1000);
  const std::vector<Target> targets(
      mutants.size(),
      make_target(mutant_decoder(), selftest_sources(), {Budget::kQuick, kSeed, &corpus}));
  RunOptions options{.threads = 2};
  options.make_executor = [&](const RunContext& context) {
    return std::make_unique<MutantExecutor>(context, mutants);
  };
  std::vector<DecoderResult> results;
  EXPECT_TRUE(
      run(targets, options, [&](DecoderResult result) { results.push_back(std::move(result)); }));
  return results;
}

std::size_t drawn_of_each() {
  const char* text = std::getenv("PLACEMAT_MUTANTS");
  return text == nullptr ? 5 : std::strtoul(text, nullptr, 10);
}

// How many mutants of a family have 0, 1, 2, ... findings.
using Counts = std::map<MutantFamily, std::map<std::size_t, std::size_t>>;

void print(const Mutant& mutant, const std::vector<Finding>& findings) {
  std::cout << fmt::format("{}: {}\n", mutant.name, findings.size());
  for (const Finding& finding : findings) {
    std::cout << fmt::format("    {} {} {}, {} checks\n", row_of(finding.kind).name,
                             finding.minimal, finding.conditions, finding.checks);
  }
}

void print(const Counts& counts) {
  for (const auto& [family, of] : counts) {
    std::cout << row_of(family).name << ":";
    for (const auto& [findings, number] : of) {
      std::cout << fmt::format(" {} with {}", number, findings);
    }
    std::cout << "\n";
  }
}

TEST(MutantCausesDeep, MostSingleFaultsAreOneFinding) {
  constexpr std::size_t kPercent = 95, kMost = 3;
  const Corpus corpus = load_corpus(PLACEMAT_SOURCE_DIR "/corpus");
  const std::vector<Mutant> mutants = drawn(drawn_of_each());
  const std::vector<DecoderResult> results = results_of(mutants, corpus);
  ASSERT_EQ(results.size(), mutants.size());
  Counts counts;
  std::size_t found = 0, one = 0, most = 0;
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const std::size_t findings = results[i].findings.size();
    ++counts[mutants[i].family][findings];
    found += findings == 0 ? 0 : 1;
    one += findings == 1 ? 1 : 0;
    most = std::max(most, findings);
    if (findings != 1) print(mutants[i], results[i].findings);
  }
  print(counts);
  std::cout << fmt::format("{} of {} found mutants have one finding; the most is {}\n", one, found,
                           most);
  EXPECT_GE(100 * one, kPercent * found);
  EXPECT_LE(most, kMost);
}

}  // namespace
}  // namespace placemat
