// audit_command.cc: `placemat audit`. The same run, for a decoder that nobody
// here wrote.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/adapter_check.h"
#include "harness/campaign/identified.h"
#include "harness/campaign/produce.h"
#include "harness/cli/audit.h"
#include "harness/isolation/journal.h"
#include "harness/isolation/process_finding.h"
#include "harness/report/text.h"
#include "harness/report/views/html.h"
#include "harness/report/views/junit.h"
#include "harness/report/views/markdown.h"
#include "harness/report/views/subjects.h"
#include "harness/report/views/summary.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> chosen_sources(const AuditOptions& options, bool is_child) {
  const bool is_filter = is_child && options.external.is_filter;
  for (const std::string& name : options.sources) {
    const auto is_it = [&](const SourceRow& row) { return row.name == name; };
    if (std::ranges::none_of(source_rows(), is_it)) make_source(name, {}, {});  // throws
  }
  std::vector<std::string> names;
  for (const SourceRow& row : source_rows()) {
    // Text is slower than a call: a child is not asked what only adds to the
    // numbers.
    const bool only_adds = row.name == "scalars" || row.name == "context" || row.name == "random";
    const bool is_default = row.is_for_filters ? is_filter : !is_child || !only_adds;
    const bool chosen = (options.sources.empty() && is_default) ||
                        std::ranges::find(options.sources, row.name) != options.sources.end();
    if (chosen) names.emplace_back(row.name);
  }
  return names;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw InputError(path.string() + ": cannot be written; choose another --out");
}

void print_result(const Global& global, const Report& report, const fs::path& out) {
  if (global.json()) {
    nlohmann::ordered_json answer{
        {"complete", report.footer.complete},
        {"as_expected", is_as_expected(report)},
        {"checks", report.footer.checks},
        {"findings", report.footer.findings},
        {"identified", !report.externals.empty() && report.externals[0].explained},
        {"profiles",
         report.externals.empty() ? std::vector<std::string>{} : report.externals[0].profiles},
        {"isolation", report.header.isolation},
        {"report", (out / "report.jsonl").string()}};
    fmt::print("{}\n", answer.dump());
    return;
  }
  fmt::print("{}\n", render_summary(report, {.color = global.color}));
  for (const std::string& line : report.header.isolation) fmt::print("  isolation: {}\n", line);
  fmt::print("\nreport  {}\n        {}\n", (out / "report.jsonl").string(),
             (out / "report.html").string());
}

Identity ask_identity(const ExternalDecoder& external, Request request) {
  const std::vector<Target> no_targets;
  const RunContext context{no_targets, {}, nullptr};
  Remote remote(context, external.host());
  return Unpacker(remote.ask(packed(request))).read<Identity>();
}

// Some ten thousand questions more: only of one that answered all before.
// Returns why it was not learnt, or nothing.
std::string learn_machine(const AuditOptions& options, const ExternalDecoder& external,
                          const ExternalRecord& known, std::vector<MachineRecord>& machines) {
  if (options.no_machine) return "--no-machine";
  if (known.profiles.empty()) return "it was not identified";
  if (known.unanswered > 0) return counted(known.unanswered, "input") + " had no answer";
  try {
    machines.push_back(machine_record(known.decoder, ask_identity(external, Request::kIdentify)));
  } catch (const AbsentError& error) {
    return error.what();
  }
  return {};
}

// Which profile explains what it does. One that does not live through the
// questions is judged all the same.
ExternalRecord identified(const AuditOptions& options, const ExternalDecoder& external) {
  ExternalRecord record = options.listed;
  record.decoder = external.decoder().name;
  record.version = external.decoder().version;
  try {
    add_identity(record, ask_identity(external, Request::kName));
  } catch (const AbsentError& error) {
    record.trouble = error.what();
  }
  return record;
}

// What to judge it as: what was asked for, what it claims, or, when it does not
// say what it is, what it was found to be.
std::optional<std::string> profile_to_judge(const AuditOptions& options,
                                            const ExternalDecoder& external,
                                            const ExternalRecord& record) {
  if (!options.as.empty()) return options.as;
  if (external.description().claims_profile || record.profiles.empty()) return std::nullopt;
  Profile profile = parse_profile(record.profiles.front());
  if (!record.knows_policy) profile.policy = claimed_profile(external.decoder()).policy;
  return to_text(profile);
}

