#include "harness/judge/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "harness/judge/checker.h"
#include "harness/judge/left_out.h"
#include "harness/judge/minimise.h"
#include "harness/spec/encode.h"

namespace placemat {
namespace {

std::string replay_line(const Subject& subject, const std::string& arguments) {
  const Profile claimed = claimed_profile(*subject.decoder);
  const Profile& judged = subject.judged_as;
  std::string as;
  if (judged.policy != claimed.policy || judged.bom != claimed.bom) {
    as = " --as " + to_text(judged);
  } else if (judged.dialect != claimed.dialect) {
    as = fmt::format(" --as {}", dialect(judged.dialect).name);
  }
  // A command comes last: behind `--` everything is its own. What says that it
  // is a filter stands before that.
  const bool is_command =
      subject.called.starts_with("-- ") || subject.called.starts_with("--filter ");
  if (is_command) return fmt::format("placemat replay{} {} {}", as, arguments, subject.called);
  return fmt::format("placemat replay {}{} {}",
                     subject.called.empty() ? subject.decoder->name : subject.called, as,
                     arguments);
}

Finding base_finding(const Subject& subject, Kind kind) {
  Finding finding;
  finding.decoder = subject.decoder->name;
  finding.judged_as = to_text(subject.judged_as);
  finding.claimed = subject.claimed;
  finding.kind = kind;
  finding.clause = row_of(kind).clause;
  finding.effect = row_of(kind).effect;
  return finding;
}

std::string key_of(const Subject& subject, Kind kind, const std::string& what) {
  return fmt::format("{}|{}|{}|{}", subject.decoder->name, to_text(subject.judged_as),
                     row_of(kind).name, what);
}

// The units with each one replaced by the first of its class: what findings
// that differ only within a class have in common.
Bytes class_sequence(const Machine& machine, const Bytes& units) {
  Bytes sequence;
  for (const std::uint8_t unit : units) {
    sequence.push_back(machine.classes()[machine.class_of(unit)].front());
  }
  return sequence;
}

// A finding and the trial that shows it.
struct Shown {
  Trial minimal;
  Finding finding;
};

// The trial that hangs is made smaller with few questions: each that hangs too
// takes its time.
constexpr std::size_t kQuestionsOfHangs = 12;
constexpr std::size_t kQuestions = 4000;
// One that is wrong only a thousand units from the start needs them.
constexpr std::size_t kLong = 1024, kQuestionsOfLong = 400;

Shown make_finding(const Subject& subject, Court& court, const Ledger::Entry& entry) {
  const Kind kind = entry.failure.kind;
  const bool is_dear = kind == Kind::kHang || entry.failure.is_fatal;
  const bool is_long = entry.failure.core.units.size() > kLong;
  const std::size_t questions = is_dear   ? kQuestionsOfHangs
                                : is_long ? kQuestionsOfLong
                                          : kQuestions;
  const Trial minimal = minimise(court, entry.failure.core, kind, questions);
  Finding finding = base_finding(subject, kind);
  const bool is_as_it_was = minimal == entry.trial;
  const Failure failure =
      is_as_it_was ? entry.failure : court.judge(minimal).value_or(entry.failure);
  finding.minimal = to_text({minimal.units, minimal.cuts});
  finding.family = fault_of(minimal.units);
  finding.operation = name_of(minimal.operation);
  finding.conditions = conditions(minimal);
  finding.expected = failure.expected;
  finding.seen = failure.seen;
  finding.source = entry.source;
  finding.vector = entry.vector;
  finding.example = to_text({entry.trial.units, entry.trial.cuts});
  finding.replay = replay_line(subject, to_arguments(minimal));
  const std::string what =
      to_text({class_sequence(court.law().machine(), minimal.units), minimal.cuts});
  finding.key =
      key_of(subject, kind, finding.conditions.empty() ? what : what + ", " + finding.conditions);
  finding.checks = entry.checks;
  return {minimal, finding};
}

// Findings with one key become one, that of the plainest trial.
void add_shown(std::vector<Shown>& all, Shown shown) {
  const auto same = std::ranges::find_if(
      all, [&](const Shown& other) { return other.finding.key == shown.finding.key; });
  if (same == all.end()) {
    all.push_back(std::move(shown));
    return;
  }
  const std::uint64_t checks = same->finding.checks + shown.finding.checks;
  if (is_plainer(shown.minimal, same->minimal)) *same = std::move(shown);
  same->finding.checks = checks;
}

void add_finding(std::vector<Finding>& findings, Finding finding) {
  const auto same = std::ranges::find(findings, finding.key, &Finding::key);
  if (same == findings.end())
    findings.push_back(std::move(finding));
  else
    same->checks += finding.checks;
}

SubjectResult describe(const Subject& subject) {
  SubjectResult result;
  result.decoder = subject.decoder->name;
  result.version = subject.decoder->version;
  result.origin = subject.decoder->origin;
  result.claims_profile = to_text(claimed_profile(*subject.decoder));
  result.judged_as = to_text(subject.judged_as);
  result.claimed = subject.claimed;
  result.capabilities = capabilities(*subject.decoder);
  return result;
}

// Values for which an encoder may hang or crash before the rest is left out.
constexpr std::size_t kMostFallsOfEncoders = 3;

Kind kind_of(const Fall& fall, const GuardedBuffer& room) {
  if (fall.cause == Fall::Cause::kTime) return Kind::kHang;
  const bool beside = fall.cause == Fall::Cause::kMemory &&
                      room.guard_at(fall.address) != GuardedBuffer::Side::kNone;
  return beside ? Kind::kOverWrite : Kind::kCrash;
}

// Encoders against the dialect's shortest forms. What they write lies at a
// guard page.
class EncoderBench {
 public:
  EncoderBench(const Decoder& decoder, const Profile& profile, FencedThread& thread,
               const GuardedBuffer& room)
      : decoder_(decoder),
        dialect_(dialect(profile.dialect)),
        thread_(thread),
        room_(room),
        out_(room.end() - PLACEMAT_MAX_SEQUENCE) {}

