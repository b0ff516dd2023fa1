// Plans and carries out the audit of one external decoder. It must not know which of many decoders
// it is, nor what becomes of the report.
#include "harness/campaign/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "harness/bytes/error.h"
#include "harness/campaign/adapter_check.h"
#include "harness/campaign/asked_alone.h"
#include "harness/campaign/defect_records.h"
#include "harness/campaign/identified.h"
#include "harness/campaign/produce.h"
#include "harness/isolation/guardian.h"
#include "harness/isolation/journal.h"
#include "harness/isolation/process_finding.h"
#include "harness/report/text.h"

namespace placemat {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStoppedBefore = "the audit was stopped before that";

bool is_child(const AuditRequest& request) { return request.decoder.plugin.empty(); }

std::string stopped_early(const ExternalDecoder& external) {
  return std::string(kStoppedEarly) + external.hangs().why();
}

// Asks some ten thousand more questions, so only of a decoder that answered all earlier ones.
// Returns why the machine was not learnt, or nothing.
std::string learn_machine(const AuditRequest& request, const ExternalDecoder& external,
                          const ExternalRecord& known, std::optional<MachineRecord>& machine) {
  if (!request.learn_machine) return "--no-machine";
  if (known.profiles.empty()) return "it was not identified";
  if (known.unanswered > 0) return counted(known.unanswered, "input") + " had no answer";
  try {
    const std::string& profile = known.profiles.front();
    machine = {known.decoder, profile, ask_machine(external, profile)};
  } catch (const AbsentError& error) {
    return error.what();
  }
  return {};
}

// Finds the profile that explains the decoder. One that does not survive the questions was judged
// all the same.
Identity identified(const AuditRequest& request, const ExternalDecoder& external,
                    ExternalRecord& record) {
  constexpr std::uint64_t kSomeInputs = 4;
  const bool confirms_by_some = are_calls_processes(request.every.value_or(1));
  Identity identity;
  try {
    identity = ask_identity(external, Request::kName, confirms_by_some ? kSomeInputs : 1);
    add_identity(record, identity);
  } catch (const AbsentError& error) {
    record.trouble = error.what();
  }
  return identity;
}

bool is_set(const std::atomic<bool>* stop) { return stop != nullptr && stop->load(); }

std::vector<std::string> not_tested_in_sandbox() {
  std::vector<std::string> lines;
  for (const std::string& what : refused_by_hosts()) {
    lines.push_back(
        fmt::format("what it would do if it were allowed to {}: it tried, and was refused", what));
  }
  return lines;
}

ExternalRecord record_of(const AuditRequest& request, const ExternalDecoder& external) {
  ExternalRecord record = request.listed;
  record.decoder = external.decoder().name;
  record.version = external.decoder().version;
  return record;
}

// Judging comes before it, so that a time too short for both suffices to judge.
std::optional<MachineRecord> identify_last(const AuditRequest& request,
                                           const ExternalDecoder& external, ExternalRecord& record,
                                           DecoderResult& subject, const std::atomic<bool>* stop) {
  std::optional<MachineRecord> machine;
  Identity identity;
  if (external.hangs().is_reached())
    record.trouble = stopped_early(external);
  else if (is_set(stop))
    record.trouble = kStoppedBefore;
  else
    identity = identified(request, external, record);
  const std::string unlearnt = learn_machine(request, external, record, machine);
  if (!unlearnt.empty()) subject.not_tested.push_back("what machine it is: " + unlearnt);
  if (!identity.profiles.empty() && !is_set(stop)) {
    add_findings(record, identity, external, subject.findings);
  }
  external.end_process();
  return machine;
}

ExternalFacts facts_of(const AuditRequest& request, const ExternalDecoder& external,
                       const std::atomic<bool>* stop) {
  ExternalFacts facts;
  facts.records = {record_of(request, external)};
  facts.state_claims = [&request, &external](DecoderResult& subject) {
    external.state_claims(subject, request.as);
  };
  facts.identify = [&request, &external, stop](ExternalRecord& record, DecoderResult& subject) {
    return identify_last(request, external, record, subject, stop);
  };
  facts.ask_again = [&external, stop](DecoderResult& subject) {
    if (!is_set(stop) && !external.hangs().is_reached()) ask_findings_alone(external, subject);
  };
  // What a plug-in tries is a finding; a program may try it before it is asked anything.
  if (is_child(request)) facts.refused = not_tested_in_sandbox;
  facts.isolation = external.description().isolation;
  facts.called = external.called();
  return facts;
}

// The texts around a case are most of the calls of a plug-in. From this `--every` on, they are left
// out but for letters before it.
constexpr std::uint64_t kEveryOfFewSurroundings = 40;

std::string not_tested_of_sample(std::uint64_t every, Depth depth) {
  std::vector<std::string_view> whole;
  std::string in_part;
  for (const SourceRow& row : source_rows()) {
    if (!row.is_always_whole) continue;
    if (are_calls_processes(every) && !row.of_processes.empty())
      in_part += fmt::format(", and {} with {}", row.name, row.of_processes);
    else
      whole.push_back(row.name);
  }
  return fmt::format("{}one in {} of each source was given, but all of {}{}{} (--every)",
                     kSampleOfCases, every, fmt::join(whole, " and "), in_part,
                     depth == Depth::kPadded ? ", each alone and behind letters" : "");
}

RunPlan make_plan(const AuditRequest& request, const ExternalDecoder& external,
                  const Corpus& corpus, const ExpectedList& expected,
                  const std::atomic<bool>* stop) {
  const AuditScope scope = scope_of(request);
  RunPlan plan;
  plan.external = facts_of(request, external, stop);
  plan.judged.decoders = {&external.decoder()};
  plan.judged.as = request.as;
  plan.judged.depth = scope.depth;
  plan.cases = {scope.sources, scope.budget,         request.seed,
                &corpus,       scope.are_calls_slow, request.every.value_or(1)};
  plan.extra.oracle = request.oracle;
  plan.expected = {&expected, false};
  if (!request.listed.product.empty()) {
    plan.known_defects = defect_records(request.corpus, {request.listed.product});
  }
  plan.how.threads = request.threads;
  plan.to.file = report_file(request);
  plan.to.command =
      fmt::format("placemat audit --budget {} --seed {} ", name_of(scope.budget), request.seed);
  if (plan.cases.every > 1) {
    plan.external.not_tested.push_back(not_tested_of_sample(plan.cases.every, plan.judged.depth));
    plan.to.command += fmt::format("--every {} ", plan.cases.every);
  }
  plan.to.command += external.called();
  return plan;
}

// Distinguishes a file from others of its name and from its earlier contents.
std::string stamp_of(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  const auto size = fs::file_size(path, none);
  const auto written = fs::last_write_time(path, none).time_since_epoch().count();
  return fmt::format(" {}:{}", size, written);
}

// Everything that decides the jobs and their findings. A journal is continued only by the same
// build of placemat and with the same decoder.
std::string identity_of_run(const AuditRequest& request, const ExternalDecoder& external,
                            const RunPlan& plan) {
  const Limits& limits = request.decoder.limits;
  std::string what = fmt::format(
      "placemat {} {} {} {} {} {} {} {} {} {}", PLACEMAT_VERSION, digest_of(*plan.cases.corpus),
      plan.to.command, plan.judged.as.value_or(to_text(claimed_profile(external.decoder()))),
      fmt::join(plan.cases.sources, " "), external.decoder().version, limits.call_ms,
      limits.memory_mib, limits.output_mib, request.decoder.no_isolation);
  what += stamp_of("/proc/self/exe") + stamp_of(request.decoder.plugin);
  for (const std::string& word : request.decoder.command) what += stamp_of(word);
  return what;
}

ExpectedList expected_list(const AuditRequest& request) {
  return request.expected.empty() ? ExpectedList{} : load_expected(request.expected);
}

void make_directory(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw InputError(path.string() + ": cannot be made a directory; choose another --out");
  }
}

