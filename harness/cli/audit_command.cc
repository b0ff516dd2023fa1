// audit_command.cc: `placemat audit`: its options, and its output about one external decoder.
// harness/campaign/audit.h judges it.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/campaign/defect_candidates.h"
#include "harness/campaign/produce.h"
#include "harness/cli/audit.h"
#include "harness/cli/numbers.h"
#include "harness/report/described.h"
#include "harness/report/text.h"
#include "harness/report/views/summary.h"
#include "harness/report/views/verdict.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

int check_one(const Global& global, const AuditOptions& options) {
  set_stop_of_requests(&interrupted());
  try {
    const ExternalDecoder external = external_decoder(global, options.external);
    return print_check(external, check_adapter(external));
  } catch (const AbsentError&) {
    if (!interrupted()) throw;
    throw UnfinishedError(why_interrupted() + " before the adapter was checked", false);
  }
}

int audit_one(const Global& global, const AuditOptions& options) {
  const AuditRequest request = request_of(global, options);
  constexpr const char* kJudging = "audit: judging";
  Progress progress(global.progress, "audit: beginning", options.seconds);
  AuditCalls calls;
  calls.stop = &interrupted();
  calls.why_stopped = why_interrupted;
  calls.progress = [&](std::size_t done, std::size_t all) {
    progress.begin(kJudging);
    progress.at(done, all);
  };
  calls.phase = [&](const std::string& what) { progress.begin("audit: " + what); };
  calls.on_report = [&](const Report& report) {
    progress.clear();
    write_views(request.out, report);
    print_result(global, report, request.out);
    store_candidates(global, report, request.out, request.corpus);
  };
  const auto exit_code = [&](const Report& report) {
    if (!report.footer.complete && !report.externals.empty()) {
      complain(fmt::format("{}; what was found before is in {}", report.externals.front().trouble,
                           report_file(request).string()));
    }
    return is_as_expected(report) ? kAsExpected : kFinding;
  };
  try {
    return exit_code(audit(request, calls));
  } catch (const NoHelloError& error) {
    return exit_code(report_no_hello(request, error, calls));
  }
}

}  // namespace

AuditRequest request_of(const Global& global, const AuditOptions& options) {
  AuditRequest request;
  request.decoder = options.external;
  request.decoder.command = global.child;
  request.sources = options.sources;
  if (!options.as.empty()) request.as = options.as;
  if (!options.budget.empty()) request.budget = find_budget(options.budget);
  request.seed = options.seed;
  request.every = options.every;
  request.threads = options.threads;
  request.oracle = !options.no_oracle;
  request.learn_machine = !options.no_machine;
  request.resume = options.resume;
  request.corpus = corpus_directory(global);
  request.expected = options.expected;
  request.out = options.out;
  return request;
}

void print_result(const Global& global, const Report& report, const fs::path& out) {
  for (const std::string& line : not_in_force(report.header))
    std::cerr << visible_line(line) << '\n';
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
  fmt::print("{}", render_summary(report, summary_options(global)));
  if (global.quiet) return;
  fmt::print("\n\nreport  {}\n        {}\n", (out / "report.jsonl").string(),
             (out / "report.html").string());
}

void store_candidates(const Global& global, const Report& report, const fs::path& out,
                      const fs::path& corpus) {
  const fs::path directory = out / "candidates";
  const std::size_t written = write_defect_candidates(directory, report, corpus);
  if (written == 0 || global.json() || global.quiet) return;
  fmt::print("        {}: {} that may be {} of the product\n", directory.string(),
             written == 1 ? "1 finding" : fmt::format("{} findings", written),
             written == 1 ? "a defect" : "defects");
}

