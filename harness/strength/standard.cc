#include "harness/strength/standard.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "harness/generate/source.h"
#include "harness/strength/decoder.h"
#include "harness/strength/mutant_judge.h"

namespace placemat {
namespace {

// A case that outlives its source.
struct Kept {
  Bytes units;
  std::vector<std::size_t> cuts;
  Depth depth;
  Exclusions exclusions;
  std::string source;
  Case view() const { return {units, {}, cuts, depth, exclusions}; }
};

// The number of cases of the other sources for each mutant.
constexpr std::size_t kMostScouted = 4;
// A mutant that survives this many cases counts as a survivor.
constexpr std::size_t kMostCases = 400;

// Walks cases with the law and records for each mutant the first ones that lead
// to its fault with the gate open. Until then a mutant equals the law, so the
// skipped cases cannot show the fault.
class Scout final : public CaseSink {
 public:
  explicit Scout(const std::vector<Mutant>& mutants)
      : mutants_(mutants),
        found_(mutants.size()),
        tried_(mutants.size()),
        law_{},
        walk_(prepare(law_)) {
    for (std::uint32_t m = 0; m < mutants.size(); ++m) {
      const Gate& gate = mutants[m].gate;
      if (const Bytes& units = mutants[m].accepts.units; !units.empty()) {
        accepted_[{units.begin(), units.end()}].push_back(m);
        continue;
      }
      const bool after_one = gate.kind == Gate::Kind::kAfterItem;
      const bool after_two = gate.kind == Gate::Kind::kAfterTwo;
      if (mutants[m].value.does != ValueFault::Does::kNothing) {
        // Replacements would open the gate of a pair, without its value.
        if (gate.kind != Gate::Kind::kAlways) continue;
        values_.push_back({mutants[m].value, m});
      } else if (after_one || after_two) {
        for (const Patch& patch : mutants[m].patches) {
          const auto last = static_cast<ItemKind>(after_one ? gate.a : gate.b);
          const auto before = static_cast<ItemKind>(after_one ? kAny : gate.a);
          waiting_[key(patch.state, patch.symbol, last, before)].push_back(m);
        }
      } else if (is_far(gate.kind)) {
        for (const Patch& patch : mutants[m].patches) {
          far_[far_key(gate.kind, gate.a, patch.state, patch.symbol)].push_back(m);
        }
      }
    }
    if (!far_.empty()) walk_.watch_units();
    std::ranges::sort(values_, {}, [](const Waiting& w) { return w.fault.last; });
  }

  void from(std::string source) { source_ = std::move(source); }

  bool accept(const Case& c) override {
    if (const auto here = accepted_.find({c.bytes.begin(), c.bytes.end()});
        here != accepted_.end()) {
      for (const std::uint32_t m : here->second) keep(c, m);
    }
    walk_.restart();
    walk_.values.clear();
    for (std::size_t i = 0; i < c.bytes.size(); ++i) {
      look_at_state(c, c.bytes[i], i);
      walk_.step(c.bytes[i], i, c.bytes.size());
    }
    look_at_state(c, Machine::kEnd, c.bytes.size());
    for (const std::uint64_t value : walk_.values) look_at_value(c, value);
    return true;
  }

  const std::vector<std::vector<Kept>>& found() const { return found_; }

 private:
  struct Waiting {
    ValueFault fault;
    std::uint32_t mutant;
  };
  static constexpr ItemKind kAny = 0xFE;
  // Below these limits, the curated vectors show the fault.
  static constexpr std::size_t kFirstFarOffset = 128;
  static constexpr std::uint32_t kFewestErrors = 3;
  static constexpr std::uint16_t kMostTried = 2000;

