#include "harness/judge/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/bytes/short_text.h"
#include "harness/judge/cause.h"
#include "harness/judge/encoder_check.h"
#include "harness/judge/known_verdicts.h"
#include "harness/judge/minimise.h"
#include "harness/judge/needs.h"
#include "harness/judge/not_tested.h"
#include "harness/judge/patience.h"
#include "harness/judge/vast_check.h"

namespace placemat {
namespace {

// The units, each replaced by the first of its class: equal for findings that differ only
// within a class.
Bytes class_sequence(const Machine& machine, const Bytes& units) {
  Bytes sequence;
  for (const std::uint8_t unit : units) {
    sequence.push_back(machine.classes()[machine.class_of(unit)].front());
  }
  return sequence;
}

// A hang takes the whole time limit, and a crash may end a process.
constexpr std::size_t kDeaths = 12;
// A core that is still longer than kLong needs its length, so it gets fewer questions.
constexpr std::size_t kLong = 1024, kQuestionsOfLong = 400;

// A finding that `minimal` shows; what it gives is in `failure`.
Finding finding_of(const Target& subject, const Machine& machine, const Ledger::Entry& entry,
                   const Check& minimal, const Failure& failure) {
  const Kind kind = failure.kind;
  Finding finding = base_finding(subject, kind);
  finding.minimal = to_short_text({minimal.units, minimal.how.cuts});
  finding.error_class = error_class_of(minimal.units);
  finding.operation = name_of(minimal.how.operation);
  finding.conditions = conditions(minimal.how);
  finding.expected = failure.expected;
  finding.seen = failure.seen;
  finding.source = entry.source;
  finding.vector = entry.vector;
  finding.example = to_short_text({entry.check.units, entry.check.how.cuts});
  finding.replay = replay_line(subject, to_arguments(minimal));
  const std::string what = to_text({class_sequence(machine, minimal.units), minimal.how.cuts});
  finding.key =
      key_of(subject, kind, finding.conditions.empty() ? what : what + ", " + finding.conditions);
  finding.checks = entry.checks;
  return finding;
}

// The smallest check, and the answer to just its units: where a failure does not show again, the
// answer that was seen to them, else the case as it was first observed.
Minimised reduced(Judge& judge, const Ledger::Entry& entry, Effort effort, KnownVerdicts* known) {
  const Check& core = entry.failure.core;
  Minimised least = minimised(judge, core, entry.failure, effort, known);
  least.check = with_margin(judge, least.check, entry.failure);
  if (least.check == entry.check) return {entry.check, entry.failure};
  if (auto now = judge.judge(least.check)) least.failure = std::move(now);
  if (!least.failure) return {entry.check, entry.failure};
  return least;
}

// What a decoder reads past the units is there by chance, and can look like any fault. Directly
// before a guard page the same call is an over-read.
std::optional<Ledger::Entry> as_over_read(Judge& judge, const Ledger::Entry& entry) {
  const Placement placement = entry.check.how.placement;
  if (placement != Placement::kStart && placement != Placement::kNul) return std::nullopt;
  if (shows_in(entry.failure.kind) == ShowsIn::kMemory) return std::nullopt;
  Ledger::Entry at_guard = entry;
  at_guard.check.how.placement = Placement::kEnd;
  auto failure = judge.judge(at_guard.check);
  if (!failure || failure->kind != Kind::kOverRead) return std::nullopt;
  at_guard.failure = *std::move(failure);
  return at_guard;
}

}  // namespace

Shown show(const Target& subject, Judge& judge, const Ledger::Entry& entry, KnownVerdicts* known) {
  if (const auto over_read = as_over_read(judge, entry)) {
    return show(subject, judge, *over_read, known);
  }
  const Kind kind = entry.failure.kind;
  const bool is_dear = kind == Kind::kHang || entry.failure.is_fatal;
  Effort effort;
  if (is_dear) effort.deaths = kDeaths;
  if (is_dear || entry.failure.core.units.size() > kLong) effort.questions = kQuestionsOfLong;
  // Alone, a question whose answer was out of order or late may take the whole time limit.
  if (is_dear && kind != Kind::kCrash) effort.questions = kDeaths;
  auto [minimal, shown] = reduced(judge, entry, effort, known);
  shown->kind = kind;
  Check other = shown->core;
  // A value is refused for what it is only where the plain one beside it is not refused too.
  if (kind == Kind::kRejectsNoncharacter || kind == Kind::kConflatesRealFffd) {
    other.units = with_plain_values(judge.law().machine(), other.units);
  }
  if (other != minimal && other.how == minimal.how) {
    if (auto now = judge.judge(other)) minimal = other, shown = std::move(now);
  }
  return {minimal, finding_of(subject, judge.law().machine(), entry, minimal, *shown)};
}

namespace {

// Findings with the same key are merged; the plainest check represents them.
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

// Minimises the failures of a ledger one after the other, and finds their causes, as long as there
// is time.
class Reduction {
 public:
  Reduction(const RunContext& context, const Target& subject, Judge& judge)
      : subject_(subject), judge_(judge), patience_(context.stop) {
    judge_.end_with(patience_);
  }

