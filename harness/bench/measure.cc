// measure.cc: see measure.h. Times are processor time, not wall-clock time:
// they do not include the time in which other programs use the core.
#include "harness/bench/measure.h"

#include <algorithm>

#include "harness/bytes/error.h"
#include "harness/decoder/plugin_file.h"
#if PLACEMAT_HAVE_BENCHMARK
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#endif

namespace placemat::bench {

double Measurement::median() const {
  const std::size_t count = nanoseconds.size();
  if (count == 0) return 0;
  return (nanoseconds[(count - 1) / 2] + nanoseconds[count / 2]) / 2;
}

// The values that a quarter of the ascending times lies below, and above; at least one time.
static std::pair<double, double> quartiles(const std::vector<double>& times) {
  const std::size_t quarter = times.size() / 4;
  return {times[quarter], times[times.size() - 1 - quarter]};
}

double Measurement::spread() const {
  if (nanoseconds.empty()) return 0;
  const auto [lower, upper] = quartiles(nanoseconds);
  return (upper - lower) / median();
}

std::pair<double, double> Measurement::middle_half() const {
  if (nanoseconds.empty()) return {0, 0};
  const auto [lower, upper] = quartiles(nanoseconds);
  const auto units = static_cast<double>(size);
  return {units / upper, units / lower};
}

#if PLACEMAT_HAVE_BENCHMARK

namespace {

// Collects the repetitions; prints nothing.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::vector<Measurement>& into) : into_(into) {}
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      // The name of a run is its index.
      Measurement& row = into_[std::stoul(run.run_name.function_name)];
      row.nanoseconds.push_back(run.GetAdjustedCPUTime());
      row.iterations = static_cast<std::size_t>(run.iterations);
    }
  }

 private:
  std::vector<Measurement>& into_;
};

void initialize(const Plan& plan) {
  std::vector<std::string> flags{"placemat", "--benchmark_enable_random_interleaving=true",
                                 fmt::format("--benchmark_repetitions={}", plan.repetitions),
                                 fmt::format("--benchmark_min_time={}", plan.seconds)};
  std::vector<char*> pointers;
  for (std::string& flag : flags) pointers.push_back(flag.data());
  auto count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
}

// One input of one size: all subjects and tasks.
void measure_input(const Plan& plan, const std::string& name, std::size_t size, Results& results) {
  const Bytes made = make_input(name, size, plan.seed);
  Placed<std::uint8_t> placed(size, plan.offset);
  std::ranges::copy(made, placed.begin());
  const ByteView input = placed.view();
  const Expected expected = expect(input);
  Buffers buffers(size, plan.offset);
  std::vector<Measurement> rows;
  benchmark::ClearRegisteredBenchmarks();
  for (const Task task : plan.tasks) {
    // Validation ends at an error, so its throughput has no meaning there.
    const bool needs_all = needs_well_formed(task) || task == Task::kValidate;
    if (needs_all && !expected.well_formed) continue;
    for (const BenchTarget& subject : plan.subjects) {
      if (!offers(subject, task)) continue;
      const std::string reason = disagreement(subject, task, input, expected, buffers);
      if (!reason.empty()) {
        results.excluded.push_back({task, name, size, subject.name, reason});
        continue;
      }
      benchmark::RegisterBenchmark(
          std::to_string(rows.size()).c_str(),
          [&input, &buffers, &subject, task](benchmark::State& state) {
            for (auto _ : state) {
              benchmark::DoNotOptimize(perform(subject, task, input, buffers));
              benchmark::ClobberMemory();
            }
          });
      rows.push_back({task, name, size, subject.name, 0, {}});
    }
  }
  if (rows.empty()) return;
  Collector collector(rows);
  benchmark::RunSpecifiedBenchmarks(&collector);
  for (Measurement& row : rows) {
    std::ranges::sort(row.nanoseconds);
    if (!row.nanoseconds.empty()) results.measured.push_back(std::move(row));
  }
}

}  // namespace

std::string no_measurement() { return {}; }

Results measure(const Plan& plan, const std::function<void(std::size_t, std::size_t)>& at) {
  Results results;
  initialize(plan);
  const std::size_t all = plan.sizes.size() * plan.inputs.size();
  std::size_t done = 0;
  for (const std::size_t size : plan.sizes)
    for (const std::string& input : plan.inputs) {
      measure_input(plan, input, size, results);
      at(++done, all);
    }
  return results;
}

#else

std::string no_measurement() {
  return kLoadsPlugins ? "built without Google Benchmark; install libbenchmark-dev and build again"
                       : "this program is static and measures no speed; use the one that is not";
}

Results measure(const Plan&, const std::function<void(std::size_t, std::size_t)>&) {
  throw AbsentError(no_measurement());
}

#endif

}  // namespace placemat::bench
