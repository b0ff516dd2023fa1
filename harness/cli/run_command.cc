// run_command.cc: `placemat run`. Options in, a report directory out; harness/campaign/plan.h
// decides what a run is.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/campaign/audit.h"
#include "harness/campaign/defect_records.h"
#include "harness/campaign/produce.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/report/baseline.h"
#include "harness/report/views/summary.h"
#include "harness/report/views/table.h"
#include "harness/report/views/view.h"

namespace placemat::cli {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::vector<std::string> decoders, sources, allowed;
  std::string as, budget = "standard", out = "out/run", expected, baseline, write_baseline, shard;
  std::uint64_t seed = 1992;
  unsigned threads = default_threads();
  unsigned limit_ms = 1000;
  bool bless = false, no_contrast = false, no_oracle = false, strength = false;
};

// The expected list, or an empty one when the options disable it or there is none.
ExpectedList load_list(const RunArguments& options) {
  if (options.expected == "none") return {};
  if (!options.expected.empty() && !(options.bless && !fs::exists(options.expected))) {
    return load_expected(options.expected);
  }
  const std::string own = default_expected_list();
  return options.expected.empty() && fs::exists(own) ? load_expected(own) : ExpectedList{};
}

// The summary of a run on standard output, with the names of the files it wrote.
void print_result(const Global& global, const Report& report, const std::optional<Diff>& diff,
                  const fs::path& out) {
  if (global.json()) {
    nlohmann::ordered_json answer{{"complete", report.footer.complete},
                                  {"as_expected", is_as_expected(report)},
                                  {"checks", report.footer.checks},
                                  {"findings", report.footer.findings},
                                  {"unexpected", report.footer.unexpected},
                                  {"expected_errors", report.footer.expected_errors},
                                  {"report", (out / "report.jsonl").string()},
                                  {"html", (out / "report.html").string()}};
    if (diff) answer["against_baseline"] = nlohmann::ordered_json::parse(render_diff_json(*diff));
    fmt::print("{}\n", answer.dump());
    return;
  }
  if (diff && !diff->lost.empty()) {
    fmt::print("{}\n", fitted(fmt::format("coverage lost: {}\n", text_of(diff->lost))));
  }
  fmt::print("{}", render_summary(report, summary_options(global)));
  if (global.quiet) return;
  fmt::print("\nreport  {}\n", (out / "report.jsonl").string());
  for (const ViewRow& view : view_rows()) {
    if (!view.file.empty()) fmt::print("        {}\n", (out / view.file).string());
  }
}

std::optional<Diff> compare(const RunArguments& options, const Report& report) {
  if (options.baseline.empty()) return std::nullopt;
  Diff diff = make_diff(read_reference(options.baseline), report);
  allow(diff.lost, options.allowed);
  return diff;
}

bool covers(const RunArguments& options, const std::string& decoder) {
  if (options.baseline.empty()) return false;
  const Reference reference = read_reference(options.baseline);
  const Coverage covered = std::holds_alternative<Baseline>(reference)
                               ? std::get<Baseline>(reference).coverage
                               : coverage_of(std::get<Report>(reference));
  return std::ranges::find(covered.decoders, decoder, &Coverage::Judged::decoder) !=
         covered.decoders.end();
}

// The named decoders that are here, and the losses that the baseline shows to be some.
struct Chosen {
  std::vector<const Decoder*> decoders;
  std::vector<Loss> lost;
};
Chosen choose(const RunArguments& options) {
  Chosen chosen;
  for (const std::string& name : options.decoders) {
    try {
      chosen.decoders.push_back(&decoder_named(name));
    } catch (const AbsentError&) {
      if (!covers(options, name)) throw;
      chosen.lost.push_back({"decoder", name});
    }
  }
  allow(chosen.lost, options.allowed);
  return chosen;
}

std::optional<ShardOption> parse_shard(const std::string& text) {
  if (text.empty()) return std::nullopt;
  ShardOption shard{0, 0};
  const char* const end = text.data() + text.size();
  const auto [slash, error] = std::from_chars(text.data(), end, shard.part);
  const bool has_slash = error == std::errc() && slash != end && *slash == '/';
  const bool is_whole = has_slash && std::from_chars(slash + 1, end, shard.parts).ptr == end;
  if (is_whole && shard.part != 0 && shard.part <= shard.parts) return shard;
  throw InputError(fmt::format("--shard {}: it is I/N, such as 1/4 to 4/4", text));
}

// Nothing is judged where a decoder of the baseline is absent, or all that were named are.
void print_absent(const Global& global, const std::vector<Loss>& lost) {
  if (!global.json()) {
    fmt::print("coverage lost: {}, absent here\n",
               lost.empty() ? "every decoder that was named" : text_of(lost));
    return;
  }
  nlohmann::ordered_json answer{
      {"complete", false}, {"as_expected", false}, {"lost", nlohmann::ordered_json::array()}};
  for (const Loss& loss : lost) answer["lost"].push_back(loss.token());
  fmt::print("{}\n", answer.dump());
}

RunPlan make_plan(const RunArguments& options, std::vector<const Decoder*> decoders,
                  const fs::path& corpora, const Corpus& corpus, const ExpectedList& expected) {
  RunRequest request;
  request.decoders = std::move(decoders);
  request.sources = options.sources;
  if (!options.as.empty()) request.as = options.as;
  request.budget = *find_budget(options.budget);
  request.seed = options.seed;
  request.shard = parse_shard(options.shard);
  request.contrast = !options.no_contrast;
  request.oracle = !options.no_oracle;
  request.strength = options.strength;
  request.known_defects = defect_records(corpora);
  RunPlan plan = plan_run(request, corpus, expected);
  plan.how.threads = options.threads;
  plan.how.call_limit_ms = options.limit_ms;
  plan.how.stop = &interrupted();
  return plan;
}

