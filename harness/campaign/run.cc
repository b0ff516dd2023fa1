// Hands jobs to executors, merges their ledgers in a fixed order and concludes each subject as soon
// as its last job is done. It must not know what is checked, nor in which process.
#include "harness/campaign/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>

#include "harness/bytes/parallel.h"

namespace placemat {
namespace {

// Runs checks in this process, on the calling thread.
class LocalExecutor final : public Executor {
 public:
  explicit LocalExecutor(const RunContext& context) : context_(context) {}
  Ledger check(const Job& job) override {
    return check_job(context_, job, caller_for(job.subject));
  }
  DecoderResult conclude(std::size_t subject, const Ledger& whole,
                         const Tallies& tallies) override {
    return placemat::conclude(context_, subject, whole, tallies, caller_for(subject), &thread_);
  }

 private:
  // Thousands of jobs are short, so the buffers of a subject are mapped once. Each job starts
  // with cleared buffers: its answers do not depend on the jobs that this thread did before.
  Caller& caller_for(std::size_t subject) {
    if (!caller_ || subject != subject_)
      caller_.emplace(*context_.subjects[subject].decoder, thread_);
    subject_ = subject;
    caller_->forget();
    return *caller_;
  }

  const RunContext& context_;
  FencedThread thread_;
  std::size_t subject_ = 0;
  std::optional<Caller> caller_;
};

// The state of one run, shared by its threads.
class Execution {
 public:
  Execution(const std::vector<Target>& subjects, const RunOptions& options)
      : subjects_(subjects),
        options_(options),
        parts_(subjects.size()),
        context_{subjects, {}, options.stop == nullptr ? &never() : options.stop} {
    context_.sources.resize(subjects.size());
    for (std::size_t s = 0; s < subjects.size(); ++s) {
      for (std::size_t n = 0; n < subjects[s].sources.size(); ++n) {
        const auto source = source_of(subjects[s], subjects[s].sources[n]);
        context_.sources[s].push_back(source);
        if (!source) continue;  // the budget excludes it
        for (std::size_t shard = 0; shard < source->shards(); ++shard) {
          jobs_.push_back({s, n, shard, 0});
        }
      }
      parts_[s].open = jobs_.size() - Part::first_job(jobs_, s);
      parts_[s].ledgers.resize(parts_[s].open);
    }
    jobs_left_ = jobs_.size();
  }

