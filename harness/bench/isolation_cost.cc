// Parts alternate between the two modes, and the fastest time of each part
// counts, since other load only adds to it. On a busy machine a worker waits
// for its turn at every part, and processor time is more reliable.
#include "harness/bench/isolation_cost.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>

#include "harness/campaign/audit.h"
#include "harness/campaign/external_decoder.h"
#include "harness/decoder/plugin_file.h"

namespace placemat::bench {
namespace {

// A trusted plug-in, without a worker.
const Decoder& load(const std::string& plugin) {
  std::string unfit;
  const Decoder* decoder = load_plugin(std::filesystem::absolute(plugin).string(), unfit);
  if (decoder == nullptr) throw AbsentError(unfit);
  return *decoder;
}

double seconds_of(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// The processor time of this thread and of all descendants that have ended.
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

// The fastest time of each part, and the number of checks in all of them.
class Quickest {
 public:
  explicit Quickest(std::size_t parts) : seconds_(parts, std::numeric_limits<double>::infinity()) {}
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

void refuse_unless_comparable(const std::string& plugin, const Quickest& inside,
                              const Quickest& worker) {
  if (inside.checks() != worker.checks() || inside.checks() == 0) {
    throw std::runtime_error(fmt::format("{} checks in this process and {} in a worker",
                                         inside.checks(), worker.checks()));
  }
  if (inside.failed() + worker.failed() > 0) {
    throw InputError(
        fmt::format("{} is wrong, and the time would be that of its findings; see "
                    "`placemat audit`",
                    plugin));
  }
}

}  // namespace

IsolationCost measure_isolation(const IsolationCostOptions& options, const Corpus& corpus) {
  static const std::atomic<bool> kNever{false};
  const std::atomic<bool>& stop = options.stop == nullptr ? kNever : *options.stop;
  ExternalOptions how;
  how.plugin = options.plugin;
  how.no_isolation = options.no_isolation;
  const ExternalDecoder external(how);
  external.end_process();
  const SourceOptions cases{options.budget, 1992, &corpus};
  const std::vector<Target> apart{make_target(external.decoder(), {options.source}, cases)};
  const std::vector<Target> here{make_target(load(options.plugin), {options.source}, cases)};
  const std::shared_ptr<const Source> source =
      make_source(options.source, here.front().judged_as, cases);
  if (!source) throw InputError("the budget leaves that source out; --budget standard has more");
  const RunContext context_apart{apart, {{source}}, &stop};
  const RunContext context_here{here, {{source}}, &stop};

  const double before = children_processor_seconds();
  auto remote = std::make_unique<Remote>(context_apart,
                                         external.host());  // forks, so it must precede any thread
  const Fence fence(1000);
  FencedThread thread;
  Quickest worker(source->shards()), inside(source->shards());
  for (unsigned round = 0; round < options.repetitions; ++round) {
    for (std::size_t shard = 0; shard < source->shards(); ++shard) {
      const Job job{0, 0, shard, 0};
      inside.measure(shard, [&] {
        Caller caller(*here.front().decoder, thread);
        return check_job(context_here, job, caller);
      });
      worker.measure(shard, [&] { return remote->check(job); });
      if (options.progress) {
        options.progress(round * source->shards() + shard, options.repetitions * source->shards());
      }
    }
  }
  remote.reset();  // its processes end
  const double apart_processor = children_processor_seconds() - before;
  if (stop) throw UnfinishedError("interrupted", false);
  refuse_unless_comparable(options.plugin, inside, worker);
  // The cost on this side of the worker is included.
  return {inside.checks() / options.repetitions, inside.seconds(), worker.seconds(),
          (apart_processor + worker.processor()) / inside.processor()};
}

}  // namespace placemat::bench
