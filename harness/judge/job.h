// job.h: one part of the work on one target: a shard of a source is checked, and
// what the shards found becomes findings. It must not know in which process or
// on how many threads that happens.
#pragma once

#include <functional>

#include "harness/judge/checker.h"
#include "harness/judge/target.h"

namespace placemat {

// One part of a source, for one subject.
struct Job {
  std::size_t subject, source, shard;
  OperationSet muted = 0;  // not asked
  // No case that has one of these in it is asked: they end or stop whoever is.
  std::vector<Bytes> avoided = {};
};
using Tallies = std::map<std::string, SourceTally>;

// What all parts of a run have in common. A source that the budget leaves out
// is null.
struct RunContext {
  const std::vector<Target>& subjects;
  std::vector<std::vector<std::shared_ptr<const Source>>> sources;  // of each subject
  const std::atomic<bool>* stop;
};
Ledger check_job(const RunContext& context, const Job& job, Caller& caller);
// Minimises and explains what the jobs of a subject found, all together. An
// encoder needs a thread.
DecoderResult conclude(const RunContext& context, std::size_t subject, const Ledger& whole,
                       Tallies tallies, Caller& caller, FencedThread* thread);

// Where the checks of a run are made, when not in this process: one for each
// thread of the run.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual Ledger check(const Job& job) = 0;
  virtual DecoderResult conclude(std::size_t subject, const Ledger& whole,
                                 const Tallies& tallies) = 0;
  // Is what it answered last whole? Not when it was stopped, or failed.
  virtual bool is_sound() const { return true; }
};
using MakeExecutor = std::function<std::unique_ptr<Executor>(const RunContext& context)>;

}  // namespace placemat