RunPlan make_plan(const AuditOptions& options, const ExternalDecoder& external,
                  const Corpus& corpus, const ExpectedList& expected) {
  RunPlan plan;
  plan.decoders = {&external.decoder()};
  plan.externals = {identified(options, external)};
  const std::string unlearnt =
      learn_machine(options, external, plan.externals.front(), plan.machines);
  if (!unlearnt.empty()) plan.not_tested = {"what machine it is: " + unlearnt};
  plan.as = profile_to_judge(options, external, plan.externals.front());
  const bool is_child = options.external.plugin.empty();
  plan.sources = chosen_sources(options, is_child);
  plan.budget = is_child ? Budget::kQuick : Budget::kStandard;
  // All strings of three units are meant by whoever names that source.
  if (options.sources == std::vector<std::string>{"exhaustive"}) plan.budget = Budget::kStandard;
  if (!options.budget.empty()) plan.budget = *find_budget(options.budget);
  if (is_child) plan.most = Depth::kChunked;
  plan.seed = options.seed;
  plan.threads = options.threads;
  plan.ask_oracle = !options.no_oracle;
  plan.corpus = &corpus;
  plan.expected = &expected;
  plan.is_complete = false;
  plan.command = fmt::format("placemat audit --budget {} --seed {} {}", name_of(plan.budget),
                             options.seed, external.called());
  plan.stop = &interrupted();
  plan.isolation = external.description().isolation;
  plan.called = external.called();
  return plan;
}

// What tells a file from another of its name, and from what it was before.
std::string stamp_of(const std::string& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  const auto size = fs::file_size(path, none);
  const auto written = fs::last_write_time(path, none).time_since_epoch().count();
  return fmt::format(" {}:{}", size, written);
}

// Whatever decides what the jobs are and what they find: half of a journal must
// not be of another program, ours or theirs.
std::string identity_of_run(const Global& global, const AuditOptions& options,
                            const ExternalDecoder& external, const RunPlan& plan) {
  const Limits& limits = options.external.limits;
  std::string what = fmt::format(
      "placemat {} {} {} {} {} {} {} {} {} {}", PLACEMAT_VERSION, plan.corpus->digest, plan.command,
      plan.as.value_or(""), fmt::join(plan.sources, " "), external.decoder().version,
      limits.call_ms, limits.memory_mib, limits.output_mib, options.external.no_isolation);
  what += stamp_of("/proc/self/exe") + stamp_of(options.external.plugin);
  for (const std::string& word : global.child) what += stamp_of(word);
  return what;
}

std::vector<CheckLine> checked(const ExternalDecoder& external) {
  const std::vector<Target> no_targets;
  const RunContext context{no_targets, {}, nullptr};
  Remote remote(context, external.host());
  return check_adapter(external, remote);
}

// Tells an adapter that is broken from a decoder that is wrong.
int check(const ExternalDecoder& external) {
  const std::vector<CheckLine> lines = checked(external);
  const std::string profile = to_text(claimed_profile(external.decoder()));
  fmt::print("{} {} {} {}\n", external.decoder().name, external.decoder().version,
             external.description().claims_profile ? "claims" : "does not say what it is; taken as",
             profile);
  std::size_t wrong = 0;
  for (const CheckLine& line : lines) {
    fmt::print("  {}  {:13}  {}\n", line.failure ? "WRONG" : "ok   ", name_of(line.operation),
               line.units.empty() ? "(nothing)" : line.units);
    if (!line.failure) continue;
    ++wrong;
    fmt::print("         expected {}, seen {}{}{}\n", line.failure->expected, line.failure->seen,
               line.advice.empty() ? "" : "; ", line.advice);
  }
  const std::string unfit = why_unfit(lines);
  if (!unfit.empty()) {
    fmt::print("the adapter is broken: {}\n", unfit);
    return kAbsent;
  }
  fmt::print("{}\n", wrong == 0
                         ? kSoundAdapter
                         : "the adapter speaks the protocol; either it or the decoder is wrong");
  return wrong == 0 ? kAsExpected : kFinding;
}

