// selftest_command.cc: `placemat selftest`: its options, and its output about decoders with a
// planted error. harness/campaign/selftest.h runs them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "harness/bytes/error.h"
#include "harness/campaign/pairs.h"
#include "harness/campaign/selftest.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"
#include "harness/report/text.h"

namespace placemat::cli {
namespace {

struct SelftestArguments {
  unsigned threads = default_threads();
  std::vector<std::string> names;
  bool verbose = false;
  std::optional<std::size_t> pairs;
  std::uint64_t seed = 1992;
};

void print_text(const std::vector<SelftestOutcome>& outcomes, bool verbose) {
  std::size_t caught = 0, by_quick = 0, not_judged = 0;
  for (const SelftestOutcome& outcome : outcomes) {
    caught += outcome.caught ? 1 : 0;
    by_quick += outcome.caught && outcome.budget == Budget::kQuick ? 1 : 0;
    not_judged += outcome.is_judged ? 0 : 1;
    if (!outcome.is_judged || (outcome.caught && !verbose)) continue;
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
  fmt::print("{} of {} saboteurs caught, {} of them by the quick budget{}\n", caught,
             outcomes.size(), by_quick,
             not_judged == 0 ? "" : fmt::format("; {} not judged to the end", not_judged));
}

nlohmann::ordered_json findings_json(const std::vector<Finding>& findings) {
  auto list = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"kind", row_of(finding.kind).name},
                    {"minimal", finding.minimal},
                    {"conditions", finding.conditions},
                    {"operation", finding.operation},
                    {"expected", finding.expected},
                    {"seen", finding.seen},
                    {"checks", finding.checks},
                    {"symptoms", nlohmann::ordered_json::array()}});
    for (const Symptom& symptom : finding.symptoms) {
      list.back()["symptoms"].push_back({{"kind", row_of(symptom.kind).name},
                                         {"minimal", symptom.minimal},
                                         {"conditions", symptom.conditions},
                                         {"checks", symptom.checks}});
    }
  }
  return list;
}

void print_json(const std::vector<SelftestOutcome>& outcomes) {
  for (const SelftestOutcome& outcome : outcomes) {
    nlohmann::ordered_json row{{"saboteur", outcome.saboteur->name},
                               {"planted", outcome.saboteur->planted},
                               {"planted_kind", outcome.saboteur->planted_kind},
                               {"judged", outcome.is_judged},
                               {"caught", outcome.caught},
                               {"budget", name_of(outcome.budget)},
                               {"findings", findings_json(outcome.result.findings)}};
    if (outcome.caught) {
      row["minimal"] = outcome.evidence()->minimal;
      row["conditions"] = outcome.evidence()->conditions;
    }
    fmt::print("{}\n", row.dump());
  }
}

// One progress line for each budget.
class BudgetProgress {
 public:
  explicit BudgetProgress(const Global& global) : global_(global) {}
  void at(Budget budget, std::size_t done, std::size_t all) {
    if (budget_ != budget) {
      line_.emplace(global_.progress, fmt::format("selftest, {} budget", name_of(budget)));
      budget_ = budget;
    }
    line_->at(done, all);
  }
  void clear() { line_.reset(); }

 private:
  const Global& global_;
  std::optional<Budget> budget_;
  std::optional<Progress> line_;
};

void print_pairs(const PairsResult& result, std::uint64_t seed, bool verbose) {
  for (const PairOutcome& pair : result.outcomes) {
    if (pair.reports_both() && !verbose) continue;
    fmt::print("{:8} {} + {}: {}\n", pair.reports_both() ? "both" : "HIDDEN", pair.first,
               pair.second,
               pair.reports_both()   ? counted(pair.findings.size(), "finding")
               : pair.reports_first  ? "the second is not reported"
               : pair.reports_second ? "the first is not reported"
                                     : "neither is reported");
  }
  fmt::print("{} of {} pairs report both faults (seed {})\n", result.reported(),
             result.outcomes.size(), seed);
  fmt::print(
      "not judged: {} with different claims, {} whose first fault is wherever the second is; {} "
      "not caught by the quick budget\n",
      counted(result.different_claims, "pair"), result.hidden,
      counted(result.not_quick, "saboteur"));
}

