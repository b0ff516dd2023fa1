#include "harness/strength/minimal.h"

#include <algorithm>
#include <map>
#include <queue>

#include "harness/bytes/hash.h"
#include "harness/generate/notable.h"
#include "harness/spec/encode.h"
#include "harness/strength/mutants.h"

namespace placemat {
namespace {

using Killers = std::vector<std::vector<std::uint32_t>>;

// What one more vector costs, in units.
constexpr double kCostOfVector = 100;

// Chooses probes one by one, by kills for what they cost.
class Greedy {
 public:
  Greedy(const std::vector<Probe>& probes, SetLimits limits)
      : probes_(probes), limits_(limits), is_chosen_(probes.size()) {}

  void choose_for(const Killers& kills, const std::vector<bool>& counted) {
    std::vector<std::vector<std::uint32_t>> killed_by(probes_.size());
    std::vector<bool> is_left(kills.size());
    for (std::uint32_t m = 0; m < kills.size(); ++m) {
      const auto is_chosen = [&](std::uint32_t p) { return bool{is_chosen_[p]}; };
      is_left[m] = counted[m] && std::ranges::none_of(kills[m], is_chosen);
      if (!is_left[m]) continue;
      for (const std::uint32_t p : kills[m]) killed_by[p].push_back(m);
    }
    const auto worth = [&](std::uint32_t p) {
      const auto is_new = [&](std::uint32_t m) { return bool{is_left[m]}; };
      const auto gain = static_cast<double>(std::ranges::count_if(killed_by[p], is_new));
      return gain / (static_cast<double>(probes_[p].units.size()) + kCostOfVector);
    };
    // A worth only ever shrinks, so the greatest one that is still current is the best.
    std::priority_queue<std::pair<double, std::int64_t>> queue;
    for (std::uint32_t p = 0; p < probes_.size(); ++p) queue.emplace(worth(p), -std::int64_t{p});
    while (!queue.empty()) {
      const auto [promised, negative] = queue.top();
      queue.pop();
      const auto p = static_cast<std::uint32_t>(-negative);
      const double now = worth(p);
      if (now == 0 || !has_room_for(p)) continue;
      if (now < promised) {
        queue.emplace(now, negative);
        continue;
      }
      take(p);
      for (const std::uint32_t m : killed_by[p]) is_left[m] = false;
    }
  }

  std::vector<std::uint32_t> chosen() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t p = 0; p < probes_.size(); ++p) {
      if (is_chosen_[p]) all.push_back(p);
    }
    return all;
  }

 private:
  bool has_room_for(std::uint32_t p) const {
    return vectors_ < limits_.vectors && units_ + probes_[p].units.size() <= limits_.units;
  }
  void take(std::uint32_t p) {
    is_chosen_[p] = true;
    ++vectors_;
    units_ += probes_[p].units.size();
  }

  const std::vector<Probe>& probes_;
  SetLimits limits_;
  std::vector<bool> is_chosen_;
  std::size_t vectors_ = 0, units_ = 0;
};

// The probes that lead the law to each pair of a reaction and the class of the next unit: what is
// left to cover when no mutant is left.
Killers pairs_of_reactions(const std::vector<Probe>& probes) {
  const Machine& law = machine(kMutatedProfile);
  std::map<std::tuple<Machine::State, std::uint8_t, std::size_t>, std::size_t> known;
  Killers reached;
  for (std::uint32_t p = 0; p < probes.size(); ++p) {
    const Bytes& units = probes[p].units;
    Machine::State state = Machine::kStart;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool is_last = i + 1 == units.size();
      const std::size_t next = is_last ? law.classes().size() : law.class_of(units[i + 1]);
      const auto [at, is_new] = known.try_emplace({state, units[i], next}, reached.size());
      if (is_new) reached.emplace_back();
      if (reached[at->second].empty() || reached[at->second].back() != p)
        reached[at->second].push_back(p);
      state = law.at(state, units[i]).next;
    }
  }
  return reached;
}

// The probes that have each notable value, and those that begin with it. A decoder that treats one
// value apart does so without a state of its own, which no pair of reactions shows.
Killers notable_in(const std::vector<Probe>& probes) {
  Killers found;
  for (const std::uint64_t value : notable_scalars()) {
    const Bytes units = *encode(dialect(kMutatedProfile.dialect), value);
    std::vector<std::uint32_t> anywhere, first;
    for (std::uint32_t p = 0; p < probes.size(); ++p) {
      // A lead begins a sequence wherever it stands.
      const auto at = std::ranges::search(probes[p].units, units);
      if (!at.empty()) anywhere.push_back(p);
      if (at.begin() == probes[p].units.begin() && !at.empty()) first.push_back(p);
    }
    found.push_back(std::move(anywhere));
    found.push_back(std::move(first));
  }
  return found;
}

// What the probes of `set` kill of the mutants that are in `counted`.
KilledShare share_of(const Killers& kills, const std::vector<bool>& counted,
                     const std::vector<std::uint32_t>& set) {
  KilledShare share;
  for (std::size_t m = 0; m < kills.size(); ++m) {
    if (!counted[m] || kills[m].empty()) continue;
    ++share.of;
    const auto is_in_set = [&](std::uint32_t p) { return std::ranges::binary_search(set, p); };
    share.killed += std::ranges::any_of(kills[m], is_in_set) ? 1 : 0;
  }
  return share;
}