// Answers nothing; was started, and that is all.
class SilentExecutor final : public Executor {
 public:
  SilentExecutor(const RunContext& context, std::string trouble)
      : context_(context), trouble_(std::move(trouble)) {}
  Ledger check(const Job&) override { return {}; }
  DecoderResult conclude(std::size_t s, const Ledger&, const Tallies&) override {
    const Target& subject = context_.subjects[s];
    DecoderResult result;
    result.decoder = subject.decoder->name;
    result.version = subject.decoder->version;
    result.origin = subject.decoder->origin;
    result.judged_as = result.claims_profile = to_text(subject.judged_as);
    add_process_finding(result,
                        {Kind::kBreaksProtocol, "mute", "start", "a line that begins with hello",
                         trouble_.substr(trouble_.rfind(": ") + 2)},
                        subject.called);
    return result;
  }

 private:
  const RunContext& context_;
  std::string trouble_;
};

// Of one that never said what it is: a report that says so.
int report_no_hello(const Global& global, const AuditOptions& options, const NoHelloError& error) {
  const std::string trouble = error.what();
  const Corpus corpus = load_corpus(corpus_directory(global));
  Claims claims;
  claims.name =
      options.external.name.empty() ? name_of_program(global.child.front()) : options.external.name;
  claims.version = "unknown";
  claims.origin = "a child process that says nothing";
  const DecoderProxy proxy(claims);
  const ExpectedList expected =
      options.expected.empty() ? ExpectedList{} : load_expected(options.expected);
  RunPlan plan;
  plan.decoders = {&proxy.decoder()};
  plan.sources = {"curated"};
  plan.budget = Budget::kQuick;
  plan.corpus = &corpus;
  plan.expected = &expected;
  plan.is_complete = false;
  plan.ask_oracle = false;
  plan.stop = &interrupted();
  plan.called = "--";
  for (const std::string& word : global.child) plan.called += " " + quoted(word);
  plan.command = "placemat audit " + plan.called;
  plan.isolation = error.isolation();
  plan.externals = {options.listed};
  plan.externals.front().decoder = claims.name;
  plan.externals.front().trouble = trouble;
  plan.make_executor = [&](const RunContext& context) {
    return std::make_unique<SilentExecutor>(context, trouble);
  };
  std::error_code failed;
  fs::create_directories(options.out, failed);
  if (failed) throw InputError(options.out + ": cannot be made a directory; choose another --out");
  plan.file = fs::path(options.out) / "report.jsonl";
  const Report report = produce(plan);
  write_forms(options.out, report);
  print_result(global, report, options.out);
  return is_as_expected(report) ? kAsExpected : kFinding;
}

}  // namespace

void write_forms(const std::string& directory, const Report& report) {
  write_file(fs::path(directory) / "report.html", render_html(report));
  write_file(fs::path(directory) / "report.md", render_markdown(report));
  write_file(fs::path(directory) / "report.junit.xml", render_junit(report));
}

int audit(const Global& global, const AuditOptions& options) {
  if (options.check) return check(external_decoder(global, options.external));
  if (!options.as.empty()) parse_profile(options.as);
  const Corpus corpus = load_corpus(corpus_directory(global));
  const ExpectedList expected =
      options.expected.empty() ? ExpectedList{} : load_expected(options.expected);
  const ExternalDecoder external = external_decoder(global, options.external);
  const std::string unfit = global.child.empty() ? "" : why_unfit(checked(external));
  if (!unfit.empty()) {
    throw AbsentError(
        fmt::format("the adapter is broken, and its decoder not judged: {}; see "
                    "`placemat audit --check`",
                    unfit));
  }
  RunPlan plan = make_plan(options, external, corpus, expected);
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw InputError(options.out + ": cannot be made a directory; choose another --out");
  plan.file = fs::path(options.out) / "report.jsonl";
  const std::string what = identity_of_run(global, options, external, plan);
  Journal journal(fs::path(options.out) / "journal", what, options.resume);
  std::string trouble;
  std::mutex mutex;
  plan.make_executor = [&](const RunContext& context) -> std::unique_ptr<Executor> {
    return std::make_unique<JournaledExecutor>(
        journal, std::make_unique<Remote>(context, external.host(), [&](const std::string& wrong) {
          const std::lock_guard lock(mutex);
          trouble = wrong;
        }));
  };
  Progress progress(global, "placemat audit");
  plan.progress = [&](const std::string&, std::size_t done, std::size_t n) {
    progress.at(done, n);
  };
  const Report report = produce(plan);
  progress.clear();
  if (!trouble.empty()) throw std::runtime_error(trouble);
  write_forms(options.out, report);
  print_result(global, report, options.out);
  if (report.footer.interrupted) {
    throw InputError("interrupted; what was found before is in " + plan.file.string() +
                     "; --resume goes on");
  }
  journal.remove();
  return is_as_expected(report) ? kAsExpected : kFinding;
}

