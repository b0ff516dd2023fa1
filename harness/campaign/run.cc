#include "harness/campaign/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace placemat {
namespace {

// In this process, on the thread that asks.
class LocalBench final : public Bench {
 public:
  explicit LocalBench(const Setting& setting) : setting_(setting) {}
  Ledger check(const Job& job) override {
    Caller caller(*setting_.subjects[job.subject].decoder, thread_);
    return check_job(setting_, job, caller);
  }
  SubjectResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    Caller caller(*setting_.subjects[subject].decoder, thread_);
    return placemat::conclude(setting_, subject, whole, tallies, caller, &thread_);
  }

 private:
  const Setting& setting_;
  FencedThread thread_;
};

// The state of one run, shared by its threads.
class Execution {
 public:
  Execution(const std::vector<Subject>& subjects, const RunOptions& options)
      : subjects_(subjects),
        options_(options),
        parts_(subjects.size()),
        setting_{subjects, {}, options.stop == nullptr ? &never() : options.stop} {
    setting_.sources.resize(subjects.size());
    for (std::size_t s = 0; s < subjects.size(); ++s) {
      for (std::size_t n = 0; n < subjects[s].sources.size(); ++n) {
        const auto source = source_of(subjects[s], subjects[s].sources[n]);
        setting_.sources[s].push_back(source);
        if (!source) continue;  // the budget leaves it out
        for (std::size_t shard = 0; shard < source->shards(); ++shard) {
          jobs_.push_back({s, n, shard, 0});
        }
      }
      parts_[s].open = jobs_.size() - Part::first_job(jobs_, s);
      parts_[s].ledgers.resize(parts_[s].open);
    }
    jobs_left_ = jobs_.size();
  }

