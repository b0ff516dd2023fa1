// native_run.h: builds and runs the native reproductions of defects, and compares what they print
// with the catalogue. It must not know what a defect means.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/corpus/defects.h"

namespace placemat {

enum class NativeOutcome : std::uint8_t {
  kReproduced,  // it prints what the entry says was seen
  kFixed,       // it prints what is expected
  kOther,       // it prints something else
  kNotBuilt,    // the build command failed
  kAbsent,      // the product is not on this machine
  kWithheld,    // there is nothing to run
};
std::string_view name_of(NativeOutcome outcome);  // "reproduced"

struct NativeResult {
  FoundDefect found{};
  NativeOutcome outcome{};
  std::string version;  // of the product on this machine; empty where it is absent
  std::string printed;  // one line; of a failed build, its last lines

  // Does the entry claim something about this version that is not so?
  bool contradicts_entry() const;
};

struct NativeOptions {
  std::filesystem::path npm;  // directory of npm packages; may be absent
  // A program that is seen to hang is given up after the last one.
  std::chrono::seconds build_limit{120}, run_limit{120}, hang_limit{20};
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t)> progress = {};  // called with the number of the next one
};

// The results in the order of `chosen`; fewer when it was stopped.
std::vector<NativeResult> run_natively(const DefectCatalogue& catalogue,
                                       std::span<const FoundDefect> chosen,
                                       const NativeOptions& options);

}  // namespace placemat
