// isolation_cost.h: the cost of judging a plug-in in a separate process. The
// same object is judged on the same cases in this process and in a worker. It
// must not know which cost is too high.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "harness/corpus/corpus.h"
#include "harness/generate/source.h"

namespace placemat::bench {

struct IsolationCostOptions {
  std::string plugin;  // correct and trusted: it also runs in this process
  std::string source = "exhaustive";
  Budget budget = Budget::kQuick;
  unsigned repetitions = 5;  // the fastest counts
  bool no_isolation = false;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // parts done, parts in all
};

struct IsolationCost {
  std::uint64_t checks = 0;       // of one repetition
  double inside = 0, worker = 0;  // seconds
  double processor_ratio = 0;     // of processor time, including what the worker needs to start

  double ratio() const { return worker / inside; }
};

// Throws AbsentError for an object that is not a plug-in, and InputError when
// the source has no cases, when the plug-in is wrong, and when the run was
// stopped.
IsolationCost measure_isolation(const IsolationCostOptions& options, const Corpus& corpus);

}  // namespace placemat::bench