  // What differs, without a word about it: nothing is formatted or allocated
  // for the million values that are right.
  struct Difference {
    Kind kind;
    std::size_t expected_length, seen_length;
    friend auto operator<=>(const Difference&, const Difference&) = default;
  };
  std::optional<Difference> difference(std::uint64_t value) const {
    const Sequence expected = shortest(dialect_, value);
    std::size_t length = 0;
    const Fall fall = thread_.guard([&] { length = decoder_.encode(value, out_); });
    if (fall.cause != Fall::Cause::kNone) {
      return Difference{kind_of(fall, room_), expected.length, 0};
    }
    if (length == expected.length && starts_with(expected)) return std::nullopt;
    return Difference{Kind::kWrongEncoding, expected.length, length};
  }

  EncoderCheck check(std::uint64_t value) const {
    const Sequence expected = shortest(dialect_, value);
    const auto differs = difference(value);
    if (!differs) return {true, Kind::kWrongEncoding, shown(expected.view()), "", 0, 0};
    EncoderCheck result{false,
                        differs->kind,
                        shown(expected.view()),
                        "no answer",
                        differs->expected_length,
                        differs->seen_length};
    if (differs->kind != Kind::kWrongEncoding) return result;
    result.seen = differs->seen_length > PLACEMAT_MAX_SEQUENCE
                      ? fmt::format("{} units", differs->seen_length)
                      : shown({out_, differs->seen_length});
    return result;
  }

 private:
  // Unit by unit: a vectorised comparison beside a guard page costs more than
  // the call.
  bool starts_with(const Sequence& expected) const {
    for (std::size_t i = 0; i < expected.length; ++i) {
      if (out_[i] != expected.units[i]) return false;
    }
    return true;
  }
  static std::string shown(ByteView units) {
    return units.empty() ? "refused" : to_spaced_hex(units);
  }
  const Decoder& decoder_;
  const Dialect& dialect_;
  FencedThread& thread_;
  const GuardedBuffer& room_;
  std::uint8_t* out_;
};

Finding encoder_finding(const Subject& subject, const EncoderCheck& check, std::uint64_t value) {
  Finding finding = base_finding(subject, check.kind);
  finding.operation = finding.source = "encode";
  finding.minimal = finding.example = check.expected_length == 0 ? "" : check.expected;
  finding.conditions = fmt::format("encoding {:04X}", value);
  finding.expected = check.expected;
  finding.seen = check.seen;
  finding.replay = replay_line(subject, fmt::format("--encode {:04X}", value));
  finding.key = key_of(subject, finding.kind,
                       fmt::format("encode, {} units expected, {} written", check.expected_length,
                                   check.seen_length));
  return finding;
}

// Hands cases on, multiplied no further than a subject wants.
class MultipliedAtMost final : public CaseSink {
 public:
  MultipliedAtMost(CaseSink& sink, Multiplication most) : sink_(sink), most_(most) {}
  bool accept(const Case& c) override {
    if (c.multiplication <= most_) return sink_.accept(c);
    Case limited = c;
    limited.multiplication = most_;
    return sink_.accept(limited);
  }

