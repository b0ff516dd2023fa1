#include "harness/strength/strength.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/generate/source.h"
#include "harness/strength/mutants.h"
#include "harness/strength/standard.h"

namespace placemat {
namespace {

using ProbeKillers = std::vector<std::vector<std::uint32_t>>;

std::vector<Mutant> joined(std::vector<Mutant> a, std::vector<Mutant> b) {
  a.insert(a.end(), std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()));
  return a;
}

FamilyStrength& row(Strength& strength, MutantFamily family) {
  return strength.families[static_cast<std::size_t>(family)];
}

// The family has a tally of that way.
void count(FamilyStrength& family, std::string_view how, bool killed, const std::string& name,
           const std::optional<Bytes>& killer, std::size_t most_survivors) {
  Tally& tally = *std::ranges::find(family.tallies, how, &Tally::how);
  ++tally.killable;
  if (killed)
    ++tally.killed;
  else if (tally.survivors.size() < most_survivors)
    tally.survivors.push_back({name, killer ? to_spaced_hex(*killer) : std::string()});
}

// Only the first killer of a mutant counts as killing something new.
std::vector<std::string> without_new_kills(const std::vector<Probe>& probes,
                                           const ProbeKillers& kills) {
  std::vector<bool> kills_first(probes.size());
  for (const auto& killers : kills) {
    if (!killers.empty()) kills_first[killers.front()] = true;
  }
  std::vector<std::string> names;
  for (std::size_t p = 0; p < probes.size(); ++p) {
    if (!kills_first[p]) names.push_back(probes[p].name);
  }
  return names;
}

// The strings of the standard run that are designed to distinguish automata
// from the law.
std::vector<Probe> with_state_unit(std::vector<Probe> probes, const Corpus& corpus) {
  struct Keeper final : CaseSink {
    explicit Keeper(std::vector<Probe>& all) : probes(all) {}
    bool accept(const Case& c) override {
      probes.push_back({"state-unit", {c.bytes.begin(), c.bytes.end()}});
      return true;
    }
    std::vector<Probe>& probes;
  } keeper(probes);
  const auto source = make_source("state-unit", kMutatedProfile, {Budget::kStandard, 0, &corpus});
  for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, keeper);
  return probes;
}

// Mutants not reached before the stop are omitted from `mutants`.
Kills judged(std::vector<Mutant>& mutants, const std::vector<Probe>& probes,
             const WorkOptions& work) {
  Kills kills = kills_of(mutants, probes, work);
  mutants.resize(kills.judged);
  kills.by_everything.resize(kills.judged);
  kills.by_values.resize(kills.judged);
  kills.by_verdict.resize(kills.judged);
  return kills;
}

// The families that are finite machines over single units.
class Automata {
 public:
  Automata(std::vector<Mutant> mutants, const std::vector<Probe>& probes, const WorkOptions& work)
      : threads_(work.threads),
        mutants_(std::move(mutants)),
        kills_(judged(mutants_, probes, work)),
        distinctions_(distinguish_all(mutants_, Observed::kEverything, to_the_end(work, 1))),
        by_verdict_(distinguish_all(mutants_, Observed::kVerdict, to_the_end(work, 2))) {
    find_values();
  }

  // The strings, then both distinctions.
  static constexpr std::size_t kSteps = 3;

  void add_to(Strength& strength, std::size_t most_survivors) const {
    for (std::size_t m = 0; m < mutants_.size(); ++m) {
      FamilyStrength& family = row(strength, mutants_[m].family);
      ++family.mutants;
      const Distinction& distinction = distinctions_[m];
      if (!distinction.is_decided || !by_verdict_[m].is_decided) ++family.undecided;
      if (distinction.is_decided && !distinction.witness) {
        ++family.equivalent;
        continue;
      }
      count(family, kByOutput, !kills_.by_everything[m].empty(), mutants_[m].name,
            distinction.witness, most_survivors);
      if (by_values_[m]) {
        count(family, kByValues, !kills_.by_values[m].empty(), mutants_[m].name, by_values_[m],
              most_survivors);
      }
      if (!by_verdict_[m].witness) continue;
      count(family, kByVerdict, !kills_.by_verdict[m].empty(), mutants_[m].name,
            by_verdict_[m].witness, most_survivors);
    }
  }

