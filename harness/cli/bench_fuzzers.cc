// bench_fuzzers.cc: `placemat bench fuzz`: its options and its output. harness/bench/fuzz_trial.h
// runs the engines.
#include "harness/cli/bench_fuzzers.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bench/fuzz_report.h"
#include "harness/bench/report.h"
#include "harness/bytes/error.h"
#include "harness/bytes/text_file.h"
#include "harness/certify/proof_files.h"
#include "harness/cli/numbers.h"
#include "harness/isolation/journal.h"
#include "harness/report/record.h"
#include "harness/report/views/fuzz_benchmark.h"

namespace placemat::cli {
namespace {

struct BenchFuzzArguments {
  bench::FuzzPrograms programs;
  std::string lines, journal, svg, set, control;
  std::set<std::string> engines;  // empty: all
  std::uint64_t faults = 24, trials = 10, seed = 1992;
  double limit = 30;
  bool is_short = false, all = false, resume = false;
};

void export_set(const std::string& file, std::uint64_t seed,
                const std::vector<PlantedFault>& faults) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const PlantedFault& fault : faults)
    rows.push_back({{"fault", fault.name},
                    {"kind", fault.kind},
                    {"group", fault.group},
                    {"planted", fault.planted}});
  const nlohmann::ordered_json set{
      {"run",
       "Link harness/fuzz/benchmark/benchmark_fuzz.cc with your engine. Set PLACEMAT_FUZZ_FAULT to "
       "the fault, PLACEMAT_FUZZ_SEED to the seed, PLACEMAT_FUZZ_MUTATOR to 0. Begin with an empty "
       "corpus. The target aborts when it sees the fault."},
      {"seed", seed},
      {"faults", rows}};
  write_text_file(file, set.dump(2) + "\n");
}

// What a trial of any engine depends on.
std::string identity_of(const BenchFuzzArguments& options) {
  return fmt::format("bench fuzz: seed {}, limit {}, control {}", options.seed, options.limit,
                     options.control);
}

// The programs of an engine: a trial of others is not its own.
std::string digest_of(const bench::FuzzPrograms& programs, const bench::FuzzEngineRow& engine) {
  std::string digest = sha256_of_file(programs.target_of(engine));
  if (engine.driver == bench::FuzzDriver::kAfl && engine.our_mutator)
    digest += sha256_of_file(programs.afl_mutator);
  return digest;
}

// The trials, one after the other, and what becomes of each. Every fault has its first trial before
// any has a second one, so that a run that is interrupted has all of them.
class FuzzBenchmarkRun {
 public:
  FuzzBenchmarkRun(const Global& global, const BenchFuzzArguments& options)
      : options_(options), progress_(global.progress, "bench fuzz") {
    results_.limit = options.limit;
    for (const bench::FuzzEngineRow& engine : bench::fuzz_engines()) {
      const bool is_asked_for =
          options.engines.empty() || options.engines.contains(std::string(engine.name));
      const std::string why = is_asked_for ? options.programs.absence_of(engine) : "not asked for";
      if (why.empty()) {
        results_.engines.push_back(&engine);
        digests_[&engine] = digest_of(options.programs, engine);
      } else {
        results_.not_run.emplace_back(engine.name, why);
      }
    }
    if (results_.engines.empty())
      throw AbsentError(
          fmt::format("{} has no target; build benchmark_fuzzers with the preset fuzz",
                      options.programs.targets.string()));
    if (!options.resume && std::filesystem::exists(options.journal))
      throw InputError(
          fmt::format("{}: is there already; --resume takes its trials, another file begins anew",
                      options.journal));
    if (!options.journal.empty())
      journal_.emplace(options.journal, identity_of(options), options.resume);
    if (!options.lines.empty()) lines_.open(options.lines);
  }

