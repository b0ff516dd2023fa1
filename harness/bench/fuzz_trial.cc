#include "harness/bench/fuzz_trial.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "harness/bytes/text_file.h"
#include "harness/bytes/unwritten.h"
#include "harness/strength/fuzz_record.h"

extern char** environ;

namespace placemat::bench {
namespace {

using TrialClock = std::chrono::steady_clock;

// A directory for one trial, with the record in it.
class TrialScratch {
 public:
  TrialScratch() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "placemat-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw SystemError("no scratch directory can be made in " + pattern);
    directory_ = pattern;
    write_text_file(record_file(), std::string(sizeof(FuzzRecord), '\0'));
    const int descriptor = open(record_file().c_str(), O_RDWR | O_CLOEXEC);
    void* shared =
        mmap(nullptr, sizeof(FuzzRecord), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (shared == MAP_FAILED) throw SystemError(record_file() + " cannot be mapped");
    record_ = static_cast<FuzzRecord*>(shared);
  }
  TrialScratch(const TrialScratch&) = delete;
  TrialScratch& operator=(const TrialScratch&) = delete;
  ~TrialScratch() {
    munmap(record_, sizeof(FuzzRecord));
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  const FuzzRecord& record() const { return *record_; }
  std::string record_file() const { return directory_ / "record"; }
  const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
  FuzzRecord* record_ = nullptr;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_of(const FuzzPrograms& programs, const FuzzTrialPlan& plan,
                                        const TrialScratch& scratch) {
  std::vector<std::string> texts;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("PLACEMAT_FUZZ_") && !text.starts_with("AFL_")) texts.emplace_back(text);
  }
  texts.push_back("PLACEMAT_FUZZ_DECODERS=" + plan.decoder);
  texts.push_back("PLACEMAT_FUZZ_RECORD=" + scratch.record_file());
  texts.push_back(fmt::format("PLACEMAT_FUZZ_SEED={}", plan.set_seed));
  texts.push_back(fmt::format("PLACEMAT_FUZZ_MUTATOR={}", plan.engine->our_mutator ? 1 : 0));
  if (!plan.fault.empty()) texts.push_back("PLACEMAT_FUZZ_FAULT=" + plan.fault);
  if (plan.engine->driver == FuzzDriver::kAfl) {
    for (const char* variable : {"AFL_NO_UI=1", "AFL_NO_AFFINITY=1", "AFL_SKIP_CPUFREQ=1",
                                 "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1"})
      texts.emplace_back(variable);
    if (plan.engine->our_mutator)
      texts.push_back("AFL_CUSTOM_MUTATOR_LIBRARY=" + programs.afl_mutator.string());
  }
  return texts;
}

std::vector<std::string> arguments_of(const FuzzPrograms& programs, const FuzzTrialPlan& plan,
                                      const TrialScratch& scratch) {
  const std::string target = std::filesystem::absolute(programs.target_of(*plan.engine));
  const std::string directory = scratch.directory();
  switch (plan.engine->driver) {
    case FuzzDriver::kLibFuzzer:
      // Since the target has a mutator of its own, libFuzzer would begin with long inputs even
      // where that is switched off.
      return {target,
              fmt::format("-seed={}", plan.seed),
              fmt::format("-len_control={}", plan.engine->our_mutator ? 0 : 100),
              "-verbosity=0",
              "-rss_limit_mb=0",
              "-artifact_prefix=" + directory + "/"};
    case FuzzDriver::kLoop:
      return {target, std::to_string(plan.seed)};
    case FuzzDriver::kAfl:
      // AFL++ refuses an empty corpus: it begins with one line end.
      std::filesystem::create_directory(scratch.directory() / "in");
      write_text_file(scratch.directory() / "in" / "seed", "\n");
      return {"afl-fuzz",
              "-i",
              directory + "/in",
              "-o",
              directory + "/out",
              "-m",
              "none",
              "-s",
              std::to_string(plan.seed),
              "--",
              target};
  }
  return {};
}

pid_t start_trial(std::vector<std::string> arguments, std::vector<std::string> environment) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw SystemError(fmt::format("{} cannot be started: error {}", arguments[0], error));
  return child;
}

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double processor_seconds_of(const rusage& used) {
  return in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
}

// Children that an engine leaves behind come to this process.
void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

// The processor time of children that the engine left behind. Each is ended.
double end_orphans() {
  double seconds = 0;
  int status = 0;
  rusage used{};
  // An engine that has ended is gone from the list of children; all that remain are orphans.
  const std::string list = fmt::format("/proc/self/task/{}/children", getpid());
  for (int round = 0; round < 100; ++round) {
    for (;;) {
      const pid_t ended = wait4(-1, &status, WNOHANG, &used);
      if (ended < 0) return seconds;
      if (ended == 0) break;
      seconds += processor_seconds_of(used);
    }
    if (std::FILE* file = std::fopen(list.c_str(), "r")) {
      int orphan = 0;
      while (std::fscanf(file, "%d", &orphan) == 1) kill(orphan, SIGKILL);
      std::fclose(file);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return seconds;
}

constexpr std::array kFuzzEngines{
    FuzzEngineRow{"libFuzzer", FuzzDriver::kLibFuzzer, "benchmark_fuzz"},
    FuzzEngineRow{"libFuzzer, our mutator", FuzzDriver::kLibFuzzer, "benchmark_fuzz", true,
                  "libFuzzer"},
    FuzzEngineRow{"AFL++", FuzzDriver::kAfl, "benchmark_fuzz"},
    FuzzEngineRow{"AFL++, our mutator", FuzzDriver::kAfl, "benchmark_fuzz", true, "AFL++"},
    FuzzEngineRow{"RapidCheck", FuzzDriver::kLoop, "benchmark_rapidcheck"},
    FuzzEngineRow{"uniform random", FuzzDriver::kLoop, "benchmark_uniform"}};

}  // namespace

std::span<const FuzzEngineRow> fuzz_engines() { return kFuzzEngines; }

std::filesystem::path FuzzPrograms::target_of(const FuzzEngineRow& engine) const {
  const std::filesystem::path& directory =
      engine.driver == FuzzDriver::kAfl ? afl_targets : targets;
  return directory.empty() ? directory : directory / engine.program;
}

std::string FuzzPrograms::absence_of(const FuzzEngineRow& engine) const {
  const bool is_afl = engine.driver == FuzzDriver::kAfl;
  if (is_afl && afl_targets.empty()) return "give --afl-targets";
  const std::filesystem::path target = target_of(engine);
  if (!std::filesystem::exists(target))
    return fmt::format("{} is not there; build benchmark_fuzzers", target.string());
  if (is_afl && engine.our_mutator && afl_mutator.empty()) return "give --afl-mutator";
  return {};
}

FuzzTrialResult run_fuzz_trial(const FuzzPrograms& programs, const FuzzTrialPlan& plan,
                               const std::atomic<bool>& stop) {
  adopt_orphans();
  const TrialScratch scratch;
  const FuzzRecord& record = scratch.record();
  const TrialClock::time_point start = TrialClock::now();
  const pid_t child =
      start_trial(arguments_of(programs, plan, scratch), environment_of(programs, plan, scratch));
  const auto end = start + std::chrono::duration<double>(plan.limit);
  int status = 0;
  rusage used{};
  bool was_ended = false;
  for (;;) {
    const pid_t ended = wait4(child, &status, was_ended ? 0 : WNOHANG, &used);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    const bool is_over = stop.load() || TrialClock::now() >= end;
    // AFL++ goes on after a crash, and ends its target when it is asked to end.
    const bool is_done =
        plan.engine->driver == FuzzDriver::kAfl && record.executions_when_found > 0;
    if (!was_ended && (is_over || is_done)) {
      kill(child, plan.engine->driver == FuzzDriver::kAfl ? SIGTERM : SIGKILL);
      was_ended = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  FuzzTrialResult result;
  result.processor_seconds = processor_seconds_of(used) + end_orphans();
  result.executions_in_all = static_cast<double>(record.executions);
  if (record.executions_when_found > 0) {
    const std::chrono::nanoseconds found(record.found_at);
    result.executions = static_cast<double>(record.executions_when_found);
    result.seconds = std::chrono::duration<double>(found - start.time_since_epoch()).count();
  } else if (!was_ended) {
    result.failure = WIFSIGNALED(status) ? fmt::format("ended by signal {}", WTERMSIG(status))
                                         : fmt::format("exit code {}", WEXITSTATUS(status));
  } else if (record.executions == 0 && !stop.load()) {
    result.failure = "no execution within the limit";
  }
  return result;
}

std::vector<PlantedFault> draw_faults(std::vector<PlantedFault> from, std::size_t count,
                                      std::uint64_t seed) {
  // std::shuffle differs between libraries; this does not.
  std::mt19937_64 random(seed);
  for (std::size_t i = from.size(); i > 1; --i) std::swap(from[i - 1], from[random() % i]);
  // How many of its group precede each fault; then, in that order, how many of its kind.
  const auto rank_by = [&](auto&& key) {
    std::map<std::string, std::size_t> seen;
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < from.size(); ++i) order.emplace_back(seen[key(from[i])]++, i);
    std::ranges::sort(order);
    std::vector<PlantedFault> sorted;
    for (const auto& [rank, i] : order) sorted.push_back(from[i]);
    from = std::move(sorted);
  };
  rank_by([](const PlantedFault& fault) { return fault.kind + "/" + fault.group; });
  rank_by([](const PlantedFault& fault) { return fault.kind; });
  if (from.size() > count) from.resize(count);
  return from;
}

}  // namespace placemat::bench
