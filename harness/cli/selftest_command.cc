// selftest_command.cc: `placemat selftest`: the suite against decoders with a
// planted fault. One that is not caught is a fault of ours.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/campaign/run.h"
#include "harness/cli/command.h"
#include "harness/corpus/corpus.h"

namespace placemat::cli {
namespace {

constexpr unsigned kCallLimitMs = 200;

struct Options {
  unsigned threads = default_threads();
  std::vector<std::string> names;
  bool verbose = false;
};

struct Outcome {
  const Decoder* saboteur = nullptr;
  Budget budget = Budget::kQuick;  // that caught it, or the last that was tried
  bool caught = false;             // by the kind that was planted
  DecoderResult result = {};

  const Finding* evidence() const {
    const auto planted = find_kind(saboteur->planted_kind);
    const auto found = std::ranges::find_if(result.findings, [&](const Finding& finding) {
      return planted && finding.kind == *planted;
    });
    return found == result.findings.end() ? nullptr : &*found;
  }
};

// The exhaustive source adds minutes and catches nothing that the others leave
// over.
const std::vector<std::string> kSources{"curated", "state-unit", "boundary",
                                        "scalars", "sequences",  "random"};

// False when it was interrupted.
bool run_those_at_large(const Global& global, const Options& options, const Corpus& corpus,
                        Budget budget, std::vector<Outcome>& outcomes) {
  std::vector<Target> subjects;
  std::vector<Outcome*> places;
  for (Outcome& outcome : outcomes) {
    if (outcome.caught) continue;
    subjects.push_back(make_target(*outcome.saboteur, kSources, {budget, 1992, &corpus}));
    places.push_back(&outcome);
  }
  Progress progress(global, fmt::format("selftest, {} budget", name_of(budget)));
  std::size_t done = 0;
  return run(subjects,
             {options.threads, kCallLimitMs, &interrupted(),
              [&](std::size_t n, std::size_t all) { progress.at(n, all); }},
             [&](DecoderResult result) {
               Outcome& outcome = *places[done++];
               outcome.budget = budget;
               outcome.result = std::move(result);
               outcome.caught = outcome.evidence() != nullptr;
             });
}

// What the quick budget does not catch, the standard one has to.
bool run_all(const Global& global, const Options& options, const Corpus& corpus,
             std::vector<Outcome>& outcomes) {
  for (const Decoder* saboteur : saboteurs()) {
    const bool chosen = options.names.empty() ||
                        std::ranges::find(options.names, saboteur->name) != options.names.end();
    if (chosen) outcomes.emplace_back().saboteur = saboteur;
  }
  return run_those_at_large(global, options, corpus, Budget::kQuick, outcomes) &&
         run_those_at_large(global, options, corpus, Budget::kStandard, outcomes);
}

void print_text(const std::vector<Outcome>& outcomes, bool verbose) {
  std::size_t caught = 0, by_quick = 0;
  for (const Outcome& outcome : outcomes) {
    caught += outcome.caught ? 1 : 0;
    by_quick += outcome.caught && outcome.budget == Budget::kQuick ? 1 : 0;
    if (outcome.caught && !verbose) continue;
    const std::string evidence =
        outcome.caught
            ? fmt::format("{} {}", outcome.evidence()->minimal, outcome.evidence()->conditions)
        : outcome.result.findings.empty()
            ? "no finding at all"
            : fmt::format("found only as {} ({})",
                          row_of(outcome.result.findings.front().kind).name,
                          outcome.result.findings.front().minimal);
    fmt::print("{:8} {:36} {:24} {}\n", outcome.caught ? "caught" : "SURVIVES",
               outcome.saboteur->name, outcome.saboteur->planted_kind, evidence);
  }
  fmt::print("{} of {} saboteurs caught, {} of them by the quick budget\n", caught, outcomes.size(),
             by_quick);
}

void print_json(const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes) {
    nlohmann::ordered_json row{{"saboteur", outcome.saboteur->name},
                               {"planted", outcome.saboteur->planted},
                               {"planted_kind", outcome.saboteur->planted_kind},
                               {"caught", outcome.caught},
                               {"budget", name_of(outcome.budget)},
                               {"findings", outcome.result.findings.size()}};
    if (outcome.caught) {
      row["minimal"] = outcome.evidence()->minimal;
      row["conditions"] = outcome.evidence()->conditions;
    }
    fmt::print("{}\n", row.dump());
  }
}

int selftest(const Global& global, const Options& options) {
  for (const std::string& name : options.names) decoder_named(name);
  const Corpus corpus = load_corpus(corpus_directory(global));
  std::vector<Outcome> outcomes;
  const bool finished = run_all(global, options, corpus, outcomes);
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
      "What the quick budget does not catch is given to the standard one.\n"
      "Exit code 1 when a planted fault survives.\n\n"
      "Examples:\n"
      "  placemat selftest\n"
      "  placemat selftest sab_overlong_c1 --verbose");
  command->callback([&global, options] { global.exit_code = selftest(global, *options); });
}

}  // namespace placemat::cli