void print_pairs_json(const PairsResult& result, std::uint64_t seed) {
  for (const PairOutcome& pair : result.outcomes) {
    const nlohmann::ordered_json row{{"first", pair.first},
                                     {"second", pair.second},
                                     {"reports_first", pair.reports_first},
                                     {"reports_second", pair.reports_second},
                                     {"findings", findings_json(pair.findings)}};
    fmt::print("{}\n", row.dump());
  }
  const nlohmann::ordered_json sum{{"pairs", result.outcomes.size()},
                                   {"report_both", result.reported()},
                                   {"different_claims", result.different_claims},
                                   {"hidden", result.hidden},
                                   {"not_quick", result.not_quick},
                                   {"seed", seed}};
  fmt::print("{}\n", sum.dump());
}

int judge_pairs(const Global& global, const SelftestArguments& options) {
  if (options.names.size() == 1) {
    throw InputError("--pairs needs two saboteurs or more; without names it takes all of them");
  }
  const Corpus corpus = load_corpus(corpus_directory(global));
  Progress line(global.progress, "selftest, pairs");
  const PairsResult result = check_pairs(
      corpus, {options.names, *options.pairs, options.seed, options.threads, &interrupted(),
               [&](std::size_t done, std::size_t all) { line.at(done, all); }});
  line.clear();
  if (global.json())
    print_pairs_json(result, options.seed);
  else
    print_pairs(result, options.seed, options.verbose);
  if (!result.finished) {
    complain("interrupted; what is above was found before");
    return result.reported() == result.outcomes.size() ? kUnfinished : kFinding;
  }
  // A run that judged nothing shows nothing.
  const bool is_clean = !result.outcomes.empty() && result.reported() == result.outcomes.size();
  return is_clean ? kAsExpected : kFinding;
}

void check_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (decoder_named(name, true).planted != nullptr) continue;
    throw InputError(fmt::format(
        "{} is no saboteur: nothing is planted in it; `placemat list saboteurs` lists them", name));
  }
}

int run_selftest(const Global& global, const SelftestArguments& options) {
  check_names(options.names);
  if (options.pairs) return judge_pairs(global, options);
  const Corpus corpus = load_corpus(corpus_directory(global));
  BudgetProgress progress(global);
  const SelftestResult result = selftest(
      corpus,
      {options.names, options.threads, &interrupted(),
       [&](Budget budget, std::size_t done, std::size_t all) { progress.at(budget, done, all); }});
  progress.clear();
  if (global.json())
    print_json(result.outcomes);
  else
    print_text(result.outcomes, options.verbose);
  if (!result.finished) {
    complain("interrupted; what is above was found before");
    return kUnfinished;
  }
  return result.all_caught() ? kAsExpected : kFinding;
}

}  // namespace

void add_selftest(CLI::App& app, Global& global) {
  auto* command = app.add_subcommand("selftest", "check that every planted error is caught");
  auto options = std::make_shared<SelftestArguments>();
  command->add_option("saboteur", options->names, "names; all if none");
  command->add_option("--threads", options->threads, "threads that judge; by default one a core")
      ->check(whole_number(1, 256));
  command->add_flag("--verbose", options->verbose, "list caught saboteurs too");
  command
      ->add_option("--pairs", options->pairs,
                   "judge two faults in one decoder: the number of pairs; 0: all")
      ->check(whole_number(0, 1'000'000));
  command->add_option("--seed", options->seed, "draws the pairs")->check(seed_number());
  command->footer(
      "A saboteur that the quick budget does not catch is run with the standard one.\n"
      "Exit code 1 when a planted error is not caught, or hidden by another.\n\n"
      "Examples:\n"
      "  placemat selftest\n"
      "  placemat selftest sab_overlong_c1 --verbose\n"
      "  placemat selftest --pairs 50\n"
      "  placemat selftest --pairs 0 sab_overlong_e0 sab_abort sab_chunk_loses_state");
  command->callback([&global, options] { global.exit_code = run_selftest(global, *options); });
}

}  // namespace placemat::cli