void refuse_broken_adapter(const std::vector<CheckLine>& lines) {
  const std::string unfit = why_unfit(lines);
  if (unfit.empty()) return;
  throw AbsentError(
      fmt::format("the adapter is broken, and its decoder not judged: {}; see "
                  "`placemat audit --check`",
                  unfit));
}

// Judges in worker processes and records completed jobs in `journal`. Stops when `stop` is set, or
// when too many calls had no answer.
Report judge_in_processes(RunPlan& plan, const ExternalDecoder& external, Journal& journal,
                          const std::atomic<bool>* stop, std::string& trouble) {
  std::mutex mutex;
  plan.how.trouble = [&] {
    const std::lock_guard lock(mutex);
    return trouble;
  };
  std::atomic<bool> is_over = false;
  const auto check_stop = [&] {
    if ((stop != nullptr && *stop) || external.hangs().is_reached()) is_over = true;
    return is_over.load();
  };
  plan.how.stop = &is_over;
  plan.how.progress = [&, progress = plan.how.progress](std::size_t done, std::size_t all) {
    check_stop();
    if (progress) progress(done, all);
  };
  plan.how.phase = [&, phase = plan.how.phase](const std::string& what) {
    check_stop();
    if (phase) phase(what);
  };
  plan.how.make_executor = [&](const RunContext& context) -> std::unique_ptr<Executor> {
    const auto hear = [&](const std::string& wrong) {
      const std::lock_guard lock(mutex);
      trouble = wrong;
    };
    return std::make_unique<JournaledExecutor>(
        journal, std::make_unique<Remote>(context, external.host(), hear, check_stop), hear);
  };
  return produce(plan);
}

