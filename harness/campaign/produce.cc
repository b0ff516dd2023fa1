#include "harness/campaign/produce.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "harness/campaign/bug_catch.h"
#include "harness/campaign/coverage.h"
#include "harness/campaign/oracle_run.h"
#include "harness/report/strength.h"
#include "harness/spec/requirements.h"

namespace placemat {
namespace {

using std::chrono::steady_clock;

std::vector<std::string> cpu_features() {
  std::vector<std::string> features;
#if defined(__x86_64__)
  const auto add = [&](bool has, const char* name) {
    if (has) features.emplace_back(name);
  };
  add(__builtin_cpu_supports("sse4.1") != 0, "sse4.1");
  add(__builtin_cpu_supports("avx2") != 0, "avx2");
  add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
  add(__builtin_cpu_supports("avx512vbmi") != 0, "avx512vbmi");
  add(__builtin_cpu_supports("avx512vbmi2") != 0, "avx512vbmi2");
#endif
  return features;
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

Header make_header(const RunPlan& plan) {
  Header header;
  header.tool_version = PLACEMAT_VERSION;
  header.corpus_digest = plan.corpus->digest;
  header.corpus_vectors = plan.corpus->vectors.size();
  header.compiler = compiler();
  header.cpu_features = cpu_features();
  header.icu_version = icu_version();
  header.budget = name_of(plan.budget);
  header.seed = plan.seed;
  header.isolation = plan.isolation;
  header.run.command = plan.command;
  header.run.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.run.threads = plan.threads;
  return header;
}

SourceOptions source_options(const RunPlan& plan) { return {plan.budget, plan.seed, plan.corpus}; }

class Counter final : public CaseSink {
 public:
  bool accept(const Case&) override {
    ++count_;
    return true;
  }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

// By enumerating them. In the deep budget that alone takes minutes: 0, which
// means not counted.
std::uint64_t count_cases(const Source& source, Budget budget) {
  if (budget == Budget::kDeep) return 0;
  Counter counter;
  for (std::size_t shard = 0; shard < source.shards(); ++shard) source.generate(shard, counter);
  return counter.count();
}

std::vector<SourceRecord> source_records(const RunPlan& plan) {
  std::vector<SourceRecord> records;
  for (const SourceRow& row : source_rows()) {
    SourceRecord record;
    record.name = row.name;
    if (std::ranges::find(plan.sources, row.name) == plan.sources.end()) {
      if (row.is_for_filters) continue;
      record.not_run = "not asked for";
    } else {
      // What a source covers is stated for UTF-8; other dialects have other
      // classes and states, and their counts stand with each decoder.
      const auto source = make_source(row.name, Profile{}, source_options(plan));
      if (source) {
        record.covers = source->covers();
        record.cases = count_cases(*source, plan.budget);
        record.ids = source->ids();
      } else {
        record.not_run = fmt::format("the {} budget leaves it out", name_of(plan.budget));
      }
    }
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<Target> subjects_of(const RunPlan& plan) {
  std::vector<Target> subjects, contrasts;
  for (const Decoder* decoder : plan.decoders) {
    subjects.push_back(make_target(*decoder, plan.sources, source_options(plan), plan.as));
    // Who asks to judge it as something else makes the claim.
    subjects.back().claimed = true;
    subjects.back().called = plan.called;
    subjects.back().most = plan.most;
    if (!plan.contrast || claimed_profile(*decoder).dialect == DialectId::kUtf8) continue;
    // Enough to show where it differs; how often is of no interest.
    SourceOptions options = source_options(plan);
    options.budget = Budget::kQuick;
    contrasts.push_back(
        make_target(*decoder, {"curated", "state-unit", "boundary"}, options, "utf-8"));
    contrasts.back().most = Depth::kPlain;
  }
  subjects.insert(subjects.end(), contrasts.begin(), contrasts.end());
  return subjects;
}

std::vector<OracleRecord> ask(const RunPlan& plan, const std::atomic<bool>& stop) {
  std::vector<std::string> sources = plan.sources;
  std::erase(sources, "exhaustive");
  std::erase(sources, "scalars");
  if (sources.empty()) sources = {"curated"};
  std::vector<OracleRecord> records;
  for (const OracleTally& tally : ask_oracles(sources, source_options(plan), plan.threads, stop)) {
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

std::vector<BugRecord> bug_records(const RunPlan& plan, const std::atomic<bool>& stop) {
  std::vector<BugRecord> records;
  const BugCatches result = catch_bugs(*plan.corpus, plan.threads, &stop);
  // What was not asked for want of time proves nothing.
  if (!result.finished) return records;
  for (const BugCatch& caught : result.catches) records.push_back(record_of(caught));
  return records;
}

StrengthRecord strength_record(const RunPlan& plan, const std::atomic<bool>& stop) {
  StrengthOptions options;
  options.seed = plan.seed;
  options.threads = plan.threads;
  options.standard_run = plan.corpus;
  options.most_survivors = 3;
  options.stop = &stop;
  return record_of(measure("the curated vectors", probes_of(*plan.corpus), options));
}

// A finding that a curated vector shows too is told with what is known of it.
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

}  // namespace

Report produce(const RunPlan& plan) {
  static const std::atomic<bool> kNever{false};
  const std::atomic<bool>& stop = plan.stop == nullptr ? kNever : *plan.stop;
  const auto begun = steady_clock::now();
  Report report;
  ReportWriter writer(plan.file);
  const auto keep = [&](auto& list, auto record) {
    writer.write(record);
    list.push_back(std::move(record));
  };
  report.header = make_header(plan);
  writer.write(report.header);
  for (SourceRecord& record : source_records(plan)) keep(report.sources, std::move(record));
  keep(report.coverage, coverage_of(plan.decoders, plan.most));
  // An audit of an external decoder does not miss a decoder of this tree.
  for (const AbsentDecoder& absent : absent_decoders()) {
    if (plan.externals.empty()) keep(report.absent, AbsentRecord{absent.name, absent.subject});
  }
  for (const ExternalRecord& record : plan.externals) keep(report.externals, record);
  for (const MachineRecord& record : plan.machines) keep(report.machines, record);
  for (RequirementRecord& record : requirement_records()) {
    keep(report.requirements, std::move(record));
  }
  if (plan.ask_oracle) {
    if (plan.progress) plan.progress("asking ICU", 0, 1);
    for (OracleRecord& record : ask(plan, stop)) keep(report.oracles, std::move(record));
  }
  if (plan.catches_bugs) {
    if (plan.progress) plan.progress("catching documented bugs", 0, 1);
    for (BugRecord& record : bug_records(plan, stop)) keep(report.bugs, std::move(record));
  }
  if (plan.measures_strength && !stop) {
    if (plan.progress) plan.progress("measuring strength", 0, 1);
    StrengthRecord strength = strength_record(plan, stop);
    // Half of a score is none.
    if (!stop) keep(report.strength, std::move(strength));
  }
  const RunOptions options{plan.threads, plan.call_limit_ms, &stop,
                           [&](std::size_t done, std::size_t all) {
                             if (plan.progress) plan.progress("judging", done, all);
                           },
                           plan.make_executor};
  const bool finished = run(subjects_of(plan), options, [&](DecoderResult subject) {
    add_related(*plan.corpus, subject);
    // A contrast claims nothing; its vectors are nobody's regressions.
    if (!subject.claimed) subject.failing.clear();
    subject.not_tested.insert(subject.not_tested.end(), plan.not_tested.begin(),
                              plan.not_tested.end());
    if (plan.expected != nullptr) apply_expected(*plan.expected, subject);
    keep(report.subjects, std::move(subject));
  });
  report.footer = count_subjects(report.subjects);
  report.footer.interrupted = !finished || stop;
  report.footer.complete = !report.footer.interrupted;
  if (plan.expected != nullptr && report.footer.complete) {
    report.footer.expected_errors = expected_errors(*plan.expected, report, plan.is_complete);
  }
  const std::chrono::duration<double> seconds = steady_clock::now() - begun;
  writer.write(report.footer, seconds.count());
  report.header.run.seconds = seconds.count();
  return report;
}

bool is_as_expected(const Report& report) {
  const bool oracle_agrees = std::ranges::all_of(
      report.oracles, [](const OracleRecord& record) { return record.unexplained.empty(); });
  return report.footer.complete && report.footer.unexpected == 0 &&
         report.footer.expected_errors.empty() && oracle_agrees &&
         std::ranges::all_of(report.bugs, &BugRecord::caught) &&
         std::ranges::all_of(report.strength, [](const StrengthRecord& strength) {
           return weaknesses_of(strength).empty();
         });
}

}  // namespace placemat
