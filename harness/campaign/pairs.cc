// Runs pairs of saboteurs as one decoder under test and looks for both faults in the findings.
#include "harness/campaign/pairs.h"

#include <algorithm>
#include <random>

#include "harness/campaign/replay.h"
#include "harness/campaign/run.h"
#include "harness/campaign/stored_finding.h"
#include "harness/judge/paired_caller.h"

namespace placemat {
namespace {

constexpr unsigned kPairLimitMs = 200;

// The check that a replay line repeats; none for an encoder.
std::optional<Check> check_of(const std::string& replay) {
  const ReplayCall call = parse_replay_line(replay);
  if (!call.encode.empty()) return std::nullopt;
  return replayed_check(call.units, call.how);
}

// A saboteur, and its findings when it is alone.
struct Alone {
  const Decoder* saboteur;
  Kind planted;
  std::vector<Check> evidence;  // checks that fail by the planted kind
};

class Witness {
 public:
  Witness(const Decoder& saboteur, FencedThread& thread)
      : caller_(saboteur, thread), judge_(caller_, claimed_profile(saboteur)) {}
  bool passes(const Check& check) { return judge_.passes(check); }
  bool shows(const Check& check, Kind planted) {
    if (!has(caller_.decoder(), check.how.operation)) return false;
    const auto failure = judge_.judge(check);
    return failure && failure->kind == planted;
  }

 private:
  Caller caller_;
  Judge judge_;
};

std::vector<Alone> caught_alone(const SelftestResult& selftest) {
  std::vector<Alone> all;
  for (const SelftestOutcome& outcome : selftest.outcomes) {
    const auto planted = find_kind(outcome.saboteur->planted_kind);
    if (!outcome.caught || outcome.budget != Budget::kQuick || !planted) continue;
    Alone alone{outcome.saboteur, *planted, {}};
    for (const Finding& finding : outcome.result.findings) {
      if (finding.kind != *planted) continue;
      if (auto check = check_of(finding.replay)) alone.evidence.push_back(std::move(*check));
    }
    all.push_back(std::move(alone));
  }
  return all;
}

// True when the first is wrong wherever the second is, so that the pair shows the first alone.
bool is_hidden(const Alone& first, const Alone& second, FencedThread& thread) {
  Witness witness(*first.saboteur, thread);
  return !second.evidence.empty() && std::ranges::none_of(second.evidence, [&](const Check& check) {
    return witness.passes(check);
  });
}

class PairExecutor final : public Executor {
 public:
  PairExecutor(const RunContext& context, const std::vector<std::unique_ptr<PairedDecoder>>& pairs)
      : context_(context), pairs_(pairs) {}
  Ledger check(const Job& job) override {
    PairedCaller caller(*pairs_[job.subject], thread());
    return check_job(context_, job, caller);
  }
  DecoderResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    PairedCaller caller(*pairs_[subject], thread());
    return placemat::conclude(context_, subject, whole, tallies, caller, &thread());
  }

 private:
  // Executors are made on one thread and used on another.
  FencedThread& thread() {
    if (!thread_) thread_.emplace();
    return *thread_;
  }

  const RunContext& context_;
  const std::vector<std::unique_ptr<PairedDecoder>>& pairs_;
  std::optional<FencedThread> thread_;
};

// A finding of the planted kind, or a symptom of that kind in one, that the saboteur alone shows.
bool reports(const DecoderResult& result, const Alone& alone, FencedThread& thread) {
  Witness witness(*alone.saboteur, thread);
  const auto shows = [&](const std::string& replay) {
    const auto check = check_of(replay);
    return check ? witness.shows(*check, alone.planted) : alone.evidence.empty();
  };
  for (const Finding& finding : result.findings) {
    if (finding.kind != alone.planted) continue;
    if (shows(finding.replay)) return true;
    for (const Symptom& symptom : finding.symptoms) {
      if (symptom.kind == alone.planted && shows(symptom.replay)) return true;
    }
  }
  return false;
}

}  // namespace

std::size_t PairsResult::reported() const {
  return static_cast<std::size_t>(std::ranges::count_if(outcomes, &PairOutcome::reports_both));
}

PairsResult check_pairs(const Corpus& corpus, const PairsOptions& options) {
  PairsResult result;
  const SelftestResult selftest =
      placemat::selftest(corpus, {options.names, options.threads, options.stop, {}});
  const std::vector<Alone> alone = caught_alone(selftest);
  result.not_quick = selftest.outcomes.size() - alone.size();
  std::vector<std::pair<const Alone*, const Alone*>> chosen;
  for (const Alone& first : alone) {
    for (const Alone& second : alone) {
      if (first.saboteur != second.saboteur) chosen.emplace_back(&first, &second);
    }
  }
  std::mt19937_64 random(options.seed);
  std::ranges::shuffle(chosen, random);

  std::vector<std::unique_ptr<PairedDecoder>> pairs;
  std::vector<std::pair<const Alone*, const Alone*>> judged;
  const Fence fence(kPairLimitMs);
  FencedThread thread;
  for (const auto& [first, second] : chosen) {
    if (options.sample != 0 && pairs.size() == options.sample) break;
    auto pair = paired(*first->saboteur, *second->saboteur);
    if (!pair) {
      ++result.different_claims;
    } else if (is_hidden(*first, *second, thread)) {
      ++result.hidden;
    } else {
      pairs.push_back(std::move(pair));
      judged.emplace_back(first, second);
    }
  }
  std::vector<Target> targets;
  for (const auto& pair : pairs) {
    targets.push_back(
        make_target(pair->table, selftest_sources(), {Budget::kQuick, 1992, &corpus}));
  }
  RunOptions how{options.threads, kPairLimitMs, options.stop, options.progress, {}};
  how.make_executor = [&](const RunContext& context) {
    return std::make_unique<PairExecutor>(context, pairs);
  };
  std::size_t done = 0;
  result.finished = run(targets, how, [&](const DecoderResult& found) {
    const auto& [first, second] = judged[done++];
    result.outcomes.push_back({first->saboteur->name, second->saboteur->name,
                               reports(found, *first, thread), reports(found, *second, thread),
                               found.findings});
  });
  return result;
}

}  // namespace placemat