  static const Mutant& prepare(Mutant& law) {
    law.machine = &machine(kMutatedProfile);
    return law;
  }
  static std::uint64_t key(Machine::State state, std::size_t symbol, ItemKind last,
                           ItemKind before) {
    return ((std::uint64_t{state} * Machine::kSymbols + symbol) << 16) | std::uint64_t{last} << 8 |
           before;
  }
  // Gates that depend on more than the two previous items.
  static bool is_far(Gate::Kind kind) {
    return kind == Gate::Kind::kAtOffset || kind == Gate::Kind::kAfterErrors ||
           kind == Gate::Kind::kAfterUnits;
  }
  static std::uint64_t far_key(Gate::Kind kind, std::uint64_t a, Machine::State state,
                               std::size_t symbol) {
    return (static_cast<std::uint64_t>(kind) << 32 | a) << 24 |
           (state * Machine::kSymbols + symbol);
  }
  // Many cases open such a gate, and few show the fault behind it.
  bool shows(const Case& c, std::uint32_t mutant) {
    if (tried_[mutant] == kMostTried) return false;
    ++tried_[mutant];
    return differ(answer_of(mutants_[mutant], c.bytes), machine(kMutatedProfile).decode(c.bytes),
                  Observed::kEverything);
  }
  void look_far(const Case& c, std::size_t symbol, std::size_t offset) {
    const auto at = [&](Gate::Kind kind, std::uint64_t a) {
      const auto here = far_.find(far_key(kind, a, walk_.state(), symbol));
      if (here == far_.end()) return;
      for (const std::uint32_t m : here->second) {
        if (found_[m].size() < kMostScouted && shows(c, m)) keep(c, m);
      }
    };
    if (offset >= kFirstFarOffset) at(Gate::Kind::kAtOffset, offset);
    if (walk_.errors() >= kFewestErrors) at(Gate::Kind::kAfterErrors, walk_.errors());
    if (walk_.last_units() != 0) at(Gate::Kind::kAfterUnits, walk_.last_units());
  }
  void look_at_state(const Case& c, std::size_t symbol, std::size_t offset) {
    if (!far_.empty()) look_far(c, symbol, offset);
    const ItemKind last = walk_.last_item();
    if (last == MutantWalk::kNoItem || waiting_.empty()) return;
    for (const ItemKind before : {kAny, walk_.item_before_last()}) {
      const auto here = waiting_.find(key(walk_.state(), symbol, last, before));
      if (here == waiting_.end()) continue;
      for (const std::uint32_t m : here->second) keep(c, m);
    }
  }
  void look_at_value(const Case& c, std::uint64_t value) {
    auto at =
        std::ranges::lower_bound(values_, value, {}, [](const Waiting& w) { return w.fault.last; });
    for (; at != values_.end() && at->fault.first <= value; ++at) {
      if (at->fault.applies(value)) keep(c, at->mutant);
    }
  }
  void keep(const Case& c, std::uint32_t mutant) {
    if (found_[mutant].size() >= kMostScouted) return;
    found_[mutant].push_back({{c.bytes.begin(), c.bytes.end()},
                              {c.cuts.begin(), c.cuts.end()},
                              c.depth,
                              c.exclusions,
                              source_});
  }

