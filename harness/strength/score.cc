#include "harness/strength/score.h"

#include <algorithm>
#include <queue>

namespace placemat {
namespace {

const Machine& honest_machine() { return machine(kMutatedProfile); }

// Which probes lead the law to each symbol in each state.
class Visits {
 public:
  explicit Visits(const std::vector<Probe>& probes)
      : probes_at_(honest_machine().state_count() * Machine::kSymbols) {
    for (std::uint32_t p = 0; p < probes.size(); ++p) {
      Machine::State state = Machine::kStart;
      for (const std::uint8_t unit : probes[p].units) {
        visit(p, state, unit);
        state = honest_machine().at(state, unit).next;
      }
      visit(p, state, Machine::kEnd);
    }
  }

  // All probes on which a mutant's fault can show. A mutant acts as the law
  // until it reaches one of its patches.
  std::vector<std::uint32_t> reaching(const Mutant& mutant, std::size_t all) const {
    std::vector<std::uint32_t> probes;
    if (mutant.machine != &honest_machine() || mutant.patches.empty()) {
      for (std::uint32_t p = 0; p < all; ++p) probes.push_back(p);
      return probes;
    }
    for (const Patch& patch : mutant.patches) {
      const auto& here = probes_at_[patch.state * Machine::kSymbols + patch.symbol];
      probes.insert(probes.end(), here.begin(), here.end());
    }
    std::ranges::sort(probes);
    const auto repeated = std::ranges::unique(probes);
    probes.erase(repeated.begin(), repeated.end());
    return probes;
  }

 private:
  void visit(std::uint32_t probe, Machine::State state, std::size_t symbol) {
    auto& here = probes_at_[state * Machine::kSymbols + symbol];
    if (here.empty() || here.back() != probe) here.push_back(probe);
  }
  std::vector<std::vector<std::uint32_t>> probes_at_;
};

// Runs until nothing can change the verdict or the difference any more: the
// values differ from the right ones, and an error has been reported. Returns
// true when that comes before the end; without this, long texts would take
// hours.
bool run_until_settled(MutantWalk& walk, ByteView units, std::span<const std::uint64_t> right) {
  walk.restart();
  walk.values.clear();
  std::size_t compared = 0;
  bool has_parted = false;
  for (std::size_t i = 0; i < units.size() && !walk.has_ended(); ++i) {
    walk.step(units[i], i, units.size());
    for (; !has_parted && compared < walk.values.size(); ++compared) {
      has_parted = compared == right.size() || walk.values[compared] != right[compared];
    }
    if (has_parted && walk.error) return true;
  }
  return false;
}

}  // namespace

Kills kills_of(const std::vector<Mutant>& mutants, const std::vector<Probe>& probes,
               const WorkOptions& work) {
  const Visits visits(probes);
  std::vector<Answer> right;
  for (const Probe& probe : probes) right.push_back(honest_machine().decode(probe.units));
  Kills kills;
  kills.by_everything.resize(mutants.size());
  kills.by_values.resize(mutants.size());
  kills.by_verdict.resize(mutants.size());
  kills.judged = in_parallel(mutants.size(), work, [&](std::size_t m) {
    MutantWalk walk(mutants[m]);
    for (const std::uint32_t p : visits.reaching(mutants[m], probes.size())) {
      if (!run_until_settled(walk, probes[p].units, right[p].values)) walk.finish();
      const bool other_values = walk.values != right[p].values;
      if (other_values) kills.by_values[m].push_back(p);
      if (walk.error.has_value() != right[p].error.has_value()) kills.by_verdict[m].push_back(p);
      if (other_values || walk.error != right[p].error) kills.by_everything[m].push_back(p);
    }
  });
  return kills;
}

std::vector<Distinction> distinguish_all(const std::vector<Mutant>& mutants, Observed observed,
                                         const WorkOptions& work) {
  std::vector<Distinction> all(mutants.size());
  in_parallel(mutants.size(), work,
              [&](std::size_t m) { all[m] = distinguish(mutants[m], observed); });
  return all;
}

std::vector<std::uint32_t> small_cover(const std::vector<std::vector<std::uint32_t>>& kills,
                                       std::size_t probes) {
  std::vector<std::vector<std::uint32_t>> killed_by(probes);
  for (std::uint32_t m = 0; m < kills.size(); ++m) {
    for (const std::uint32_t p : kills[m]) killed_by[p].push_back(m);
  }
  std::vector<std::uint32_t> times(kills.size());
  const auto gain = [&](std::uint32_t p) {
    return static_cast<std::size_t>(
        std::ranges::count_if(killed_by[p], [&](std::uint32_t m) { return times[m] == 0; }));
  };
  // A gain only ever shrinks, so the greatest gain that is still current is the
  // best.
  std::priority_queue<std::pair<std::size_t, std::int64_t>> queue;
  for (std::uint32_t p = 0; p < probes; ++p) {
    if (!killed_by[p].empty()) queue.emplace(killed_by[p].size(), -std::int64_t{p});
  }
  std::vector<std::uint32_t> chosen;
  while (!queue.empty()) {
    const auto [promised, negative] = queue.top();
    queue.pop();
    const auto p = static_cast<std::uint32_t>(-negative);
    const std::size_t now = gain(p);
    if (now == 0) continue;
    if (now < promised) {
      queue.emplace(now, negative);
      continue;
    }
    chosen.push_back(p);
    for (const std::uint32_t m : killed_by[p]) ++times[m];
  }
  // Later choices can make the earliest ones superfluous.
  std::vector<std::uint32_t> needed;
  for (const std::uint32_t p : chosen) {
    const bool is_needed =
        std::ranges::any_of(killed_by[p], [&](std::uint32_t m) { return times[m] == 1; });
    if (is_needed) {
      needed.push_back(p);
    } else {
      for (const std::uint32_t m : killed_by[p]) --times[m];
    }
  }
  std::ranges::sort(needed);
  return needed;
}

}  // namespace placemat
