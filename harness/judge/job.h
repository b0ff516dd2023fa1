// job.h: one part of the work on one target: a shard of a source is checked, and the
// results of the shards become findings. It does not know which process or thread runs
// it.
#pragma once

#include <functional>
#include <span>

#include "harness/judge/cause.h"
#include "harness/judge/checker.h"
#include "harness/judge/target.h"

namespace placemat {

class KnownVerdicts;

// One part of a source for one subject.
struct Job {
  std::size_t subject, source, shard;
  OperationSet muted = 0;  // not called
  // Cases that contain one of these are skipped, because they end or stop the decoder.
  std::vector<Bytes> avoided = {};
};
using Tallies = std::map<std::string, SourceTally>;

// Answers a request of another kind of work than a run. `fatal` are the checks that are known
// to end the process.
using FurtherWork =
    std::function<Bytes(ByteView request, Caller& caller, std::span<const Check> fatal)>;

// What all parts of a run share. A source that the budget excludes is null.
struct RunContext {
  const std::vector<Target>& subjects;
  std::vector<std::vector<std::shared_ptr<const Source>>> sources;  // for each subject
  const std::atomic<bool>* stop;
  FurtherWork further = {};
};
Ledger check_job(const RunContext& context, const Job& job, Caller& caller);
// Minimises and explains the results of all jobs of a subject together. After a stop, what does not
// fit into kTimeToReduce is handed over as it was first seen. An encoder check needs a thread.
DecoderResult conclude(const RunContext& context, std::size_t subject, const Ledger& whole,
                       Tallies tallies, Caller& caller, FencedThread* thread);

// Minimises and explains one failure. Nothing that `known` answers is asked.
Shown show(const Target& subject, Judge& judge, const Ledger::Entry& entry,
           KnownVerdicts* known = nullptr);

// The pattern of a finding of a run that was stopped before the failure was minimised: its units
// are those of the case in which the failure was first seen.
inline constexpr const char* kNotMinimised = "as first seen: not minimised, the time was over";

// The same as conclude() without a decoder to ask: what the ledger holds, as it was found.
DecoderResult conclude_unasked(const RunContext& context, std::size_t subject, const Ledger& whole,
                               const Tallies& tallies);

// Makes the checks of a run outside of this process: one executor for each thread of the
// run.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual Ledger check(const Job& job) = 0;
  virtual DecoderResult conclude(std::size_t subject, const Ledger& whole,
                                 const Tallies& tallies) = 0;
  // True when the last answer is complete. False when the executor was stopped, or
  // failed.
  virtual bool is_sound() const { return true; }
};
using MakeExecutor = std::function<std::unique_ptr<Executor>(const RunContext& context)>;

}  // namespace placemat