void add_audit(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("audit", "judge a decoder that is not of this tree, isolated");
  auto options = std::make_shared<AuditOptions>();
  auto installed = std::make_shared<InstalledOptions>();
  auto all = std::make_shared<bool>(false);
  command->add_option("plugin", options->external.plugin,
                      "a shared object that exports " PLACEMAT_PLUGIN_SYMBOL
                      "; or -- COMMAND [ARGUMENT...], which speaks the line protocol");
  command
      ->add_option("--budget", options->budget,
                   "quick (the default for children), standard (for plug-ins) or deep")
      ->check(CLI::IsMember({"quick", "standard", "deep"}));
  command->add_option("--source", options->sources, "only this source; may be given again")
      ->allow_extra_args(false);
  command->add_option("--as", options->as, "judge as this dialect or profile instead");
  command->add_option("--seed", options->seed, "for what chance decides")->capture_default_str();
  command->add_option("--threads", options->threads, "processes at work")->check(CLI::Range(1, 64));
  command->add_option("--out", options->out, "directory for the report")->capture_default_str();
  command->add_option("--expected", options->expected, "list of expected findings");
  command->add_flag("--resume", options->resume,
                    "go on with the audit in --out that was killed or interrupted");
  command->add_flag("--check", options->check,
                    "only whether it can be judged: is the adapter broken, or the decoder wrong?");
  command->add_flag("--no-oracle", options->no_oracle, "do not ask ICU");
  command->add_flag("--no-machine", options->no_machine,
                    "do not learn the machine that it is (some seconds)");
  command->add_option("--name", options->external.name, "what the report is to call it");
  command->add_flag("--all-installed", *all,
                    "every subject of the list that is on this machine, in one report");
  command->add_option("--set", installed->set, "of the list: audit, or audit-full for all of it")
      ->check(CLI::IsMember({"audit", "audit-full"}));
  command
      ->add_option("--only", installed->only, "only this subject of the list; may be given again")
      ->allow_extra_args(false);
  command->add_option("--seconds", installed->seconds, "for one subject of the list")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  command->add_option("--at-once", installed->at_once, "subjects of the list")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--list", installed->list, "of subjects, in the place of this tree's");
  command->add_option("--build", installed->build, "the directory of the build that has them");
  add_external_options(*command, options->external);
  command->footer(
      "Exit code 0 when it does what it claims, 1 when it does not, 2 for bad input, 3 when it\n"
      "is absent or cannot be started.\n\n"
      "Examples:\n"
      "  placemat audit ./mine.so --budget quick\n"
      "  placemat audit ./mine.so --as utf-8/maximal-subpart/keep\n"
      "  placemat audit -- python3 adapter.py\n"
      "  placemat audit --check -- python3 adapter.py\n"
      "  placemat audit --source exhaustive -- python3 adapter.py\n"
      "  placemat audit --filter --output utf-32le -- iconv -f utf-8 -t utf-32le\n"
      "  placemat audit --all-installed --set audit-full --seconds 60");
  command->callback([&global, options, installed, all] {
    if (*all) {
      global.exit_code = audit_installed(global, *options, *installed);
      return;
    }
    try {
      global.exit_code = audit(global, *options);
    } catch (const NoHelloError& error) {
      if (options->check) throw;
      global.exit_code = report_no_hello(global, *options, error);
    }
  });
}

}  // namespace placemat::cli