 private:
  CaseSink& sink_;
  Multiplication most_;
};

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

Subject make_subject(const Decoder& decoder, std::vector<std::string> sources,
                     const SourceOptions& options, const std::optional<std::string>& as) {
  const Profile claimed = claimed_profile(decoder);
  const Profile judged = as ? parse_profile(*as, claimed) : claimed;
  Subject subject{&decoder, judged, judged == claimed, std::move(sources), options};
  if (options.budget == Budget::kQuick) subject.encoder_step = kFewValues;
  return subject;
}

Ledger check_job(const Setting& setting, const Job& job, Caller& caller) {
  const Subject& subject = setting.subjects[job.subject];
  Court court(caller, subject.judged_as);
  Checker checker(court, subject.sources[job.source], setting.stop, job.muted, job.avoided);
  MultipliedAtMost sink(checker, subject.most);
  setting.sources[job.subject][job.source]->generate(job.shard, sink);
  return checker.take();
}

SubjectResult conclude(const Setting& setting, std::size_t s, const Ledger& whole, Tallies tallies,
                       Caller& caller, FencedThread* thread) {
  const Subject& subject = setting.subjects[s];
  SubjectResult result = describe(subject);
  for (const std::string& source : subject.sources) {
    tallies[source].source = source;
    result.sources.push_back(tallies[source]);
  }
  result.families = whole.families;
  result.gave_up = whole.muted != 0;

  Court court(caller, subject.judged_as);
  result.left_out = left_out(subject, court, whole);
  std::vector<Shown> shown;
  for (const auto& [look, entry] : whole.entries) {
    add_shown(shown, make_finding(subject, court, entry));
  }
  for (Shown& one : shown) result.findings.push_back(std::move(one.finding));
  if (thread != nullptr && subject.decoder->encode != nullptr && !subject.sources.empty() &&
      !setting.stop->load()) {
    SourceTally tally{"encode", 0, 0, 0};
    for (Finding& finding : check_encoder(subject, *thread, tally.checks)) {
      tally.failed += finding.checks;
      result.families[static_cast<std::size_t>(Fault::kNone)].failed += finding.checks;
      result.families[static_cast<std::size_t>(Fault::kNone)].kinds[finding.kind] += finding.checks;
      add_finding(result.findings, std::move(finding));
    }
    tally.cases = tally.checks;
    result.families[static_cast<std::size_t>(Fault::kNone)].checks += tally.checks;
    result.sources.push_back(tally);
  }
  std::ranges::sort(result.findings, {}, &Finding::key);
  for (const auto& [key, named] : whole.named) {
    result.failing.push_back(
        {"curated", key.first, key.second, named.checks, fmt::format("{:016x}", named.digest)});
  }
  return result;
}

bool run(const std::vector<Subject>& subjects, const RunOptions& options,
         const std::function<void(SubjectResult)>& done) {
  return Execution(subjects, options).run(done);
}

EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile, std::uint64_t value,
                           FencedThread& thread) {
  const GuardedBuffer room(PLACEMAT_MAX_SEQUENCE);
  return EncoderBench(decoder, profile, thread, room).check(value);
}

std::vector<Finding> check_encoder(const Subject& subject, FencedThread& thread,
                                   std::uint64_t& checks) {
  const GuardedBuffer room(PLACEMAT_MAX_SEQUENCE);
  const EncoderBench bench(*subject.decoder, subject.judged_as, thread, room);
  struct Group {
    std::uint64_t value = 0, checks = 0;
  };
  // One finding for each length that was expected and each that was seen.
  std::map<EncoderBench::Difference, Group> groups;
  std::size_t falls = 0;
  const auto check = [&](std::uint64_t value) {
    if (falls >= kMostFallsOfEncoders) return;
    ++checks;
    const auto difference = bench.difference(value);
    if (!difference) return;
    if (difference->kind != Kind::kWrongEncoding) ++falls;
    Group& group = groups.try_emplace(*difference, Group{value, 0}).first->second;
    group.value = std::min(group.value, value);
    ++group.checks;
  };
  const std::uint64_t step = subject.encoder_step;
  for (std::uint64_t value = 0; value <= kMaxScalar + 1; value += step) check(value);
  for (const Form& form : dialect(subject.judged_as.dialect).forms) {
    for (const std::uint64_t limit : {form.lowest, form.highest()}) {
      for (const std::uint64_t value : {limit - 1, limit, limit + 1}) {
        const bool is_new = step > 1 || value > kMaxScalar + 1;
        if (is_new && value != ~std::uint64_t{0}) check(value);
      }
    }
  }
  std::vector<Finding> findings;
  for (const auto& [difference, group] : groups) {
    findings.push_back(encoder_finding(subject, bench.check(group.value), group.value));
    findings.back().checks = group.checks;
  }
  return findings;
}

}  // namespace placemat