  // The state-unit source is run on the mutants that survive the strings.
  void add_standard_run(Strength& strength, const Corpus& corpus,
                        std::size_t most_survivors) const {
    std::vector<Mutant> left;
    for (std::size_t m = 0; m < mutants_.size(); ++m) {
      if (kills_.by_everything[m].empty()) left.push_back(mutants_[m]);
    }
    const ProbeKillers kills =
        kills_of(left, with_state_unit(probes_of(corpus.vectors), corpus), threads_).by_everything;
    std::size_t next_left = 0;
    for (std::size_t m = 0; m < mutants_.size(); ++m) {
      const bool is_left = kills_.by_everything[m].empty();
      const bool killed = !is_left || !kills[next_left].empty();
      next_left += is_left ? 1 : 0;
      if (distinctions_[m].is_decided && !distinctions_[m].witness) continue;
      count(row(strength, mutants_[m].family), kByStandardRun, killed, mutants_[m].name,
            distinctions_[m].witness, most_survivors);
    }
  }

  const Kills& kills() const { return kills_; }
  std::size_t size() const { return mutants_.size(); }

 private:
  // The search for a string of its own is left out where the one that shows any difference shows
  // one in values too.
  void find_values() {
    by_values_.resize(mutants_.size());
    in_parallel(mutants_.size(), threads_, [&](std::size_t m) {
      const std::optional<Bytes>& witness = distinctions_[m].witness;
      if (!witness) return;
      const bool shows = differ(answer_of(mutants_[m], *witness),
                                machine(kMutatedProfile).decode(*witness), Observed::kValues);
      by_values_[m] = shows ? witness : distinguish(mutants_[m], Observed::kValues).witness;
    });
  }

  // What was judged is distinguished although the measurement is to stop.
  WorkOptions to_the_end(const WorkOptions& work, std::size_t step) const {
    WorkOptions own(work.threads);
    if (work.progress) {
      own.progress = [&work, before = step * mutants_.size()](std::size_t done) {
        work.progress(before + done);
      };
    }
    return own;
  }

  unsigned threads_;
  std::vector<Mutant> mutants_;
  Kills kills_;
  std::vector<Distinction> distinctions_, by_verdict_;
  std::vector<std::optional<Bytes>> by_values_;  // a string that shows it in values
};

// The unchanged strings can show faults of position and history too.
void add_gated(Strength& strength, const std::vector<Mutant>& mutants, const Kills& kills,
               std::size_t most_survivors) {
  for (std::size_t m = 0; m < mutants.size(); ++m) {
    FamilyStrength& family = row(strength, mutants[m].family);
    ++family.mutants;
    if (find_tally(family, kByOutput) == nullptr) continue;
    count(family, kByOutput, !kills.by_everything[m].empty(), mutants[m].name, std::nullopt,
          most_survivors);
    if (!shows_in_verdict(mutants[m])) continue;
    count(family, kByVerdict, !kills.by_verdict[m].empty(), mutants[m].name, std::nullopt,
          most_survivors);
  }
}

}  // namespace

const Tally* find_tally(const FamilyStrength& family, std::string_view how) {
  const auto found = std::ranges::find(family.tallies, how, &Tally::how);
  return found == family.tallies.end() ? nullptr : &*found;
}

Tally automata_tally(const Strength& strength, std::string_view how) {
  Tally sum;
  sum.how = how;
  for (const FamilyStrength& family : strength.families) {
    const Tally* tally = find_tally(family, how);
    if (!family.is_automaton || tally == nullptr) continue;
    sum.killable += tally->killable;
    sum.killed += tally->killed;
  }
  return sum;
}

std::vector<Probe> probes_of(std::span<const Vector> vectors) {
  std::vector<Probe> probes;
  for (const Vector& vector : vectors) probes.push_back({vector.id, vector.units.bytes});
  return probes;
}

