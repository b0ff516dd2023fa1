// Carries a plan out and turns its results into records. It must not know how a decoder is called,
// nor in which process: the plan supplies the executors.
#include "harness/campaign/produce.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "harness/campaign/bug_catch.h"
#include "harness/campaign/coverage.h"
#include "harness/campaign/oracle_run.h"
#include "harness/campaign/provenance.h"
#include "harness/report/strength.h"
#include "harness/spec/requirements.h"

namespace placemat {
namespace {

using std::chrono::steady_clock;

Header make_header(const RunPlan& plan) {
  Header header = header_of_this_program();
  header.corpus_digest = digest_of(*plan.cases.corpus);
  header.corpus_vectors = plan.cases.corpus->vectors.size();
  header.budget = name_of(plan.cases.budget);
  header.seed = plan.cases.seed;
  header.isolation = plan.external.isolation;
  header.shard = plan.shard;
  header.run = this_run(plan.to.command, plan.how.threads);
  return header;
}

std::vector<Target> targets_of(const JudgedDecoders& judged, const CaseSelection& cases,
                               const std::string& called) {
  std::vector<Target> targets, contrasts;
  for (const Decoder* decoder : judged.decoders) {
    targets.push_back(make_target(*decoder, cases.sources, cases.options(), judged.as));
    // A requested profile counts as the claim.
    targets.back().claimed = true;
    targets.back().called = called;
    targets.back().most = judged.depth;
    if (!judged.contrast || claimed_profile(*decoder).dialect == DialectId::kUtf8) continue;
    // Enough to show where the decoder differs; the number of differences does not matter.
    // The strings of `boundary` add no finding to those of these two.
    SourceOptions options = cases.options();
    options.budget = Budget::kQuick;
    contrasts.push_back(make_target(*decoder, {"curated", "state-unit"}, options, "utf-8"));
    contrasts.back().most = Depth::kPlain;
  }
  targets.insert(targets.end(), contrasts.begin(), contrasts.end());
  return targets;
}

std::vector<OracleRecord> ask(const CaseSelection& cases, unsigned threads,
                              const std::atomic<bool>& stop) {
  std::vector<std::string> sources = cases.sources;
  std::erase(sources, "exhaustive");
  std::erase(sources, "scalars");
  if (sources.empty()) sources = {"curated"};
  std::vector<OracleRecord> records;
  for (const OracleTally& tally : ask_oracles(sources, cases.options(), threads, stop)) {
    OracleRecord record;
    record.question = tally.question->name;
    record.asked = tally.asked;
    record.agreed = tally.agreed;
    for (std::size_t i = 0; i < divergences().size(); ++i) {
      if (tally.diverged[i] == 0) continue;
      const Divergence& d = divergences()[i];
      record.divergences.push_back({std::string(d.id), std::string(d.reason), tally.diverged[i]});
    }
    record.unexplained = tally.examples;
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<RequirementRecord> requirement_records() {
  std::vector<RequirementRecord> records;
  for (const Dialect& dialect : dialects()) {
    for (const Requirement& requirement : requirements()) {
      const RequirementVerdict verdict = check_requirement(dialect, requirement.number);
      records.push_back({std::string(dialect.name), requirement.number,
                         std::string(requirement.text), verdict.met, verdict.evidence});
    }
  }
  return records;
}

std::vector<BugRecord> bug_records(const Corpus& corpus, unsigned threads,
                                   const std::atomic<bool>& stop) {
  std::vector<BugRecord> records;
  const BugCatches result = catch_bugs(corpus, threads, &stop);
  // An interrupted run proves nothing about the bugs that it did not reach.
  if (!result.finished) return records;
  for (const BugCatch& caught : result.catches) records.push_back(record_of(caught));
  return records;
}

Strength strength_of(const CaseSelection& cases, unsigned threads, const std::atomic<bool>& stop) {
  StrengthOptions options;
  options.seed = cases.seed;
  options.threads = threads;
  options.standard_run = cases.corpus;
  options.most_survivors = 3;
  options.stop = &stop;
  return measure("the curated vectors", probes_of(cases.corpus->vectors), options).strength;
}

// A finding that a curated vector shows too gets the facts known about the vector.
void add_related(const Corpus& corpus, DecoderResult& subject) {
  for (Finding& finding : subject.findings) {
    if (finding.vector.empty()) continue;
    const Vector* vector = corpus.find(finding.vector);
    if (vector == nullptr) continue;
    for (const std::string& name : vector->flags) {
      const auto flag = corpus.flags.find(name);
      if (flag == corpus.flags.end() || flag->second.kind != row_of(finding.kind).name) continue;
      for (const std::string& cve : flag->second.cves) {
        if (std::ranges::find(finding.related, cve) == finding.related.end()) {
          finding.related.push_back(cve);
        }
      }
    }
  }
}

// A report that is written record by record.
class GrowingReport {
 public:
  explicit GrowingReport(const std::filesystem::path& file) : writer_(file) {}
  template <class Record>
  void keep(std::vector<Record>& list, Record record) {
    writer_.write(record);
    list.push_back(std::move(record));
  }
  template <class Record>
  void keep_all(std::vector<Record>& list, std::vector<Record> records) {
    for (Record& record : records) keep(list, std::move(record));
  }
  void begin(Header header) {
    report.header = std::move(header);
    writer_.write(report.header);
  }
  void end(double seconds) {
    writer_.write(report.footer, seconds);
    report.header.run.seconds = seconds;
  }

  Report report;

 private:
  ReportWriter writer_;
};

// The options by which the coverage of the sources is stated: those of the judged decoders.
SourceOptions stated_options(const RunPlan& plan) {
  SourceOptions options = plan.cases.options();
  options.has_one_operation = std::ranges::all_of(
      plan.judged.decoders, [](const Decoder* decoder) { return operation_count(*decoder) == 1; });
  return options;
}

// The facts that are known before anything is judged.
void add_facts(const RunPlan& plan, GrowingReport& out) {
  Report& report = out.report;
  out.begin(make_header(plan));
  out.keep_all(report.sources, source_records(plan.cases.sources, stated_options(plan),
                                              CaseCounts::kAll, plan.how.threads));
  out.keep(report.coverage, coverage_of(plan.judged.decoders, plan.judged.depth));
  // Absent decoders are of interest where all of this tree were asked for.
  const bool has_all = plan.judged.decoders.size() == decoders().size();
  for (const AbsentDecoder& absent : absent_decoders()) {
    if (has_all) out.keep(report.absent, {absent.name, absent.subject});
  }
  out.keep_all(report.externals, plan.external.records);
  out.keep_all(report.requirements, requirement_records());
}

void begin_phase(const RunPlan& plan, const std::string& what) {
  if (plan.how.phase) plan.how.phase(what);
}

void add_extra_checks(const RunPlan& plan, const std::atomic<bool>& stop, GrowingReport& out) {
  Report& report = out.report;
  const unsigned threads = plan.how.threads;
  if (plan.extra.oracle) {
    begin_phase(plan, "comparing the law with ICU");
    out.keep_all(report.oracles, ask(plan.cases, threads, stop));
  }
  if (plan.extra.documented_bugs) {
    begin_phase(plan, "catching documented bugs");
    out.keep_all(report.bugs, bug_records(*plan.cases.corpus, threads, stop));
  }
  out.keep_all(report.defects, plan.known_defects);
  if (plan.extra.strength && !stop) {
    begin_phase(plan, "measuring its strength");
    Strength strength = strength_of(plan.cases, threads, stop);
    // A partial score is not recorded.
    if (!stop) out.keep(report.strength, std::move(strength));
  }
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Completes a result with what the plan knows.
void keep_judged(const RunPlan& plan, DecoderResult subject, GrowingReport& out) {
  add_related(*plan.cases.corpus, subject);
  // A contrast claims nothing, so its vectors are no regressions.
  if (!subject.claimed) subject.failing.clear();
  if (plan.external.state_claims) plan.external.state_claims(subject);
  append(subject.not_tested, plan.external.not_tested);
  if (plan.external.refused) append(subject.not_tested, plan.external.refused());
  if (plan.expected.list != nullptr) apply_expected(*plan.expected.list, subject);
  out.keep(out.report.subjects, std::move(subject));
}

// A record that changed is written again, and stands for the earlier one.
void identify(const RunPlan& plan, const std::string& trouble, DecoderResult& subject,
              GrowingReport& out) {
  const auto known =
      std::ranges::find(out.report.externals, subject.decoder, &ExternalRecord::decoder);
  if (!plan.external.identify || known == out.report.externals.end()) return;
  ExternalRecord record = std::move(*known);
  out.report.externals.erase(known);
  if (trouble.empty()) {
    begin_phase(plan, "identifying");
    if (auto machine = plan.external.identify(record, subject)) {
      out.keep(out.report.machines, *std::move(machine));
    }
  } else {
    record.trouble = trouble;
  }
  out.keep(out.report.externals, std::move(record));
}

// Returns false when it was stopped.
bool add_judged(const RunPlan& plan, GrowingReport& out) {
  const std::vector<Target> targets = targets_of(plan.judged, plan.cases, plan.external.called);
  std::vector<DecoderResult> to_ask_again;
  const bool finished = run(targets, plan.how, [&](DecoderResult subject) {
    if (plan.external.ask_again)
      to_ask_again.push_back(std::move(subject));
    else
      keep_judged(plan, std::move(subject), out);
  });
  const std::string trouble = plan.how.trouble ? plan.how.trouble() : std::string();
  for (DecoderResult& subject : to_ask_again) {
    if (finished) {
      begin_phase(plan, "asking for each finding again");
      plan.external.ask_again(subject);
    }
    identify(plan, trouble, subject, out);
    keep_judged(plan, std::move(subject), out);
  }
  return finished;
}

// A decoder that answered no check and has no finding was not asked.
bool was_asked(const DecoderResult& subject) {
  return subject.sources.empty() || !subject.findings.empty() ||
         std::ranges::any_of(subject.sources,
                             [](const SourceTally& tally) { return tally.checks > 0; });
}

}  // namespace

Report produce(const RunPlan& plan) {
  static const std::atomic<bool> kNever{false};
  const std::atomic<bool>& stop = plan.how.stop == nullptr ? kNever : *plan.how.stop;
  const auto begun = steady_clock::now();
  GrowingReport out(plan.to.file);
  add_facts(plan, out);
  add_extra_checks(plan, stop, out);
  const bool finished = add_judged(plan, out);
  const std::string trouble = plan.how.trouble ? plan.how.trouble() : std::string();
  Footer& footer = out.report.footer;
  footer = count_subjects(out.report.subjects);
  footer.interrupted = !finished || stop;
  footer.complete =
      !footer.interrupted && trouble.empty() && std::ranges::all_of(out.report.subjects, was_asked);
  if (plan.expected.list != nullptr && footer.complete) {
    footer.expected_errors =
        expected_errors(*plan.expected.list, out.report, plan.expected.is_complete);
  }
  const std::chrono::duration<double> seconds = steady_clock::now() - begun;
  out.end(seconds.count());
  return std::move(out.report);
}

bool is_as_expected(const Report& report) {
  const bool oracle_agrees = std::ranges::all_of(
      report.oracles, [](const OracleRecord& record) { return record.unexplained.empty(); });
  return report.footer.complete && report.footer.unexpected == 0 &&
         report.footer.expected_errors.empty() && oracle_agrees &&
         std::ranges::all_of(report.bugs, &BugRecord::caught) &&
         std::ranges::all_of(report.strength, [](const Strength& strength) {
           return weaknesses_of(strength).empty();
         });
}

}  // namespace placemat
