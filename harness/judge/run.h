// run.h: decoders × sources on several threads, merged in a fixed order, so
// that the result is the same for any number of them.
#pragma once

#include <atomic>
#include <functional>

#include "harness/generate/source.h"
#include "harness/judge/checker.h"
#include "harness/judge/finding.h"
#include "harness/judge/trial.h"

namespace placemat {

// A decoder and the profile that it is judged as.
struct Subject {
  const Decoder* decoder;
  Profile judged_as;
  bool claimed = true;
  std::vector<std::string> sources;  // names, in order
  SourceOptions options;
  Multiplication most = Multiplication::kFull;  // no case is multiplied further
  // Of the values that an encoder is given one in so many; the limits of every
  // form are always among them.
  std::uint64_t encoder_step = 1;
  // What stands for it behind `placemat replay`: its name, unless it is a
  // stranger.
  std::string called = {};
};

// The step of subjects whose encoder is not what they are judged for, and of
// the quick budget.
inline constexpr std::uint64_t kFewValues = 61;

// What `decoder` claims; with `as`, judged as that instead.
Subject make_subject(const Decoder& decoder, std::vector<std::string> sources,
                     const SourceOptions& options,
                     const std::optional<std::string>& as = std::nullopt);

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
struct Setting {
  const std::vector<Subject>& subjects;
  std::vector<std::vector<std::shared_ptr<const Source>>> sources;  // of each subject
  const std::atomic<bool>* stop;
};
Ledger check_job(const Setting& setting, const Job& job, Caller& caller);
// Minimises and explains what the jobs of a subject found, all together. An
// encoder needs a thread.
SubjectResult conclude(const Setting& setting, std::size_t subject, const Ledger& whole,
                       Tallies tallies, Caller& caller, FencedThread* thread);

// Where the checks of a run are made, when not in this process: one for each
// thread of the run.
class Bench {
 public:
  virtual ~Bench() = default;
  virtual Ledger check(const Job& job) = 0;
  virtual SubjectResult conclude(std::size_t subject, const Ledger& whole,
                                 const Tallies& tallies) = 0;
  // Is what it answered last whole? Not when it was stopped, or failed.
  virtual bool is_sound() const { return true; }
};
using MakeBench = std::function<std::unique_ptr<Bench>(const Setting& setting)>;

struct RunOptions {
  unsigned threads = 1;
  unsigned call_limit_ms = 100;  // processor time of one call
  const std::atomic<bool>* stop = nullptr;
  // Called on one thread at a time, now and then: parts done, parts in all.
  std::function<void(std::size_t, std::size_t)> progress = {};
  // Called before there is any thread; in this process when there is none.
  MakeBench make_bench = {};
};

// Calls `done` with each subject's result, in the order of `subjects`. When
// stopped, subjects that were begun are handed over with what was found.
// Returns false when it was stopped.
bool run(const std::vector<Subject>& subjects, const RunOptions& options,
         const std::function<void(SubjectResult)>& done);

// What the decoder's encoder writes for one value.
struct EncoderCheck {
  bool agrees = true;
  Kind kind = Kind::kWrongEncoding;
  std::string expected, seen;  // units, or "refused"
  std::size_t expected_length = 0, seen_length = 0;
};
EncoderCheck check_encoded(const Decoder& decoder, const Profile& profile, std::uint64_t value,
                           FencedThread& thread);

// Every form that the decoder's encoder writes, against the dialect's
// shortest: all values up to 10FFFF, and the limits above.
std::vector<Finding> check_encoder(const Subject& subject, FencedThread& thread,
                                   std::uint64_t& checks);

}  // namespace placemat
