#include "harness/strength/sources.h"

#include <time.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#include "harness/bytes/hash.h"
#include "harness/strength/decoder.h"
#include "harness/strength/distinguish.h"
#include "harness/strength/mutant_judge.h"
#include "harness/strength/mutants.h"

namespace placemat {
namespace {

// The sources of one budget, in the order of a run.
using Sources = std::vector<std::unique_ptr<Source>>;

Sources sources_of(const Decoder& decoder, Budget budget, const Corpus& corpus,
                   std::uint64_t seed) {
  const SourceOptions options{.budget = budget,
                              .seed = seed,
                              .corpus = &corpus,
                              .has_one_operation = operation_count(decoder) == 1};
  Sources sources;
  for (const SourceRow& row : source_rows()) {
    if (row.is_for_filters) continue;
    auto source = make_source(row.name, kMutatedProfile, options);
    if (source != nullptr) sources.push_back(std::move(source));
  }
  return sources;
}

void generate_all(const Source& source, CaseSink& sink) {
  for (std::size_t shard = 0; shard < source.shards(); ++shard) source.generate(shard, sink);
}

// Of the faults of memory, those of the input are a validator's too.
bool shows_in_validator(const Mutant& mutant) {
  using Does = BufferFault::Does;
  const Does does = mutant.buffer.does;
  return does == Does::kReadsBehind || does == Does::kReadsBefore || does == Does::kWritesInput ||
         shows_in_verdict(mutant);
}

bool is_equivalent(const Mutant& mutant, bool validates_only) {
  if (validates_only) return !shows_in_validator(mutant);
  if (!row_of(mutant.family).is_automaton) return false;
  const Distinction distinction = distinguish(mutant, Observed::kEverything);
  return distinction.is_decided && !distinction.witness;
}

using Families = std::vector<std::vector<Mutant>>;

// All mutants, each family in its order.
Families mutants_by_family(std::uint64_t seed) {
  Families families(kMutantFamilyCount);
  const auto sort_in = [&](std::vector<Mutant> mutants) {
    for (Mutant& m : mutants) {
      families[static_cast<std::size_t>(m.family)].push_back(std::move(m));
    }
  };
  sort_in(automaton_mutants());
  sort_in(position_mutants());
  sort_in(history_mutants());
  sort_in(value_mutants(seed));
  sort_in(state_mutants());
  sort_in(buffer_mutants());
  return families;
}

// Mutants of each family, drawn without those equivalent to the law.
std::vector<Mutant> sampled(Families families, const ComparisonOptions& options) {
  SplitMix64 chance(options.seed);
  std::vector<Mutant> chosen;
  for (std::vector<Mutant>& family : families) {
    for (std::size_t left = options.sample; left > 0 && !family.empty();) {
      std::swap(family[chance.below(family.size())], family.back());
      if (!is_equivalent(family.back(), options.validates_only)) {
        chosen.push_back(std::move(family.back()));
        --left;
      }
      family.pop_back();
    }
  }
  return chosen;
}

std::uint64_t processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000 +
         static_cast<std::uint64_t>(now.tv_nsec) / 1'000'000;
}

// Cost of each source for a decoder without a fault.
std::vector<SourceStrength> costs(const Sources& sources, const Decoder& decoder,
                                  const WorkOptions& work) {
  std::vector<SourceStrength> rows(sources.size());
  std::vector<std::exception_ptr> failures(sources.size());  // none may leave its thread
  in_parallel_with(sources.size(), {work.threads}, [&]() -> ItemWork {
    return [&, judge = std::make_shared<MutantJudge>(decoder)](std::size_t s) {
      SourceStrength& row = rows[s];
      row.source = sources[s]->name();
      const std::uint64_t begun = processor_milliseconds();
      try {
        row.checks = judge->checks_of_law(row.source,
                                          [&](CaseSink& sink) { generate_all(*sources[s], sink); });
      } catch (const std::logic_error&) {
        failures[s] = std::current_exception();
      }
      row.milliseconds = processor_milliseconds() - begun;
    };
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return rows;
}

// The sources that killed one mutant.
struct SourceKillers {
  std::vector<std::size_t> standard;  // positions in the list of sources
  bool quick = false;
};

SourceKillers killers_of(const Mutant& mutant, const Sources& standard, const Sources& quick,
                         MutantJudge& judge) {
  const auto kills = [&](const Source& source) {
    return judge
        .first_failure(mutant, std::string(source.name()),
                       [&](CaseSink& sink) { generate_all(source, sink); })
        .has_value();
  };
  SourceKillers killers;
  for (std::size_t s = 0; s < standard.size(); ++s) {
    if (kills(*standard[s])) killers.standard.push_back(s);
  }
  killers.quick = std::ranges::any_of(quick, [&](const auto& source) { return kills(*source); });
  return killers;
}

}  // namespace

SourceComparison compare_sources(const Corpus& corpus, const ComparisonOptions& options,
                                 const WorkOptions& work) {
  const Fence fence(kMutantCallLimitMs);
  const Decoder& decoder = options.validates_only ? validating_mutant_decoder() : mutant_decoder();
  const Sources standard = sources_of(decoder, Budget::kStandard, corpus, options.seed);
  const Sources quick = sources_of(decoder, Budget::kQuick, corpus, options.seed);
  Families families = mutants_by_family(options.seed);
  SourceComparison comparison;
  for (const MutantFamilyRow& row : mutant_families()) {
    comparison.families.push_back(
        {std::string(row.name), families[static_cast<std::size_t>(row.family)].size()});
  }
  const std::vector<Mutant> mutants = sampled(std::move(families), options);
  comparison.sources = costs(standard, decoder, work);
  std::vector<SourceKillers> killers(mutants.size());
  comparison.mutants = in_parallel_with(mutants.size(), work, [&]() -> ItemWork {
    return [&, judge = std::make_shared<MutantJudge>(decoder)](std::size_t m) {
      killers[m] = killers_of(mutants[m], standard, quick, *judge);
    };
  });
  const auto name = [&](std::vector<std::string>& names, std::size_t m) {
    if (names.size() < options.most_named) names.push_back(mutants[m].name);
  };
  for (std::size_t m = 0; m < comparison.mutants; ++m) {
    FamilySample& family = comparison.families[static_cast<std::size_t>(mutants[m].family)];
    const auto& by = killers[m].standard;
    ++family.sampled;
    for (const std::size_t s : by) ++comparison.sources[s].killed;
    if (by.empty()) {
      name(comparison.survivors, m);
      continue;
    }
    ++comparison.killed;
    ++family.killed;
    if (killers[m].quick) {
      ++comparison.killed_by_quick;
      ++family.killed_by_quick;
    } else {
      name(comparison.quick_misses, m);
    }
    if (by.size() > 1) continue;
    ++comparison.sources[by.front()].killed_alone;
    name(comparison.sources[by.front()].alone, m);
  }
  return comparison;
}

double quick_share(const SourceComparison& comparison) {
  double all = 0, quick = 0;
  for (const FamilySample& family : comparison.families) {
    if (family.killed == 0) continue;
    const auto size = static_cast<double>(family.size);
    all += size;
    quick +=
        size * static_cast<double>(family.killed_by_quick) / static_cast<double>(family.killed);
  }
  return all == 0 ? 0 : 100 * quick / all;
}

}  // namespace placemat