using AddFindings = std::function<void(const Target&, DecoderResult&)>;

// The executor of a decoder that is not asked: what is known of it is added.
class SilentExecutor final : public Executor {
 public:
  SilentExecutor(const RunContext& context, AddFindings add)
      : context_(context), add_(std::move(add)) {}
  Ledger check(const Job&) override { return {}; }
  DecoderResult conclude(std::size_t s, const Ledger&, const Tallies&) override {
    DecoderResult result = describe(context_.subjects[s]);
    add_(context_.subjects[s], result);
    return result;
  }

 private:
  const RunContext& context_;
  AddFindings add_;
};

// The report of a decoder that is not asked.
Report report_unasked(const AuditRequest& request, const Decoder& decoder, ExternalFacts facts,
                      const AddFindings& add, const std::atomic<bool>* stop,
                      const AuditCalls& calls) {
  const Corpus corpus = load_corpus(request.corpus);
  const ExpectedList expected = expected_list(request);
  RunPlan plan;
  plan.judged.decoders = {&decoder};
  plan.cases = {{"curated"}, Budget::kQuick, AuditRequest().seed, &corpus};
  facts.records.front().decoder = decoder.name;
  plan.external = std::move(facts);
  plan.extra.oracle = false;
  plan.expected = {&expected, false};
  plan.how.stop = stop;
  plan.how.make_executor = [&](const RunContext& context) {
    return std::make_unique<SilentExecutor>(context, add);
  };
  plan.to = {report_file(request), "placemat audit " + plan.external.called};
  make_directory(request.out);
  const Report report = produce(plan);
  if (calls.on_report) calls.on_report(report);
  return report;
}

// A finding for the first call of each operation that had no answer.
void add_hangs(const Target& subject, const std::vector<CheckLine>& lines, DecoderResult& result) {
  for (const CheckLine& line : lines) {
    const std::string operation(name_of(line.operation));
    const bool is_hang = line.failure && line.failure->kind == Kind::kHang;
    const auto has_it = [&](const Finding& finding) { return finding.operation == operation; };
    if (!is_hang || std::ranges::any_of(result.findings, has_it)) continue;
    const ChunkedUnits units = parse_units(line.units, Caller::kMaxUnits);
    Finding finding = base_finding(subject, Kind::kHang);
    finding.operation = operation;
    finding.minimal = finding.example = line.units;
    finding.key = key_of(subject, Kind::kHang, line.units);
    finding.expected = line.failure->expected;
    finding.seen = line.failure->seen;
    finding.source = "control";
    finding.replay = replay_line(
        subject, to_arguments({units.bytes, {.operation = line.operation, .cuts = units.cuts}}));
    finding.checks = 1;
    result.findings.push_back(std::move(finding));
  }
}

// The unfinished report of a decoder that answers no call.
Report report_hanging(const AuditRequest& request, const ExternalDecoder& external,
                      const std::vector<CheckLine>& lines, const AuditCalls& calls) {
  static const std::atomic<bool> kStopped{true};
  ExternalFacts facts;
  facts.records = {request.listed};
  facts.records.front().version = external.decoder().version;
  facts.records.front().trouble = stopped_early(external);
  facts.state_claims = [&](DecoderResult& subject) { external.state_claims(subject, request.as); };
  facts.isolation = external.description().isolation;
  facts.called = external.called();
  const auto add = [&](const Target& subject, DecoderResult& result) {
    add_hangs(subject, lines, result);
  };
  return report_unasked(request, external.decoder(), std::move(facts), add, &kStopped, calls);
}

