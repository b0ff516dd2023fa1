// fuzz_trial.h: one trial of a fuzzing engine: a process that starts from an empty corpus, and ends
// at the fault or at the limit. It must not know what the fault is.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/bench/censored.h"
#include "harness/strength/planted_fault.h"

namespace placemat::bench {

enum class FuzzDriver : std::uint8_t {
  kLibFuzzer,
  kAfl,   // a program of its own that starts the target
  kLoop,  // a main function in the target; its argument is the seed
};

struct FuzzEngineRow {
  std::string_view name;  // as in the report
  FuzzDriver driver;
  std::string_view program;  // in the directory of the targets
  bool our_mutator = false;
  std::string_view without_mutator = {};  // the row to compare with
};
std::span<const FuzzEngineRow> fuzz_engines();

// Where the programs are; an empty path is not there.
struct FuzzPrograms {
  std::filesystem::path targets;      // built with libFuzzer
  std::filesystem::path afl_targets;  // built with AFL++
  std::filesystem::path afl_mutator;  // our mutator as a library for AFL++

  std::filesystem::path target_of(const FuzzEngineRow& engine) const;
  // Why the engine cannot run, and the remedy; empty when it can.
  std::string absence_of(const FuzzEngineRow& engine) const;
};

struct FuzzTrialPlan {
  const FuzzEngineRow* engine = nullptr;
  std::string fault;    // empty: the control
  std::string decoder;  // the control, and the profile of our mutator
  std::uint64_t set_seed = 1992;
  std::uint64_t seed = 1;
  double limit = 30;  // seconds of the clock
};

struct FuzzTrialResult {
  Censored executions, seconds;  // to the fault; nothing: not within the limit
  double executions_in_all = 0;
  double processor_seconds = 0;
  std::string failure;  // why it ended before the limit without the fault; or empty
};

// Throws SystemError when no process can be started. Ends early when `stop` becomes true. Waits for
// every child of this process.
FuzzTrialResult run_fuzz_trial(const FuzzPrograms& programs, const FuzzTrialPlan& plan,
                               const std::atomic<bool>& stop);

// Each kind once before any is there twice, and each group of a kind once before any is there
// twice; at most `count`, the same for the same seed.
std::vector<PlantedFault> draw_faults(std::vector<PlantedFault> from, std::size_t count,
                                      std::uint64_t seed);

}  // namespace placemat::bench