// Sets and scores over mutants whose kills are known.
class CrossValidation {
 public:
  CrossValidation(const std::vector<Probe>& probes, SetLimits limits)
      : probes_(probes), limits_(limits) {}

  std::vector<std::uint32_t> begin(CrossScore& score, const Kills& kills,
                                   const std::vector<bool>& made_from) const {
    std::vector<std::uint32_t> set = cover_within(kills, made_from, probes_, limits_);
    score.vectors = set.size();
    for (const std::uint32_t p : set) score.units += probes_[p].units.size();
    return set;
  }
  // Scored on the mutants that it is not made from.
  CrossScore on_the_rest(std::string made_from, std::string scored_on, const Kills& kills,
                         const std::vector<bool>& counted) const {
    CrossScore score{std::move(made_from), std::move(scored_on), 0, 0, {}, {}};
    const std::vector<std::uint32_t> set = begin(score, kills, counted);
    std::vector<bool> rest = counted;
    rest.flip();
    score.by_values = share_of(kills.by_values, rest, set);
    score.by_output = share_of(kills.by_everything, rest, set);
    return score;
  }
  CrossScore on_others(std::string made_from, std::string scored_on, const Kills& kills,
                       const Kills& others) const {
    CrossScore score{std::move(made_from), std::move(scored_on), 0, 0, {}, {}};
    const std::vector<bool> all(kills.by_values.size(), true);
    const std::vector<std::uint32_t> set = begin(score, kills, all);
    const std::vector<bool> all_others(others.by_values.size(), true);
    score.by_values = share_of(others.by_values, all_others, set);
    score.by_output = share_of(others.by_everything, all_others, set);
    return score;
  }

 private:
  const std::vector<Probe>& probes_;
  SetLimits limits_;
};

std::vector<bool> random_half(std::size_t mutants, std::uint64_t seed) {
  SplitMix64 chance(seed);
  std::vector<bool> half(mutants);
  for (std::size_t m = 0; m < mutants; ++m) half[m] = chance.below(2) == 0;
  return half;
}

}  // namespace

std::vector<std::uint32_t> cover_within(const Kills& kills, const std::vector<bool>& counted,
                                        const std::vector<Probe>& probes, SetLimits limits) {
  Greedy greedy(probes, limits);
  greedy.choose_for(kills.by_values, counted);
  const Killers notable = notable_in(probes);
  greedy.choose_for(notable, std::vector<bool>(notable.size(), true));
  greedy.choose_for(kills.by_everything, counted);
  const Killers pairs = pairs_of_reactions(probes);
  greedy.choose_for(pairs, std::vector<bool>(pairs.size(), true));
  return greedy.chosen();
}

std::vector<CrossScore> cross_scores(const std::vector<Probe>& probes, SetLimits limits,
                                     std::uint64_t seed, const WorkOptions& work) {
  const CrossValidation validation(probes, limits);
  const std::vector<Mutant> automata = automaton_mutants();
  const Kills kills = kills_of(automata, probes, work);
  std::vector<bool> half = random_half(automata.size(), seed);
  std::vector<CrossScore> scores;
  scores.push_back(validation.on_the_rest("one half", "the other half", kills, half));
  half.flip();
  scores.push_back(validation.on_the_rest("the other half", "the one half", kills, half));
  for (const MutantFamilyRow& family : mutant_families()) {
    if (!family.is_automaton) continue;
    std::vector<bool> others(automata.size());
    for (std::size_t m = 0; m < automata.size(); ++m) {
      others[m] = automata[m].family != family.family;
    }
    const std::string name(family.name);
    scores.push_back(validation.on_the_rest("all but " + name, name, kills, others));
  }
  const auto on_family = [&](MutantFamily family, const std::vector<Mutant>& mutants) {
    scores.push_back(validation.on_others("all automata", std::string(row_of(family).name), kills,
                                          kills_of(mutants, probes, work)));
  };
  on_family(MutantFamily::kPosition, position_mutants());
  on_family(MutantFamily::kHistory, history_mutants());
  on_family(MutantFamily::kValue, value_mutants(seed));
  return scores;
}

KilledShare ReportOnly::most_by_output(std::size_t vectors) const {
  KilledShare share{killable, killable};
  for (std::size_t r = vectors; r < at_reaction.size(); ++r) share.killed -= at_reaction[r];
  return share;
}

ReportOnly report_only(const WorkOptions& work) {
  const std::vector<Mutant> automata = automaton_mutants();
  const auto by_everything = distinguish_all(automata, Observed::kEverything, work);
  const auto by_values = distinguish_all(automata, Observed::kValues, work);
  ReportOnly result;
  std::map<std::pair<Machine::State, std::uint16_t>, std::size_t> at;
  for (std::size_t m = 0; m < automata.size(); ++m) {
    if (!by_everything[m].witness) continue;
    ++result.killable;
    const bool is_one_patch = automata[m].patches.size() == 1;
    if (!by_values[m].is_decided || by_values[m].witness || !is_one_patch) continue;
    const Patch& patch = automata[m].patches.front();
    // Elsewhere, a vector could show several of them.
    const bool is_error = machine(kMutatedProfile).at(patch.state, patch.symbol).error_length > 0;
    if (is_error) ++at[{patch.state, patch.symbol}];
  }
  for (const auto& [reaction, mutants] : at) result.at_reaction.push_back(mutants);
  std::ranges::sort(result.at_reaction, std::greater());
  return result;
}

}  // namespace placemat