  void run(std::vector<PlantedFault> faults) {
    results_.faults = std::move(faults);
    all_ = results_.engines.size() * (results_.faults.size() * options_.trials + 1);
    for (const PlantedFault& fault : results_.faults)
      for (const bench::FuzzEngineRow* engine : results_.engines)
        results_.measurements.push_back({fault.name, engine, {}});
    for (std::uint64_t trial = 0; trial < options_.trials; ++trial)
      for (bench::FuzzMeasurement& row : results_.measurements)
        if (const auto result = trial_of(*row.engine, row.fault, trial))
          row.trials.push_back(*result);
    std::erase_if(results_.measurements, [](const auto& row) { return row.trials.empty(); });
    // A correct decoder, once with each engine.
    for (const bench::FuzzEngineRow* engine : results_.engines) {
      const auto result = trial_of(*engine, "", 0);
      if (result) results_.control_seconds += result->processor_seconds;
      if (result && result->executions)
        results_.failures.push_back(
            fmt::format("{} finds a fault in the control {}", engine->name, options_.control));
    }
    progress_.clear();
  }

  const bench::FuzzBenchmark& results() const { return results_; }
  bool is_complete() const { return is_complete_; }

 private:
  std::optional<bench::FuzzTrialResult> trial_of(const bench::FuzzEngineRow& engine,
                                                 const std::string& fault, std::uint64_t trial) {
    if (!is_complete_) return std::nullopt;
    const std::string decoder =
        find_decoder(fault) == nullptr ? options_.control : fault;  // a mutant has the control's
    const std::string key =
        fmt::format("{}, {}, {}, {}", engine.name, digests_.at(&engine), fault, trial);
    std::optional<bench::FuzzTrialResult> known = kept(key);
    // libFuzzer takes 32 bits, and 0 is no seed.
    const std::uint64_t seed = (options_.seed + trial) % 0xFFFF'FFFE + 1;
    const bench::FuzzTrialResult result =
        known ? *known
              : bench::run_fuzz_trial(
                    options_.programs,
                    {&engine, fault, decoder, options_.seed, seed, options_.limit}, interrupted());
    if (!known && interrupted().load()) {
      is_complete_ = false;
      return std::nullopt;
    }
    if (!known && result.failure.empty()) keep(key, result);
    const std::string name = fault.empty() ? "the control " + options_.control : fault;
    if (!result.failure.empty())
      results_.failures.push_back(fmt::format("{} with {}: {}", engine.name, name, result.failure));
    if (lines_.is_open()) {
      const nlohmann::ordered_json line{{"fault", fault},
                                        {"engine", engine.name},
                                        {"trial", trial},
                                        {"found", result.executions.has_value()},
                                        {"executions", result.executions.value_or(0)},
                                        {"executions_in_all", result.executions_in_all},
                                        {"seconds", result.seconds.value_or(options_.limit)},
                                        {"processor_seconds", result.processor_seconds}};
      lines_ << line.dump() << '\n' << std::flush;
    }
    progress_.at(++done_, all_);
    return result;
  }

  std::optional<bench::FuzzTrialResult> kept(const std::string& key) {
    const std::optional<Bytes> found = journal_ ? journal_->find_kept(key) : std::nullopt;
    if (!found) return std::nullopt;
    bench::FuzzTrialResult result;
    Unpacker unpack(*found);
    unpack(result.executions, result.seconds, result.executions_in_all, result.processor_seconds);
    return result;
  }
  void keep(const std::string& key, const bench::FuzzTrialResult& result) {
    if (journal_)
      journal_->keep(key, packed(result.executions, result.seconds, result.executions_in_all,
                                 result.processor_seconds));
  }

  const BenchFuzzArguments& options_;
  Progress progress_;
  std::ofstream lines_;
  std::optional<Journal> journal_;
  std::map<const bench::FuzzEngineRow*, std::string> digests_;
  bench::FuzzBenchmark results_;
  std::size_t done_ = 0, all_ = 0;
  bool is_complete_ = true;
};

std::vector<PlantedFault> all_faults(const Global& global, std::uint64_t seed) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  Progress progress(global.progress, "bench fuzz: faults that curated vectors miss");
  WorkOptions work(0);
  work.stop = &interrupted();
  return planted_faults(seed, probes_of(corpus.vectors), work);
}