  bool run(const std::function<void(SubjectResult)>& done) {
    std::vector<std::unique_ptr<Bench>> benches(std::max(1u, options_.threads));
    std::optional<Fence> fence;
    if (options_.make_bench) {
      for (auto& bench : benches) bench = options_.make_bench(setting_);
    } else {
      fence.emplace(options_.call_limit_ms);
    }
    std::vector<std::thread> threads;
    for (const auto& bench : benches) {
      threads.emplace_back([this, &bench] {
        if (bench) return work(*bench);
        LocalBench local(setting_);
        work(local);
      });
    }
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, std::chrono::milliseconds(200),
                             [&] { return parts_[s].result.has_value(); })) {
        report_progress();
      }
      report_progress();
      SubjectResult result = std::move(*parts_[s].result);
      lock.unlock();
      done(std::move(result));
    }
    for (std::thread& thread : threads) thread.join();
    return !stopped();
  }

 private:
  struct Part {
    std::size_t open = 0;                        // jobs that are not done
    std::vector<std::optional<Ledger>> ledgers;  // one a job, in order
    // What the jobs up to the first that is not done say about operations that
    // are not to be asked any more.
    std::size_t known = 0;
    Ledger sum;
    std::optional<SubjectResult> result;
    static std::size_t first_job(const std::vector<Job>& jobs, std::size_t subject) {
      return static_cast<std::size_t>(std::ranges::lower_bound(jobs, subject, {}, &Job::subject) -
                                      jobs.begin());
    }
  };

  static const std::atomic<bool>& never() {
    static const std::atomic<bool> kNever{false};
    return kNever;
  }
  bool stopped() const { return setting_.stop->load(); }

  std::shared_ptr<const Source> source_of(const Subject& subject, const std::string& name) {
    const std::string key = fmt::format("{} {} {} {} {}", name, to_text(subject.judged_as),
                                        name_of(subject.options.budget), subject.options.seed,
                                        fmt::ptr(subject.options.corpus));
    auto& source = sources_[key];
    if (!source) source = make_source(name, subject.judged_as, subject.options);
    return source;
  }

  void report_progress() {
    if (options_.progress) options_.progress(jobs_.size() - jobs_left_, jobs_.size());
  }

  void work(Bench& bench) {
    for (;;) {
      const std::size_t index = next_++;
      if (index >= jobs_.size()) break;
      const Job& job = jobs_[index];
      Part& part = parts_[job.subject];
      const std::size_t slot = index - Part::first_job(jobs_, job.subject);
      Ledger ledger = run_job(job, muted_for(part, slot), bench);
      const bool is_last = [&] {
        const std::lock_guard lock(mutex_);
        part.ledgers[slot] = std::move(ledger);
        --jobs_left_;
        return --part.open == 0;
      }();
      if (is_last) finish(job.subject, bench);
    }
    // Subjects without any job at all.
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      if (!subjects_[s].sources.empty()) continue;
      const std::lock_guard lock(mutex_);
      if (!parts_[s].result) parts_[s].result = describe(subjects_[s]);
      wake_.notify_all();
    }
  }

  // What is known about operations to mute when the job at `slot` begins. Jobs
  // before it may still be running; conclude() repeats those that began with
  // less than the order of the jobs would have told them.
  OperationSet muted_for(Part& part, std::size_t slot) {
    const std::lock_guard lock(mutex_);
    for (; part.known < slot && part.ledgers[part.known]; ++part.known) {
      count_falls(part.sum, *part.ledgers[part.known]);
    }
    return part.sum.to_mute();
  }

  static void count_falls(Ledger& sum, const Ledger& ledger) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      sum.hangs[i] += ledger.hangs[i];
      sum.crashes[i] += ledger.crashes[i];
    }
  }

  static Ledger run_job(Job job, OperationSet muted, Bench& bench) {
    job.muted = muted;
    Ledger ledger = bench.check(job);
    ledger.muted_at_start = muted;
    return ledger;
  }

  static void add_tally(Tallies& tallies, const SourceTally& more) {
    SourceTally& tally = tallies[more.source];
    tally.cases += more.cases;
    tally.checks += more.checks;
    tally.failed += more.failed;
  }

  // The ledgers of a subject in the order of its jobs. The number of threads
  // decides which jobs ran beside the one that found a hanging operation; they
  // are run again without it, so that the result does not depend on that.
  Ledger merged(std::size_t s, Tallies& tallies, Bench& bench) {
    Part& part = parts_[s];
    const std::size_t first = Part::first_job(jobs_, s);
    Ledger whole;
    for (std::size_t slot = 0; slot < part.ledgers.size(); ++slot) {
      std::optional<Ledger>& ledger = part.ledgers[slot];
      const OperationSet muted = whole.to_mute();
      if (ledger->muted_at_start != muted && !stopped()) {
        ledger = run_job(jobs_[first + slot], muted, bench);
      }
      whole.merge(*ledger);
      add_tally(tallies, ledger->tally);
      ledger.reset();
    }
    return whole;
  }

  // Operations were muted because some units end or stop whoever is asked. What
  // else is there to find? All jobs again, without any case that has those
  // units in it; and again, when that shows other units of that sort.
  SubjectResult beside_what_falls(std::size_t s, Ledger& whole, Tallies& tallies,
                                  SubjectResult result, Bench& bench) {
    constexpr int kMostRounds = 4;
    std::vector<Bytes> avoided;
    OperationSet given_up = 0;
    for (int round = 0; round < kMostRounds && whole.to_mute() != 0 && !stopped(); ++round) {
      const std::size_t had = avoided.size();
      for (const Finding& finding : result.findings) {
        if (finding.kind < Kind::kCrash || finding.minimal.empty()) continue;
        Bytes units = parse_units(finding.minimal, Caller::kMaxUnits).bytes;
        if (std::ranges::find(avoided, units) == avoided.end()) avoided.push_back(std::move(units));
      }
      if (avoided.size() == had) break;
      given_up = static_cast<OperationSet>(given_up | whole.to_mute());
      Tallies fresh_tallies;
      Ledger fresh = asked_again(s, avoided, fresh_tallies, bench);
      if (stopped()) break;
      take_falls(whole, fresh, fresh_tallies);
      whole = std::move(fresh);
      tallies = std::move(fresh_tallies);
      whole.muted = static_cast<OperationSet>(whole.muted | given_up);
      result = bench.conclude(s, whole, tallies);
    }
    return result;
  }

  // One job after the other, each knowing what those before it found.
  Ledger asked_again(std::size_t s, const std::vector<Bytes>& avoided, Tallies& tallies,
                     Bench& bench) {
    Ledger whole;
    for (std::size_t i = Part::first_job(jobs_, s); i < jobs_.size() && jobs_[i].subject == s;
         ++i) {
      Job job = jobs_[i];
      job.avoided = avoided;
      const Ledger ledger = run_job(job, whole.to_mute(), bench);
      whole.merge(ledger);
      add_tally(tallies, ledger.tally);
    }
    return whole;
  }

  // What ended or stopped it stands as it was found.
  static void take_falls(const Ledger& from, Ledger& to, Tallies& tallies) {
    for (const auto& [look, entry] : from.entries) {
      const Kind kind = entry.failure.kind;
      if (kind < Kind::kCrash || !to.entries.try_emplace(look, entry).second) continue;
      FamilyTally& family = to.families[static_cast<std::size_t>(fault_of(entry.trial.units))];
      family.checks += entry.checks;
      family.failed += entry.checks;
      family.kinds[kind] += entry.checks;
      tallies[entry.source].checks += entry.checks;
      tallies[entry.source].failed += entry.checks;
    }
    for (const auto& [key, named] : from.named) {
      if (key.second >= Kind::kCrash) to.named.try_emplace(key, named);
    }
  }

  void finish(std::size_t s, Bench& bench) {
    Tallies tallies;
    Ledger whole = merged(s, tallies, bench);
    SubjectResult result = bench.conclude(s, whole, tallies);
    // A decoder of this tree may be asked again by whoever repairs it; of a
    // stranger, all that can be found is to be found now.
    if (options_.make_bench)
      result = beside_what_falls(s, whole, tallies, std::move(result), bench);
    const std::lock_guard lock(mutex_);
    parts_[s].result = std::move(result);
    wake_.notify_all();
  }

  const std::vector<Subject>& subjects_;
  const RunOptions& options_;
  std::vector<Part> parts_;
  Setting setting_;
  std::vector<Job> jobs_;
  std::map<std::string, std::shared_ptr<const Source>> sources_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::size_t jobs_left_ = 0;
};

}  // namespace

bool run(const std::vector<Subject>& subjects, const RunOptions& options,
         const std::function<void(SubjectResult)>& done) {
  return Execution(subjects, options).run(done);
}

}  // namespace placemat