  std::vector<Finding> findings(const Ledger& whole) {
    std::vector<const Ledger::Entry*> left;
    for (const auto& [bucket, entry] : whole.entries) left.push_back(&entry);
    minimise_all(std::move(left));
    std::vector<Finding> findings = causes();
    // Without a minimal case there is no cause to look for.
    for (Finding& finding : by_kind(std::move(as_seen_))) {
      finding.pattern = kNotMinimised;
      findings.push_back(std::move(finding));
    }
    return findings;
  }

  // What the time did not suffice for; one sentence each.
  const std::vector<std::string>& not_done() const { return not_done_; }

 private:
  void minimise_all(std::vector<const Ledger::Entry*> left) {
    const std::size_t all = left.size();
    bool is_by_kind = false;
    std::size_t not_minimised = 0;
    for (std::size_t i = 0; i < all; ++i) {
      if (!is_by_kind && patience_.is_ending()) {
        is_by_kind = true;
        new_kinds_first(std::span(left).subspan(i));
      }
      if (not_minimised == 0 && minimise(*left[i])) continue;
      ++not_minimised;
      const Ledger::Entry& entry = *left[i];
      add_shown(as_seen_, {entry.check, finding_of(subject_, judge_.law().machine(), entry,
                                                   entry.check, entry.failure)});
    }
    if (not_minimised == 0) return;
    not_done_.push_back(
        fmt::format("smaller inputs for {} of {} failures: the time was over", not_minimised, all));
  }

  // False when there is no time.
  bool minimise(const Ledger::Entry& entry) {
    try {
      // A call in this process costs less than the look-up, and may see what the last has left.
      const bool is_elsewhere = !judge_.caller().shows_memory();
      add_shown(shown_, show(subject_, judge_, entry, is_elsewhere ? &known_ : nullptr));
      kinds_.insert(entry.failure.kind);
      return true;
    } catch (const TimeIsOver&) {
      return false;
    }
  }

  // One failure of each kind, before a second one of any.
  void new_kinds_first(std::span<const Ledger::Entry*> left) {
    std::set<Kind> met = kinds_;
    std::ranges::stable_partition(
        left, [&](const Ledger::Entry* entry) { return met.insert(entry->failure.kind).second; });
  }

  std::vector<Finding> causes() {
    try {
      return by_cause(judge_, shown_);
    } catch (const TimeIsOver&) {
      not_done_.emplace_back("which findings have one cause: the time was over");
      return by_kind(std::move(shown_));
    }
  }

