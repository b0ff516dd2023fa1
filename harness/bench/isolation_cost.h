// isolation_cost.h: what it costs to judge a plug-in in a process of its own. The
// same object is judged on the same cases in this process and in a worker. It must
// not know what a cost that is too high means.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "harness/corpus/corpus.h"
#include "harness/generate/source.h"

namespace placemat::bench {

struct IsolationCostOptions {
  std::string plugin;  // that is right, and trusted: it runs in this process too
  std::string source = "exhaustive";
  Budget budget = Budget::kQuick;
  unsigned repetitions = 5;  // the quickest counts
  bool no_isolation = false;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // parts done, parts in all
};

struct IsolationCost {
  std::uint64_t checks = 0;       // of one repetition
  double inside = 0, worker = 0;  // seconds
  double processor_ratio = 0;     // of processor time, with all that the worker needs to start

  double ratio() const { return worker / inside; }
};

// Throws AbsentError for what is no plug-in, and InputError when the source has no
// cases, when the plug-in is wrong, and when it was stopped.
IsolationCost measure_isolation(const IsolationCostOptions& options, const Corpus& corpus);

}  // namespace placemat::bench