  bool run(const std::function<void(DecoderResult)>& done) {
    std::vector<std::unique_ptr<Executor>> executors(std::max(1u, options_.threads));
    std::optional<Fence> fence;
    if (options_.make_executor) {
      for (auto& executor : executors) executor = options_.make_executor(context_);
    } else {
      fence.emplace(options_.call_limit_ms);
    }
    WorkQueue queue(jobs_.size());
    ThreadGroup threads(executors.size(), [&](std::size_t t) {
      if (executors[t]) return work(queue, *executors[t]);
      LocalExecutor local(context_);
      work(queue, local);
    });
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, std::chrono::milliseconds(200),
                             [&] { return parts_[s].result.has_value(); })) {
        report_progress();
      }
      report_progress();
      DecoderResult result = std::move(*parts_[s].result);
      lock.unlock();
      done(std::move(result));
    }
    threads.join();
    return !stopped();
  }

 private:
  struct Part {
    std::size_t open = 0;                        // jobs that are not done
    std::vector<std::optional<Ledger>> ledgers;  // one a job, in order
    // `sum` holds the failure counts of the first `known` jobs; they decide what is muted.
    std::size_t known = 0;
    Ledger sum;
    std::optional<DecoderResult> result;
    static std::size_t first_job(const std::vector<Job>& jobs, std::size_t subject) {
      return static_cast<std::size_t>(std::ranges::lower_bound(jobs, subject, {}, &Job::subject) -
                                      jobs.begin());
    }
  };

  static const std::atomic<bool>& never() {
    static const std::atomic<bool> kNever{false};
    return kNever;
  }
  bool stopped() const { return context_.stop->load(); }

  std::shared_ptr<const Source> source_of(const Target& subject, const std::string& name) {
    const std::string key = fmt::format(
        "{} {} {} {} {} {}", name, to_text(subject.judged_as), name_of(subject.options.budget),
        subject.options.seed, fmt::ptr(subject.options.corpus), subject.options.has_one_operation);
    auto& source = sources_[key];
    if (!source) source = make_source(name, subject.judged_as, subject.options);
    return source;
  }

  // While other jobs are checked, those count.
  void report_progress() {
    if (jobs_left_ == 0 && !phase_.empty() && options_.phase) {
      options_.phase(phase_);
    } else if (options_.progress) {
      options_.progress(jobs_.size() - jobs_left_, jobs_.size());
    }
  }

  void begin_phase(std::string phase) {
    const std::lock_guard lock(mutex_);
    phase_ = std::move(phase);
  }

  DecoderResult concluded(std::size_t s, const Ledger& whole, const Tallies& tallies,
                          Executor& executor) {
    const std::size_t failures = whole.entries.size();
    begin_phase(fmt::format("reducing {} {}", failures, failures == 1 ? "failure" : "failures"));
    return executor.conclude(s, whole, tallies);
  }

  // After a stop, jobs are still taken; each ends at its first case.
  void work(WorkQueue& queue, Executor& executor) {
    while (const auto index = queue.next()) {
      const Job& job = jobs_[*index];
      Part& part = parts_[job.subject];
      const std::size_t slot = *index - Part::first_job(jobs_, job.subject);
      Ledger ledger = run_job(job, muted_for(part, slot), executor);
      const bool is_last = [&] {
        const std::lock_guard lock(mutex_);
        part.ledgers[slot] = std::move(ledger);
        --jobs_left_;
        return --part.open == 0;
      }();
      if (is_last) finish(job.subject, executor);
    }
    // Subjects without any job.
    for (std::size_t s = 0; s < subjects_.size(); ++s) {
      if (!parts_[s].ledgers.empty()) continue;
      const std::lock_guard lock(mutex_);
      if (!parts_[s].result) parts_[s].result = describe(subjects_[s]);
      wake_.notify_all();
    }
  }

  // The operations known to be muted when the job at `slot` begins. Earlier jobs may still be
  // running; conclude() repeats the jobs that began with fewer muted operations than the order of
  // the jobs implies.
  OperationSet muted_for(Part& part, std::size_t slot) {
    const std::lock_guard lock(mutex_);
    for (; part.known < slot && part.ledgers[part.known]; ++part.known) {
      add_failure_counts(part.sum, *part.ledgers[part.known]);
    }
    return part.sum.to_mute();
  }

  static void add_failure_counts(Ledger& sum, const Ledger& ledger) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
      sum.hangs[i] += ledger.hangs[i];
      sum.crashes[i] += ledger.crashes[i];
    }
  }

  static Ledger run_job(Job job, OperationSet muted, Executor& executor) {
    job.muted = muted;
    Ledger ledger = executor.check(job);
    ledger.muted_at_start = muted;
    return ledger;
  }

  static void add_tally(Tallies& tallies, const SourceTally& more) {
    SourceTally& tally = tallies[more.source];
    tally.cases += more.cases;
    tally.checks += more.checks;
    tally.failed += more.failed;
  }

  // The ledgers of a subject in the order of its jobs. Jobs that ran at the same time as one that
  // found a hanging operation are run again without that operation, so the result does not depend
  // on the number of threads.
  Ledger merged(std::size_t s, Tallies& tallies, Executor& executor) {
    Part& part = parts_[s];
    const std::size_t first = Part::first_job(jobs_, s);
    Ledger whole;
    for (std::size_t slot = 0; slot < part.ledgers.size(); ++slot) {
      std::optional<Ledger>& ledger = part.ledgers[slot];
      const OperationSet muted = whole.to_mute();
      if (ledger->muted_at_start != muted && !stopped()) {
        ledger = run_job(jobs_[first + slot], muted, executor);
      }
      whole.merge(*ledger);
      add_tally(tallies, ledger->tally);
      ledger.reset();
    }
    return whole;
  }

  // Operations were muted because some units crash or stop the decoder. All jobs run again without
  // any case that has those units, and again when that reveals others.
  DecoderResult without_failing_inputs(std::size_t s, Ledger& whole, Tallies& tallies,
                                       DecoderResult result, Executor& executor) {
    constexpr int kMostRounds = 4;
    std::vector<Bytes> avoided;
    OperationSet given_up = 0;
    for (int round = 0; round < kMostRounds && whole.to_mute() != 0 && !stopped(); ++round) {
      const std::size_t had = avoided.size();
      const auto avoid = [&](Kind kind, const std::string& minimal) {
        if (shows_in(kind) != ShowsIn::kCall || minimal.empty()) return;
        Bytes units = parse_units(minimal, Caller::kMaxUnits).bytes;
        if (std::ranges::find(avoided, units) == avoided.end()) avoided.push_back(std::move(units));
      };
      for (const Finding& finding : result.findings) {
        avoid(finding.kind, finding.minimal);
        for (const Symptom& symptom : finding.symptoms) avoid(symptom.kind, symptom.minimal);
      }
      if (avoided.size() == had) break;
      given_up = static_cast<OperationSet>(given_up | whole.to_mute());
      begin_phase("asking again without the inputs that stop it");
      Tallies fresh_tallies;
      Ledger fresh = asked_again(s, avoided, fresh_tallies, executor);
      if (stopped()) break;
      take_failures(whole, given_up, fresh, fresh_tallies);
      whole = std::move(fresh);
      tallies = std::move(fresh_tallies);
      whole.muted = static_cast<OperationSet>(whole.muted | given_up);
      result = concluded(s, whole, tallies, executor);
    }
    return result;
  }

  // Runs the jobs one after the other; each knows the findings of those before it.
  Ledger asked_again(std::size_t s, const std::vector<Bytes>& avoided, Tallies& tallies,
                     Executor& executor) {
    Ledger whole;
    for (std::size_t i = Part::first_job(jobs_, s); i < jobs_.size() && jobs_[i].subject == s;
         ++i) {
      Job job = jobs_[i];
      job.avoided = avoided;
      const Ledger ledger = run_job(job, whole.to_mute(), executor);
      whole.merge(ledger);
      add_tally(tallies, ledger.tally);
    }
    return whole;
  }

  // Call failures are kept as they were found, and so is what operations that were not given up
  // showed with the avoided units.
  static void take_failures(const Ledger& from, OperationSet given_up, Ledger& to,
                            Tallies& tallies) {
    std::set<Kind> kept;
    for (const auto& [bucket, entry] : from.entries) {
      const Kind kind = entry.failure.kind;
      const bool was_given_up = (given_up & bit_of(entry.check.how.operation)) != 0;
      if (was_given_up && shows_in(kind) != ShowsIn::kCall) continue;
      kept.insert(kind);
      if (!to.entries.try_emplace(bucket, entry).second) continue;
      if (const auto only = only_error_class_of(entry.check.units)) {
        ErrorClassTally& error_class = to.error_classes[static_cast<std::size_t>(*only)];
        error_class.merge({entry.checks, entry.checks, {{kind, entry.checks}}, {}});
      }
      tallies[entry.source].checks += entry.checks;
      tallies[entry.source].failed += entry.checks;
    }
    for (std::size_t c = 0; c < kErrorClassCount; ++c) {
      for (const auto& [kind, input] : from.error_classes[c].alone) {
        if (kept.contains(kind)) to.error_classes[c].show(kind, input);
      }
    }
    for (const auto& [key, named] : from.named) {
      if (kept.contains(key.second)) to.named.try_emplace(key, named);
    }
  }

  void finish(std::size_t s, Executor& executor) {
    Tallies tallies;
    Ledger whole = merged(s, tallies, executor);
    DecoderResult result = concluded(s, whole, tallies, executor);
    // A decoder of this tree is run again after a repair; an external decoder is not, so all its
    // findings must come from this run.
    if (options_.make_executor)
      result = without_failing_inputs(s, whole, tallies, std::move(result), executor);
    const std::lock_guard lock(mutex_);
    parts_[s].result = std::move(result);
    wake_.notify_all();
  }

  const std::vector<Target>& subjects_;
  const RunOptions& options_;
  std::vector<Part> parts_;
  RunContext context_;
  std::vector<Job> jobs_;
  std::map<std::string, std::shared_ptr<const Source>> sources_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::size_t jobs_left_ = 0;
  std::string phase_;  // of the subject whose jobs ended last
};

}  // namespace

bool run(const std::vector<Target>& subjects, const RunOptions& options,
         const std::function<void(DecoderResult)>& done) {
  return Execution(subjects, options).run(done);
}

}  // namespace placemat