int run_decoders(const Global& global, const RunArguments& options) {
  if (options.bless && (options.expected.empty() || options.expected == "none")) {
    throw InputError("--bless needs --expected FILE, the list to write");
  }
  const fs::path corpora = corpus_directory(global);
  const Corpus corpus = load_corpus(corpora);
  const ExpectedList expected = load_list(options);
  Chosen chosen = choose(options);
  if (!chosen.lost.empty() || (chosen.decoders.empty() && !options.decoders.empty())) {
    print_absent(global, chosen.lost);
    return kFinding;
  }
  RunPlan plan = make_plan(options, std::move(chosen.decoders), corpora, corpus, expected);
  if (!options.as.empty()) parse_profile(options.as);
  if (!options.baseline.empty()) read_reference(options.baseline);  // fails before an hour of work
  check_place(options.write_baseline);
  const fs::path out = make_directory(options.out);
  plan.to.file = out / "report.jsonl";

  Progress progress(global.progress, "run: beginning");
  plan.how.progress = [&](std::size_t done, std::size_t all) {
    progress.begin("run: judging");
    progress.at(done, all);
  };
  plan.how.phase = [&](const std::string& what) { progress.begin("run: " + what); };
  const Report report = produce(plan);
  progress.clear();
  const std::optional<Diff> diff = compare(options, report);
  if (diff) {
    const SinceBaseline since{fs::path(options.baseline).filename().string(), *diff};
    write_views(out, report, &since);
  } else {
    write_views(out, report);
  }
  print_result(global, report, diff, out);
  if (report.footer.interrupted) {
    throw UnfinishedError(
        fmt::format("interrupted; what was found before is in {}", plan.to.file.string()),
        report.footer.unexpected > 0);
  }
  if (options.bless) {
    write_text_file(options.expected, to_json(bless(expected, report, plan.expected.is_complete)));
    if (!global.json()) {
      fmt::print("wrote {}; give every new entry its reason and link\n", options.expected);
    }
    return kAsExpected;
  }
  if (diff && !global.json()) {
    fmt::print("\nagainst {}:\n{}", options.baseline, fitted(render_diff(*diff)));
  }
  if (!options.write_baseline.empty()) {
    write_baseline(baseline_of(report), options.write_baseline);
    if (!global.json()) fmt::print("wrote {}\n", options.write_baseline);
  }
  const bool may_be_worse = diff && diff->may_be_worse();
  return is_as_expected(report) && !may_be_worse ? kAsExpected : kFinding;
}

}  // namespace

void add_run(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("run", "judge decoders and write a report");
  auto options = std::make_shared<RunArguments>();
  command->add_option("decoder", options->decoders, "names; all decoders of this tree if none");
  command->add_option("--budget", options->budget, "quick (seconds), standard (a minute), deep")
      ->check(CLI::IsMember({"quick", "standard", "deep"}))
      ->capture_default_str();
  command->add_option("--source", options->sources, "only this source; may be given again");
  command->add_option("--as", options->as, "judge as this dialect or profile instead");
  command->add_option("--seed", options->seed, "seed of the random choices")
      ->check(seed_number())
      ->capture_default_str();
  command->add_option("--threads", options->threads, "threads that judge; by default one a core")
      ->check(whole_number(1, 256));
  command->add_option("--limit", options->limit_ms, "processor time of one call, in ms")
      ->check(whole_number(10, 600'000))
      ->capture_default_str();
  command->add_option("--out", options->out, "directory for the report")->capture_default_str();
  command->add_option("--expected", options->expected,
                      "list of expected findings; 'none' for none; the tree's own by default");
  command->add_flag("--bless", options->bless, "write the findings of this run to --expected");
  command->add_option("--baseline", options->baseline,
                      "a baseline or an older report.jsonl to compare with");
  command
      ->add_option("--allow-less", options->allowed,
                   "coverage that --baseline has and this run may lack, as `decoder=NAME`; may "
                   "be given again")
      ->type_name("WHAT");
  command->add_option("--write-baseline", options->write_baseline,
                      "write the results to this file, for a later --baseline");
  command
      ->add_option("--shard", options->shard,
                   "only the I-th of N parts of the decoders; `placemat report` shows all parts as "
                   "one")
      ->type_name("I/N")
      ->excludes("--baseline");
  command->add_flag("--no-contrast", options->no_contrast,
                    "do not show how the decoders of other dialects differ from UTF-8");
  command->add_flag("--no-oracle", options->no_oracle, "do not compare with ICU");
  command->add_flag("--strength", options->strength,
                    "measure the share of mutants that the suite kills (some ten seconds)");
  command->footer(
      "Exit code 0 when everything is as expected, 1 for a new finding, a stale entry of the\n"
      "expected list, a regression or coverage that this run lost against the baseline, 2\n"
      "for bad input, 3 when a named decoder is absent here and from the baseline, 4 when it\n"
      "was interrupted or the disk is full.\n\n"
      "Examples:\n"
      "  placemat run\n"
      "  placemat run branchy dfa_shift --budget quick\n"
      "  placemat run tutorial_lenient --as utf-8\n"
      "  placemat run --budget quick --no-contrast --baseline reports/baselines/in-tree.jsonl\n"
      "  placemat run --shard 1/4 --out shard-1\n"
      "  placemat run --budget quick --no-contrast --write-baseline mine.jsonl\n"
      "  placemat run glibc_iconv --expected mine.json --bless");
  command->callback([&global, options] { global.exit_code = run_decoders(global, *options); });
}

}  // namespace placemat::cli