  const Target& subject_;
  Judge& judge_;
  Patience patience_;
  KnownVerdicts known_;
  std::set<Kind> kinds_;  // of the minimised failures
  std::vector<Shown> shown_, as_seen_;
  std::vector<std::string> not_done_;
};

// What an encoder does wrong is one cause.
void add_encoder_finding(std::vector<Finding>& findings, Finding finding) {
  const auto same = std::ranges::find(findings, finding.operation, &Finding::operation);
  if (same == findings.end())
    findings.push_back(std::move(finding));
  else
    add_symptom(*same, finding);
}

void add_to_tally(DecoderResult& result, std::string_view source, const VastResult& vast) {
  const auto tally = std::ranges::find(result.sources, source, &SourceTally::source);
  tally->cases += vast.checks;
  tally->checks += vast.checks;
  for (std::size_t c = 0; c < kErrorClassCount; ++c)
    result.error_classes[c].checks += vast.by_class[c];
  for (const Finding& finding : vast.findings) tally->failed += finding.checks;
}

// The part of the source `long` that is no case: its texts have no memory of their own.
void add_vast(const RunContext& context, const Target& subject, DecoderResult& result) {
  const bool is_asked = subject.options.budget == Budget::kDeep &&
                        std::ranges::find(subject.sources, "long") != subject.sources.end();
  if (!is_asked || context.stop->load()) return;
  if (!subject.called.empty()) {
    result.not_tested.emplace_back(
        "inputs of 2^31 and 2^32 units: only decoders of this process get them");
    return;
  }
  const VastResult vast = check_vast(subject, *context.stop);
  if (!vast.not_tested.empty()) result.not_tested.push_back(vast.not_tested);
  add_to_tally(result, "long", vast);
  result.findings.insert(result.findings.end(), vast.findings.begin(), vast.findings.end());
}

// Passes cases on, with their depth limited to the subject's.
class LimitedDepth final : public CaseSink {
 public:
  LimitedDepth(CaseSink& sink, Depth most) : sink_(sink), most_(most) {}
  bool accept(const Case& c) override {
    if (c.depth <= most_) return sink_.accept(c);
    Case limited = c;
    limited.depth = most_;
    return sink_.accept(limited);
  }

 private:
  CaseSink& sink_;
  Depth most_;
};

}  // namespace

Ledger check_job(const RunContext& context, const Job& job, Caller& caller) {
  const Target& subject = context.subjects[job.subject];
  Judge judge(caller, subject.judged_as);
  Checker checker(judge, subject.sources[job.source], context.stop, job.muted, job.avoided);
  LimitedDepth limited(checker, subject.most);
  CaseSink& sink = subject.most == Depth::kFull ? static_cast<CaseSink&>(checker) : limited;
  context.sources[job.subject][job.source]->generate(job.shard, sink);
  return checker.take();
}

DecoderResult conclude_unasked(const RunContext& context, std::size_t s, const Ledger& whole,
                               const Tallies& tallies) {
  const Target& subject = context.subjects[s];
  DecoderResult result = describe(subject);
  for (const auto& [source, tally] : tallies) result.sources.push_back(tally);
  result.error_classes = whole.error_classes;
  for (const auto& [bucket, entry] : whole.entries) {
    const Machine& law = machine(subject.judged_as);
    result.findings.push_back(finding_of(subject, law, entry, entry.check, entry.failure));
  }
  result.not_tested.emplace_back(
      "the rest, and smaller inputs for what was found: the process that asks the decoder ended");
  return result;
}

DecoderResult conclude(const RunContext& context, std::size_t s, const Ledger& whole,
                       Tallies tallies, Caller& caller, FencedThread* thread) {
  const Target& subject = context.subjects[s];
  DecoderResult result = describe(subject);
  for (const std::string& source : subject.sources) {
    tallies[source].source = source;
    result.sources.push_back(tallies[source]);
  }
  result.error_classes = whole.error_classes;
  result.gave_up = whole.muted != 0;

  Judge judge(caller, subject.judged_as);
  result.not_tested = not_tested(subject, judge, whole);
  Reduction reduction(context, subject, judge);
  result.findings = reduction.findings(whole);
  for (const std::string& what : reduction.not_done()) result.not_tested.push_back(what);
  if (thread != nullptr && subject.decoder->encode != nullptr && !subject.sources.empty() &&
      !context.stop->load()) {
    SourceTally tally{"encode", 0, 0, 0};
    for (Finding& finding : check_encoder(subject, *thread, tally.checks)) {
      tally.failed += finding.checks;
      add_encoder_finding(result.findings, std::move(finding));
    }
    tally.cases = tally.checks;
    result.sources.push_back(tally);
  }
  if (thread != nullptr) add_vast(context, subject, result);
  for (const auto& [key, named] : whole.named) {
    result.failing.push_back(
        {"curated", key.first, key.second, named.checks, fmt::format("{:016x}", named.digest)});
  }
  return result;
}

}  // namespace placemat
