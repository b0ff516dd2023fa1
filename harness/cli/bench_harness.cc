// bench_harness.cc: `placemat bench harness`. The same shared object judged on
// the same cases twice: called in this process, and in a worker, as an audit
// does. Parts alternate, and of each the quickest time counts, since all else
// that runs on a machine only ever adds to it; on a busy one, a worker waits its
// turn at every part, and processor time tells more.
#include "harness/cli/bench_harness.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "harness/bytes/error.h"
#include "harness/campaign/run.h"
#include "harness/cli/external.h"
#include "harness/corpus/corpus.h"

namespace placemat::cli {
namespace {

struct Options {
  std::string plugin, source = "exhaustive", budget = "quick";
  unsigned repetitions = 5;
  double at_most = 0;
  bool no_isolation = false;
};

// A plug-in without a worker: whoever measures it trusts it.
const Decoder& load(const std::string& plugin) {
  const std::string path = std::filesystem::absolute(plugin).string();
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = object == nullptr ? nullptr : dlsym(object, PLACEMAT_PLUGIN_SYMBOL);
  const Decoder* decoder =
      symbol == nullptr ? nullptr : reinterpret_cast<placemat_plugin_entry*>(symbol)();
  if (decoder == nullptr) throw AbsentError(plugin + ": gives no table; see `placemat audit`");
  return *decoder;
}

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// Of this thread; and of all children that have ended, and theirs.
double own_processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double children_processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// The quickest time of each part, and what was checked in all of them.
class Clock {
 public:
  explicit Clock(std::size_t parts) : seconds_(parts, std::numeric_limits<double>::infinity()) {}
  template <class Work>
  void measure(std::size_t part, const Work& work) {
    const double processor = own_processor_seconds();
    const auto begin = std::chrono::steady_clock::now();
    const Ledger ledger = work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    processor_ += own_processor_seconds() - processor;
    seconds_[part] = std::min(seconds_[part], took.count());
    checks_ += ledger.tally.checks;
    failed_ += ledger.tally.failed;
  }
  double seconds() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }
  double processor() const { return processor_; }
  std::uint64_t checks() const { return checks_; }
  std::uint64_t failed() const { return failed_; }

 private:
  std::vector<double> seconds_;
  double processor_ = 0;
  std::uint64_t checks_ = 0, failed_ = 0;
};

struct Result {
  std::uint64_t checks = 0;       // of one repetition
  double inside = 0, worker = 0;  // seconds
  double processor_ratio = 0;
  double ratio() const { return worker / inside; }
};

Result measure(const Global& global, const Options& options, const Corpus& corpus) {
  ExternalOptions how;
  how.plugin = options.plugin;
  how.no_isolation = options.no_isolation;
  const ExternalDecoder external = external_decoder(global, how);
  const SourceOptions cases{*find_budget(options.budget), 1992, &corpus};
  const std::vector<Target> apart{make_target(external.decoder(), {options.source}, cases)};
  const std::vector<Target> here{make_target(load(options.plugin), {options.source}, cases)};
  const std::shared_ptr<const Source> source =
      make_source(options.source, here.front().judged_as, cases);
  if (!source) throw InputError("the budget leaves that source out; --budget standard has more");
  const RunContext context_apart{apart, {{source}}, &interrupted()};
  const RunContext context_here{here, {{source}}, &interrupted()};

  const double before = children_processor_seconds();
  auto remote = std::make_unique<Remote>(context_apart,
                                         external.host());  // forks, so it comes before any thread
  const Fence fence(1000);
  FencedThread thread;
  Clock worker(source->shards()), inside(source->shards());
  Progress progress(global, "placemat bench harness");
  for (unsigned round = 0; round < options.repetitions; ++round) {
    for (std::size_t shard = 0; shard < source->shards(); ++shard) {
      const Job job{0, 0, shard, 0};
      inside.measure(shard, [&] {
        Caller caller(*here.front().decoder, thread);
        return check_job(context_here, job, caller);
      });
      worker.measure(shard, [&] { return remote->check(job); });
      progress.at(round * source->shards() + shard, options.repetitions * source->shards());
    }
  }
  progress.clear();
  remote.reset();  // its processes end
  const double apart_processor = children_processor_seconds() - before;
  if (interrupted()) throw InputError("interrupted");
  if (inside.checks() != worker.checks() || inside.checks() == 0) {
    throw std::runtime_error(fmt::format("{} checks in this process and {} in a worker",
                                         inside.checks(), worker.checks()));
  }
  if (inside.failed() + worker.failed() > 0) {
    throw InputError(
        fmt::format("{} is wrong, and the time would be that of its findings; see "
                    "`placemat audit`",
                    options.plugin));
  }
  // What this side of the worker costs is part of it.
  return {inside.checks() / options.repetitions, inside.seconds(), worker.seconds(),
          (apart_processor + worker.processor()) / inside.processor()};
}

int bench_harness(const Global& global, const Options& options) {
  const Corpus corpus = load_corpus(corpus_directory(global));
  const Result result = measure(global, options, corpus);
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
      bench.add_subcommand("harness", "what it costs to judge a plug-in in a process of its own");
  auto options = std::make_shared<Options>();
  command->add_option("plugin", options->plugin, "one that is right, and trusted")
      ->required()
      ->check(CLI::ExistingFile);
  command->add_option("--source", options->source, "of the cases")->capture_default_str();
  command->add_option("--budget", options->budget, "quick, standard or deep")
      ->check(CLI::IsMember({"quick", "standard", "deep"}))
      ->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "the quickest counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--at-most", options->at_most,
                      "exit code 1 when the ratio of processor time is above this");
  command->add_flag("--no-isolation", options->no_isolation,
                    "leave the worker the network and the file system");
  command->footer(
      "Example:\n"
      "  placemat bench harness ./mine.so --budget standard --at-most 1.3");
  command->callback([&global, options] { global.exit_code = bench_harness(global, *options); });
}

}  // namespace placemat::cli
