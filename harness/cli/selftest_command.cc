// selftest_command.cc: `placemat selftest`: the suite against decoders with a
// planted fault. One that is not caught is a fault of ours.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/generate/corpus.h"
#include "harness/judge/run.h"

namespace placemat::cli {
namespace {

struct Options {
  unsigned threads = default_threads();
  std::vector<std::string> names;
  bool verbose = false;
};

struct Outcome {
  const Decoder* saboteur;
  bool caught = false;  // by the kind that was planted
  const Finding* evidence = nullptr;
  SubjectResult result;
};

std::vector<Outcome> run_all(const Global& global, const Options& options, const Corpus& corpus,
                             bool& finished) {
  SourceOptions source_options{Budget::kStandard, 1992, &corpus};
  // The exhaustive source adds minutes and catches nothing that the others
  // leave over.
  const std::vector<std::string> sources{"curated", "state-unit", "boundary",
                                         "scalars", "sequences",  "random"};
  std::vector<Subject> subjects;
  for (const Decoder* saboteur : saboteurs()) {
    const bool chosen = options.names.empty() ||
                        std::ranges::find(options.names, saboteur->name) != options.names.end();
    if (chosen) subjects.push_back(make_subject(*saboteur, sources, source_options));
  }
  std::vector<Outcome> outcomes;
  Progress progress(global, "selftest");
  RunOptions run_options{options.threads, 200, &interrupted(),
                         [&](std::size_t done, std::size_t all) { progress.at(done, all); }};
  finished = run(subjects, run_options, [&](SubjectResult result) {
    outcomes.push_back({find_decoder(result.decoder), false, nullptr, std::move(result)});
  });
  for (Outcome& outcome : outcomes) {
    const auto planted = find_kind(outcome.saboteur->planted_kind);
    for (const Finding& finding : outcome.result.findings) {
      if (planted && finding.kind == *planted && !outcome.caught) {
        outcome.caught = true;
        outcome.evidence = &finding;
      }
    }
  }
  return outcomes;
}

void print_text(const std::vector<Outcome>& outcomes, bool verbose) {
  std::size_t caught = 0;
  for (const Outcome& outcome : outcomes) {
    caught += outcome.caught ? 1 : 0;
    if (outcome.caught && !verbose) continue;
    const std::string evidence =
        outcome.caught
            ? fmt::format("{} {}", outcome.evidence->minimal, outcome.evidence->conditions)
        : outcome.result.findings.empty()
            ? "no finding at all"
            : fmt::format("found only as {} ({})",
                          row_of(outcome.result.findings.front().kind).name,
                          outcome.result.findings.front().minimal);
    fmt::print("{:8} {:36} {:24} {}\n", outcome.caught ? "caught" : "SURVIVES",
               outcome.saboteur->name, outcome.saboteur->planted_kind, evidence);
  }
  fmt::print("{} of {} saboteurs caught\n", caught, outcomes.size());
}

void print_json(const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes) {
    nlohmann::ordered_json row{{"saboteur", outcome.saboteur->name},
                               {"planted", outcome.saboteur->planted},
                               {"planted_kind", outcome.saboteur->planted_kind},
                               {"caught", outcome.caught},
                               {"findings", outcome.result.findings.size()}};
    if (outcome.caught) {
      row["minimal"] = outcome.evidence->minimal;
      row["conditions"] = outcome.evidence->conditions;
    }
    fmt::print("{}\n", row.dump());
  }
}

int selftest(const Global& global, const Options& options) {
  for (const std::string& name : options.names) decoder_named(name);
  const Corpus corpus = load_corpus(global.corpus_directory.empty() ? default_corpus_directory()
                                                                    : global.corpus_directory);
  bool finished = false;
  const std::vector<Outcome> outcomes = run_all(global, options, corpus, finished);
  if (global.json())
    print_json(outcomes);
  else
    print_text(outcomes, options.verbose);
  if (!finished) {
    fmt::print(stderr, "placemat: interrupted; what is above was found before\n");
    return kMisuse;
  }
  const bool all_caught = std::ranges::all_of(outcomes, &Outcome::caught);
  return all_caught && !outcomes.empty() ? kAsExpected : kFinding;
}

}  // namespace

void add_selftest(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("selftest", "every planted fault must be caught");
  auto options = std::make_shared<Options>();
  command->add_option("saboteur", options->names, "only these");
  command->add_option("--threads", options->threads, "threads")->check(CLI::Range(1, 256));
  command->add_flag("--verbose", options->verbose, "show those that were caught too");
  command->footer(
      "Exit code 1 when a planted fault survives.\n\n"
      "Examples:\n"
      "  placemat selftest\n"
      "  placemat selftest sab_overlong_c1 --verbose");
  command->callback([&global, options] { global.exit_code = selftest(global, *options); });
}

}  // namespace placemat::cli