  const std::vector<Mutant>& mutants_;
  std::vector<std::vector<Kept>> found_;
  std::vector<std::uint16_t> tried_;
  Mutant law_;
  MutantWalk walk_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> waiting_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> far_;
  std::vector<Waiting> values_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> accepted_;  // by their units
  std::string source_;
};

std::vector<std::vector<Kept>> scout(const std::vector<Mutant>& mutants, const Corpus& corpus,
                                     std::uint64_t seed, const WorkOptions& work) {
  Scout scout(mutants);
  std::vector<std::pair<const char*, std::unique_ptr<Source>>> sources;
  std::size_t shards = 0, done = 0;
  for (const char* name : {"sequences", "state-unit", "scalars", "context"}) {
    sources.emplace_back(name,
                         make_source(name, kMutatedProfile, {Budget::kStandard, seed, &corpus}));
    shards += sources.back().second->shards();
  }
  for (const auto& [name, source] : sources) {
    scout.from(name);
    for (std::size_t shard = 0; shard < source->shards(); ++shard) {
      source->generate(shard, scout);
      if (work.progress) work.progress(kScoutParts * ++done / shards);
    }
  }
  return scout.found();
}

// The curated vectors at the depth of the standard run.
std::vector<Kept> curated_cases(const Corpus& corpus) {
  struct Keeper final : CaseSink {
    std::vector<Kept> kept;
    bool accept(const Case& c) override {
      kept.push_back({{c.bytes.begin(), c.bytes.end()},
                      {c.cuts.begin(), c.cuts.end()},
                      c.depth,
                      c.exclusions,
                      "curated"});
      return true;
    }
  } keeper;
  const auto source = make_source("curated", kMutatedProfile, {Budget::kStandard, 0, &corpus});
  for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, keeper);
  return std::move(keeper.kept);
}

// The source that is designed for a fault that few cases show; empty when there is none. It is run
// as a whole on a mutant that survives its chosen cases.
std::string_view special_source(const Mutant& mutant) {
  using Does = BufferFault::Does;
  constexpr std::uint32_t kFarOffset = 4095, kManyErrors = 256;
  const Gate& gate = mutant.gate;
  if (mutant.family == MutantFamily::kState) return "lifecycle";
  const bool is_pair =
      mutant.value.does != ValueFault::Does::kNothing && gate.kind != Gate::Kind::kAlways;
  if (is_pair) return "neighbours";
  const bool is_far = (gate.kind == Gate::Kind::kAtOffset && gate.a >= kFarOffset) ||
                      (gate.kind == Gate::Kind::kAfterErrors && gate.a >= kManyErrors);
  const bool is_narrow =
      mutant.buffer.does == Does::kOffsetInBits || mutant.buffer.does == Does::kLengthInBits;
  return is_far || is_narrow ? "long" : "";
}

void judge_case(MutantJudge& judge, const Mutant& mutant, const Kept& kept, MutantResult& verdict) {
  verdict.killer =
      judge.first_failure(mutant, kept.source, [&](CaseSink& sink) { sink.accept(kept.view()); });
  ++verdict.cases;
  if (verdict.killer) verdict.source = kept.source;
}

void judge_special(MutantJudge& judge, const Mutant& mutant, const Corpus& corpus,
                   std::uint64_t seed, MutantResult& verdict) {
  const std::string name(special_source(mutant));
  if (name.empty()) return;
  const auto source = make_source(name, kMutatedProfile, {Budget::kStandard, seed, &corpus});
  verdict.killer = judge.first_failure(mutant, name, [&](CaseSink& sink) {
    for (std::size_t shard = 0; shard < source->shards(); ++shard) source->generate(shard, sink);
  });
  if (verdict.killer) verdict.source = name;
}

// The curated cases that show each mutant when its gate is open; for faults of
// streams and memory, those that lead to them.
std::vector<std::vector<std::uint32_t>> relevant(const std::vector<Mutant>& mutants,
                                                 const std::vector<Kept>& cases, unsigned threads) {
  std::vector<Probe> probes;
  for (const Kept& kept : cases) probes.push_back({"", kept.units});
  std::vector<Mutant> open;
  for (const Mutant& mutant : mutants) {
    open.push_back(mutant);
    open.back().gate = {};
    if (mutant.family == MutantFamily::kState && mutant.stream.state != Machine::kStart) {
      // A case that leads to the state leads to the fault.
      open.back().patches = {{mutant.stream.state, Machine::kEnd, {}}};
      const bool is_at_end = mutant.stream.at == StreamFault::At::kFinish;
      for (std::uint16_t unit = 0; unit < 256 && !is_at_end; ++unit) {
        open.back().patches.push_back({mutant.stream.state, unit, {}});
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> kills = kills_of(open, probes, threads).by_everything;
  for (std::size_t m = 0; m < mutants.size(); ++m) {
    const bool is_anywhere = mutants[m].family == MutantFamily::kBuffer ||
                             mutants[m].stream.at == StreamFault::At::kError;
    if (!is_anywhere) continue;
    kills[m].clear();
    for (std::uint32_t p = 0; p < cases.size(); ++p) kills[m].push_back(p);
  }
  return kills;
}

}  // namespace

std::vector<MutantResult> judge_by_standard_run(const std::vector<Mutant>& mutants,
                                                const Corpus& corpus, std::uint64_t seed,
                                                const WorkOptions& work) {
  const std::vector<Kept> curated = curated_cases(corpus);
  const auto by_curated = relevant(mutants, curated, work.threads);
  const auto scouted = scout(mutants, corpus, seed, work);
  std::vector<MutantResult> verdicts(mutants.size());
  const Fence fence(kMutantCallLimitMs);
  WorkOptions behind = work;
  if (work.progress) {
    behind.progress = [&work](std::size_t item) { work.progress(kScoutParts + item); };
  }
  const std::size_t judged = in_parallel_with(mutants.size(), behind, [&]() -> ItemWork {
    return [&, judge = std::make_shared<MutantJudge>(mutant_decoder())](std::size_t m) {
      for (const Kept& kept : scouted[m]) {
        if (!verdicts[m].killer) judge_case(*judge, mutants[m], kept, verdicts[m]);
      }
      for (const std::uint32_t p : by_curated[m]) {
        if (verdicts[m].killer || verdicts[m].cases >= kMostCases) break;
        judge_case(*judge, mutants[m], curated[p], verdicts[m]);
      }
      if (!verdicts[m].killer) judge_special(*judge, mutants[m], corpus, seed, verdicts[m]);
    };
  });
  verdicts.resize(judged);
  return verdicts;
}

}  // namespace placemat
