// run.h: decoders × sources on several threads, merged in a fixed order, so that the result is the
// same for any number of them.
#pragma once

#include <atomic>
#include <functional>

#include "harness/judge/job.h"

namespace placemat {

struct RunOptions {
  unsigned threads = 1;
  unsigned call_limit_ms = 100;  // processor time of one call
  const std::atomic<bool>* stop = nullptr;
  // Called on one thread at a time, at intervals: parts done, parts in all.
  std::function<void(std::size_t, std::size_t)> progress = {};
  // Called there too: what is done from now on, where it has no parts. The same may come again.
  std::function<void(const std::string&)> phase = {};
  // Why the result cannot be complete; empty while all is well.
  std::function<std::string()> trouble = {};
  // Makes the executors, before any thread is started. Without it, checks run in this process.
  MakeExecutor make_executor = {};
};

// Calls `done` with each subject's result, in the order of `subjects`. After a stop, subjects that
// were begun are handed over with their findings so far. Returns false when it was stopped.
bool run(const std::vector<Target>& subjects, const RunOptions& options,
         const std::function<void(DecoderResult)>& done);

}  // namespace placemat