int print_check(const ExternalDecoder& external, const std::vector<CheckLine>& lines) {
  DecoderResult judged = describe(make_target(external.decoder(), {}, {}));
  external.state_claims(judged, std::nullopt);
  fmt::print("{} {} {} {}\n", judged.decoder, visible_line(judged.version),
             judged.described.empty() ? "claims" : "is taken as", judged.judged_as);
  for (const std::string& words : described_in_words(judged)) fmt::print("  {}\n", words);
  std::size_t wrong = 0;
  for (const CheckLine& line : lines) {
    const char* const mark = line.failure ? "WRONG" : line.note.empty() ? "ok   " : "?    ";
    fmt::print("  {}  {:13}  {}\n", mark, name_of(line.operation),
               line.units.empty() ? "(nothing)" : line.units);
    if (!line.note.empty()) fmt::print("         {}\n", line.note);
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
  const auto open =
      std::ranges::count_if(lines, [](const auto& line) { return !line.note.empty(); });
  if (open > 0) {
    fmt::print("{} of {} answers leave open what the decoder does; see the lines with ?\n", open,
               lines.size());
  }
  fmt::print("{}\n", wrong == 0
                         ? kSoundAdapter
                         : "the adapter speaks the protocol; either it or the decoder is wrong");
  return wrong == 0 ? kAsExpected : kFinding;
}

void add_audit(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("audit", "judge an external decoder, isolated");
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
  command->add_option("--seed", options->seed, "seed of the random choices")
      ->check(seed_number())
      ->capture_default_str();
  command
      ->add_option(
          "--every", options->every,
          "of the cases of each source but curated and state-unit, one in so many: for a decoder "
          "whose calls take a tenth of a millisecond or more. From 40 on, a plug-in is given few "
          "texts around a case; from 100 on, state-unit has its suffixes in turn")
      ->check(whole_number(1, 1'000'000));
  command->add_option("--threads", options->threads, "worker processes")
      ->check(whole_number(1, 64));
  command->add_option("--out", options->out, "directory for the report")->capture_default_str();
  command->add_option("--expected", options->expected, "list of expected findings");
  command->add_flag("--resume", options->resume,
                    "continue the interrupted or killed audit in --out");
  command->add_flag("--check", options->check,
                    "only check the adapter: is the adapter broken, or the decoder wrong?");
  command->add_flag("--no-oracle", options->no_oracle, "do not compare with ICU");
  command->add_flag("--no-machine", options->no_machine,
                    "do not learn the decoder's state machine (saves some seconds)");
  auto* is_of_list = command->add_flag("--all-installed", *all,
                                       "audit all installed subjects of the list, in one report");
  command
      ->add_option("--set", installed->set,
                   "subjects of the list: audit (a selection) or audit-full (all)")
      ->check(CLI::IsMember({"audit", "audit-full"}))
      ->needs(is_of_list);
  command
      ->add_option("--only", installed->only, "only this subject of the list; may be given again")
      ->allow_extra_args(false)
      ->needs(is_of_list);
  command->add_option("--seconds", installed->seconds, "time limit for one subject of the list")
      ->check(whole_number(1, 86'400))
      ->capture_default_str()
      ->needs(is_of_list);
  command->add_option("--at-once", installed->at_once, "subjects audited at the same time")
      ->check(whole_number(1, 64))
      ->capture_default_str()
      ->needs(is_of_list);
  command->add_option("--list", installed->list, "list of subjects instead of this tree's")
      ->needs(is_of_list);
  command->add_option("--build", installed->build, "build directory of the subjects")
      ->needs(is_of_list);
  command
      ->add_option(
          "--time", options->seconds,
          "time of the whole audit, in s; then it has 3 s to minimise what it found, writes "
          "all of it, and ends with 4")
      ->check(whole_number(1, 8'640'000));
  add_external_options(*command, options->external);
  command->footer(
      "Exit code 0 when the decoder does what it claims, 1 when it does not, 2 for bad input,\n"
      "3 when it is absent or cannot be started, 4 when the audit was stopped before its end.\n\n"
      "Examples:\n"
      "  placemat audit ./mine.so --budget quick\n"
      "  placemat audit ./mine.so --as utf-8/maximal-subpart/keep\n"
      "  placemat audit -- python3 adapter.py\n"
      "  placemat audit --check -- python3 adapter.py\n"
      "  placemat audit --source exhaustive -- python3 adapter.py\n"
      "  placemat audit --budget standard --every 10 -- python3 slow_adapter.py\n"
      "  placemat audit --filter --output utf-32le -- iconv -f utf-8 -t utf-32le\n"
      "  placemat audit --all-installed --set audit-full --seconds 60");
  command->callback([&global, options, installed, all] {
    interrupted();  // from here on Ctrl-C ends an audit with what it has
    if (options->seconds > 0) interrupt_after(options->seconds);
    if (*all) {
      global.exit_code = audit_installed(global, *options, *installed);
      return;
    }
    global.exit_code = options->check ? check_one(global, *options) : audit_one(global, *options);
  });
}

}  // namespace placemat::cli
