// bench_harness.cc: `placemat bench harness`: its options and its output.
// harness/bench/isolation_cost.h measures.
#include "harness/cli/bench_harness.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/bench/isolation_cost.h"
#include "harness/cli/command.h"
#include "harness/cli/numbers.h"

namespace placemat::cli {
namespace {

struct BenchHarnessArguments {
  std::string plugin, source = "exhaustive", budget = "quick";
  unsigned repetitions = 5;
  double at_most = 0;
  bool no_isolation = false;
};

bench::IsolationCost measure(const Global& global, const BenchHarnessArguments& options,
                             const Corpus& corpus) {
  Progress progress(global.progress, "placemat bench harness");
  bench::IsolationCostOptions how;
  how.plugin = options.plugin;
  how.source = options.source;
  how.budget = *find_budget(options.budget);
  how.repetitions = options.repetitions;
  how.no_isolation = options.no_isolation;
  how.stop = &interrupted();
  how.progress = [&](std::size_t done, std::size_t all) { progress.at(done, all); };
  return bench::measure_isolation(how, corpus);
}

int bench_harness(const Global& global, const BenchHarnessArguments& options) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  const bench::IsolationCost result = measure(global, options, corpus);
  const double millions = static_cast<double>(result.checks) / 1e6;
  if (global.json()) {
    const nlohmann::ordered_json answer{{"source", options.source},
                                        {"checks", result.checks},
                                        {"in_process_seconds", result.inside},
                                        {"worker_seconds", result.worker},
                                        {"ratio", result.ratio()},
                                        {"processor_ratio", result.processor_ratio}};
    fmt::print("{}\n", answer.dump());
  } else {
    fmt::print("{} checks of source {}, one thread, guard pages on; quickest of {}\n",
               result.checks, options.source, options.repetitions);
    fmt::print("  in this process  {:8.3f} s  {:6.1f} million checks/s\n", result.inside,
               millions / result.inside);
    fmt::print("  in a worker      {:8.3f} s  {:6.1f} million checks/s\n", result.worker,
               millions / result.worker);
    fmt::print("  ratio            {:8.2f}    of processor time, start included: {:.2f}\n",
               result.ratio(), result.processor_ratio);
  }
  return options.at_most > 0 && result.processor_ratio > options.at_most ? kFinding : kAsExpected;
}

}  // namespace

void add_bench_harness(CLI::App& bench, Global& global) {
  auto* command =
      bench.add_subcommand("harness", "measure the cost of judging a plug-in in its own process");
  auto options = std::make_shared<BenchHarnessArguments>();
  command->add_option("plugin", options->plugin, "a correct and trusted plug-in")
      ->required()
      ->check(CLI::ExistingFile);
  command->add_option("--source", options->source, "source of the cases")->capture_default_str();
  command->add_option("--budget", options->budget, "quick, standard or deep")
      ->check(CLI::IsMember({"quick", "standard", "deep"}))
      ->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "repetitions; the quickest counts")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--at-most", options->at_most,
                   "exit code 1 when the ratio of processor time is above this")
      ->check(number(0.001, 1000));
  command->add_flag("--no-isolation", options->no_isolation,
                    "allow the worker the network and the file system");
  command->footer(
      "Example:\n"
      "  placemat bench harness ./mine.so --budget standard --at-most 1.3");
  command->callback([&global, options] { global.exit_code = bench_harness(global, *options); });
}

}  // namespace placemat::cli