StrengthMeasurement measure(std::string subject, const std::vector<Probe>& probes,
                            const StrengthOptions& options) {
  const auto begun = std::chrono::steady_clock::now();
  StrengthMeasurement measured;
  Strength& strength = measured.strength;
  strength.subject = std::move(subject);
  strength.seed = options.seed;
  strength.vectors = probes.size();
  for (const Probe& probe : probes) strength.units += probe.units.size();
  for (const MutantFamilyRow& family : mutant_families()) {
    FamilyStrength empty;
    empty.name = family.name;
    empty.is_automaton = family.is_automaton;
    const bool shows_in_strings =
        family.family != MutantFamily::kState && family.family != MutantFamily::kBuffer;
    const auto observe = [&](std::string_view how) { empty.tallies.emplace_back().how = how; };
    if (shows_in_strings) observe(kByOutput);
    if (family.is_automaton) observe(kByValues);
    if (shows_in_strings) observe(kByVerdict);
    if (options.standard_run != nullptr) observe(kByStandardRun);
    strength.families.push_back(std::move(empty));
  }
  std::vector<Mutant> machines = automaton_mutants();
  std::vector<Mutant> in_strings =
      joined(joined(position_mutants(), history_mutants()), value_mutants(options.seed));
  const std::vector<Mutant> elsewhere = joined(state_mutants(), buffer_mutants());
  const std::size_t all = machines.size() + in_strings.size() + elsewhere.size();
  const std::size_t in_run = options.standard_run == nullptr ? 0 : in_strings.size() + kScoutParts;
  const std::size_t in_machines = machines.size() * (Automata::kSteps - 1);
  std::size_t before = 0;  // parts of the previous steps
  WorkOptions work(options.threads);
  work.stop = options.stop;
  if (options.progress) {
    work.progress = [&](std::size_t done) {
      options.progress(before + done, all + in_machines + in_run);
    };
  }
  const Automata automata(std::move(machines), probes, work);
  automata.add_to(strength, options.most_survivors);
  before = automata.size() + in_machines;
  const Kills kills = judged(in_strings, probes, work);
  add_gated(strength, in_strings, kills, options.most_survivors);
  before += in_strings.size();
  add_gated(strength, elsewhere, {}, options.most_survivors);
  measured.not_judged = all + in_machines - before - elsewhere.size();
  if (options.standard_run != nullptr && measured.not_judged == 0) {
    automata.add_standard_run(strength, *options.standard_run, options.most_survivors);
    const std::vector<Mutant> rest = joined(in_strings, elsewhere);
    const std::vector<MutantResult> verdicts =
        judge_by_standard_run(rest, *options.standard_run, options.seed, work);
    for (std::size_t m = 0; m < verdicts.size(); ++m) {
      count(row(strength, rest[m].family), kByStandardRun, verdicts[m].killer.has_value(),
            rest[m].name, std::nullopt, options.most_survivors);
    }
    measured.not_judged = rest.size() - verdicts.size();
  }
  strength.nothing_new = without_new_kills(probes, automata.kills().by_everything);
  measured.small_set = small_cover(automata.kills().by_everything, probes.size());
  measured.small_set_by_verdict = small_cover(automata.kills().by_verdict, probes.size());
  strength.small_set = measured.small_set.size();
  strength.small_set_by_verdict = measured.small_set_by_verdict.size();
  const Machine& law = machine(kMutatedProfile);
  strength.w_method = cover(law, Observed::kEverything).strings();
  strength.w_method_by_verdict =
      cover(machine({DialectId::kUtf8, PolicyId::kReject, Bom::kKeep}), Observed::kVerdict)
          .strings();
  measured.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return measured;
}

std::vector<Probe> verdict_vectors(const std::vector<Probe>& known, unsigned threads) {
  const std::vector<Mutant> mutants = automaton_mutants();
  std::vector<Probe> candidates = known;
  for (const Distinction& distinction : distinguish_all(mutants, Observed::kVerdict, threads)) {
    if (distinction.witness) candidates.push_back({"", *distinction.witness});
  }
  // Each string once, under its existing name where it has one.
  std::map<std::string, Probe> by_units;
  for (Probe& candidate : candidates) {
    std::string key(candidate.units.begin(), candidate.units.end());
    by_units.try_emplace(std::move(key), std::move(candidate));
  }
  candidates.clear();
  for (auto& [key, probe] : by_units) candidates.push_back(std::move(probe));
  std::vector<Probe> chosen;
  const Kills kills = kills_of(mutants, candidates, threads);
  for (const std::uint32_t p : small_cover(kills.by_verdict, candidates.size())) {
    chosen.push_back(std::move(candidates[p]));
    if (chosen.back().name.empty()) chosen.back().name = "verdict/" + to_hex(chosen.back().units);
  }
  return chosen;
}

std::string to_document(std::string_view about, const std::vector<Probe>& probes) {
  using OrderedJson = nlohmann::ordered_json;
  std::string text = "{\n  \"about\": " + OrderedJson(about).dump() + ",\n  \"vectors\": [";
  for (std::size_t p = 0; p < probes.size(); ++p) {
    const VectorOutcome law = outcome_of(probes[p].units);
    OrderedJson vector{{"id", probes[p].name},
                       {"hex", to_spaced_hex(probes[p].units)},
                       {"well_formed", law.well_formed()}};
    if (law.well_formed()) {
      vector["values"] = values_to_text(law.values);
    } else {
      vector["error"] = {{"offset", law.errors.front().offset},
                         {"length", law.errors.front().length}};
      for (const Policy& policy : policies()) {
        if (policy.stops) continue;
        vector["replaced"][std::string(policy.name)] =
            values_to_text(values_under(policy, law, probes[p].units));
      }
    }
    text += (p == 0 ? "\n    " : ",\n    ") + vector.dump();
  }
  return text + "\n  ]\n}\n";
}

}  // namespace placemat
