// engine.h: libFuzzer as a library that can be paused. It runs on a stack of its own and
// calls back for each input; a call back may pause it, and then whoever ran it goes on. It
// keeps its corpus and what it learnt meanwhile. It must not know what an input means.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/bytes/bytes.h"

namespace placemat {

// What an engine runs.
struct EngineCalls {
  // Runs one input; false when the engine must not keep it.
  std::function<bool(ByteView)> examine;
  // Changes `units` into another input of at most `longest` units.
  std::function<void(Bytes& units, std::size_t longest, std::uint64_t seed)> mutate;
};

// What the engine says of itself.
struct EngineState {
  std::uint64_t coverage = 0;  // edges of instrumented code that were reached
  std::uint64_t edges = 0;     // all of them
  std::uint64_t features = 0;
  std::uint64_t corpus = 0;  // inputs
};

// The process has one: the code of the engine has global variables.
class FuzzEngine {
 public:
  // False where the engine was absent when this program was built.
  static bool is_built();
  // Its name and version for a report; empty where it is absent.
  static std::string name();

  // `arguments` are those of the engine's command line. Its output replaces that of the process
  // on standard error.
  FuzzEngine(std::vector<std::string> arguments, EngineCalls calls);
  ~FuzzEngine();
  FuzzEngine(const FuzzEngine&) = delete;
  FuzzEngine& operator=(const FuzzEngine&) = delete;

  // Runs until a call pauses it. Rethrows what a call threw; it can be run again then.
  void run();
  // Only from within a call.
  void pause();
  EngineState state();
  // Only from within a call: did the engine keep the input before this one?
  bool kept_last();

  // A mutation by the engine itself, only from within a call.
  static void mutate(Bytes& units, std::size_t longest);

  // Features that the calls found. The engine reads and clears them with each input.
  static constexpr std::size_t kCounters = std::size_t{1} << 12;
  static std::array<std::uint8_t, kCounters>& counters();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace placemat