int bench_fuzz(const Global& global, BenchFuzzArguments options) {
  if (options.is_short) {
    options.faults = 8;
    options.trials = 3;
    options.limit = 3;
  }
  if (options.control.empty()) options.control = decoders().front()->name;
  decoder_named(options.control);
  for (const std::string& file : {options.lines, options.journal, options.svg, options.set})
    check_place(file);
  FuzzBenchmarkRun run(global, options);
  std::vector<PlantedFault> faults = all_faults(global, options.seed);
  if (options.all) {
    options.faults = faults.size();
    options.trials = 20;
  }
  faults = bench::draw_faults(std::move(faults), options.faults, options.seed);
  if (!options.set.empty()) export_set(options.set, options.seed, faults);
  run.run(std::move(faults));
  FuzzBenchmarkRecord record = bench::record_of(run.results());
  record.tool_version = PLACEMAT_VERSION;
  record.processor = bench::this_environment().processor;
  record.seed = options.seed;
  record.trials_each = options.trials;
  record.control = options.control;
  record.complete = run.is_complete();
  if (!options.svg.empty()) write_text_file(options.svg, survival_svg(record));
  fmt::print("{}", global.json() ? to_line(record) : fuzz_benchmark_text(record));
  if (!record.failures.empty()) return kFinding;
  return run.is_complete() ? kAsExpected : kUnfinished;
}

}  // namespace

void add_bench_fuzz(CLI::App& bench, Global& global) {
  auto* command = bench.add_subcommand("fuzz", "measure how soon fuzzing engines find faults");
  auto options = std::make_shared<BenchFuzzArguments>();
  command
      ->add_option("--targets", options->programs.targets,
                   "directory of the programs benchmark_*, built with libFuzzer")
      ->required()
      ->check(CLI::ExistingDirectory);
  command
      ->add_option("--afl-targets", options->programs.afl_targets,
                   "directory of benchmark_fuzz, built with AFL++")
      ->check(CLI::ExistingDirectory);
  command
      ->add_option("--afl-mutator", options->programs.afl_mutator,
                   "our mutator as a library for AFL++, placemat_afl_mutator.so")
      ->check(CLI::ExistingFile);
  command->add_option("--faults", options->faults, "planted faults, drawn by the seed")
      ->check(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--trials", options->trials, "trials of each engine on each fault")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  std::vector<std::string> names;
  for (const bench::FuzzEngineRow& engine : bench::fuzz_engines()) names.emplace_back(engine.name);
  command->add_option("--engine", options->engines, "these engines only; may be given again")
      ->type_name("NAME")
      ->check(CLI::IsMember(names));
  command->add_option("--limit", options->limit, "seconds of a trial")
      ->check(number(0.1, 86'400))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the draw and of the trials")
      ->check(seed_number())
      ->capture_default_str();
  command->add_option(
      "--control", options->control,
      "correct decoder, the first of this tree if none; a finding in it is an error");
  command->add_flag("--short", options->is_short, "8 faults, 3 trials, 3 s");
  command->add_flag("--all", options->all, "every planted fault, 20 trials");
  command->add_option("--lines", options->lines, "write each trial there, as it ends")
      ->type_name("FILE");
  auto* journal = command
                      ->add_option("--journal", options->journal,
                                   "keep each trial there, as it ends, for --resume")
                      ->type_name("FILE");
  command
      ->add_flag("--resume", options->resume,
                 "take the trials that the journal has, of the same seed, limit and programs")
      ->needs(journal);
  command->add_option("--svg", options->svg, "draw the survival curves there")->type_name("FILE");
  command->add_option("--export", options->set, "write the set of faults there")->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  placemat bench fuzz --targets build/fuzz/harness/fuzz --short --svg out/curves.svg\n"
      "  placemat bench fuzz --targets build/fuzz/harness/fuzz \\\n"
      "    --afl-targets build/afl/harness/fuzz --afl-mutator "
      "build/release/harness/placemat_afl_mutator.so\n"
      "  placemat bench fuzz --targets build/fuzz/harness/fuzz --trials 3 --journal "
      "trials.journal\n"
      "  placemat bench fuzz --targets build/fuzz/harness/fuzz --trials 10 --journal "
      "trials.journal --resume");
  command->callback([&global, options] { global.exit_code = bench_fuzz(global, *options); });
}

}  // namespace placemat::cli