// What is known of a decoder that never answers: how it was started.
Claims claims_of_silent(const ExternalOptions& decoder) {
  Claims claims;
  claims.name = decoder.name.empty() ? name_of_program(decoder.command.front()) : decoder.name;
  claims.version = "unknown";
  claims.origin = "a child process that says nothing";
  return claims;
}

}  // namespace

fs::path report_file(const AuditRequest& request) { return request.out / "report.jsonl"; }

AuditScope scope_of(const AuditRequest& request) {
  const bool is_filter = is_child(request) && request.decoder.is_filter;
  const auto is_default = [&](const SourceRow& row) {
    // A call through a text protocol is slow, so a child is not given the sources that only add to
    // the numbers.
    const bool only_adds = row.name == "scalars" || row.name == "context" || row.name == "random";
    return row.is_for_filters ? is_filter : !is_child(request) || !only_adds;
  };
  AuditScope scope;
  scope.budget = is_child(request) ? Budget::kQuick : Budget::kStandard;
  scope.are_calls_slow = is_child(request);
  // Only this source named: the request is for all strings of three units.
  if (request.sources == std::vector<std::string>{"exhaustive"}) {
    scope.budget = Budget::kStandard;
    scope.are_calls_slow = false;
  }
  if (request.budget) scope.budget = *request.budget;
  scope.sources = choose_sources(request.sources, scope.budget, is_default);
  if (is_child(request))
    scope.depth = Depth::kChunked;
  else if (request.every.value_or(1) >= kEveryOfFewSurroundings)
    scope.depth = Depth::kPadded;
  return scope;
}

namespace {

std::string why_stopped(const AuditCalls& calls) {
  return calls.why_stopped ? calls.why_stopped() : "interrupted";
}

Report audit_until_stopped(const AuditRequest& request, const AuditCalls& calls) {
  if (request.as) parse_profile(*request.as);
  const Corpus corpus = load_corpus(request.corpus);
  const ExpectedList expected = expected_list(request);
  const ExternalDecoder external(request.decoder);
  const std::vector<CheckLine> controls = check_well_formed(external);
  if (external.hangs().is_reached()) return report_hanging(request, external, controls, calls);
  if (is_child(request)) refuse_broken_adapter(controls);
  RunPlan plan = make_plan(request, external, corpus, expected, calls.stop);
  external.end_process();
  plan.how.progress = calls.progress;
  plan.how.phase = calls.phase;
  make_directory(request.out);
  Journal journal(request.out / "journal", identity_of_run(request, external, plan),
                  request.resume);
  std::string trouble;
  const Report report = judge_in_processes(plan, external, journal, calls.stop, trouble);
  if (calls.on_report) calls.on_report(report);
  const auto unfinished = [&](const std::string& why) {
    return UnfinishedError(fmt::format("{}; what was found before is in {}; --resume goes on", why,
                                       plan.to.file.string()),
                           report.footer.unexpected > 0);
  };
  const bool is_identified = report.externals.empty() || report.externals.front().trouble.empty();
  if (is_set(calls.stop) && (report.footer.interrupted || !is_identified)) {
    throw unfinished(why_stopped(calls));
  }
  if (!trouble.empty()) throw unfinished(trouble);
  journal.remove();
  return report;
}

}  // namespace

Report audit(const AuditRequest& request, const AuditCalls& calls) {
  set_stop_of_requests(calls.stop);
  try {
    return audit_until_stopped(request, calls);
  } catch (const AbsentError&) {
    if (!is_set(calls.stop)) throw;
    throw UnfinishedError(why_stopped(calls) + " before anything was judged", false);
  }
}

Report report_no_hello(const AuditRequest& request, const NoHelloError& error,
                       const AuditCalls& calls) {
  const std::string trouble = error.what();
  const DecoderProxy proxy(claims_of_silent(request.decoder));
  ExternalFacts facts;
  facts.records = {request.listed};
  facts.records.front().trouble = trouble;
  facts.state_claims = [](DecoderResult& subject) { subject.claims_profile.clear(); };
  facts.isolation = error.isolation();
  facts.called = "--";
  for (const std::string& word : request.decoder.command) facts.called += " " + quoted(word);
  const auto add = [&](const Target& subject, DecoderResult& result) {
    add_process_finding(result,
                        {Kind::kBreaksProtocol, "mute", "start", "a line that begins with hello",
                         trouble.substr(trouble.rfind(": ") + 2)},
                        subject.called);
  };
  return report_unasked(request, proxy.decoder(), std::move(facts), add, calls.stop, calls);
}

}  // namespace placemat
