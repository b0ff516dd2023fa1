// run.h: decoders × sources on several threads, merged in a fixed order, so
// that the result is the same for any number of them.
#pragma once

#include <atomic>
#include <functional>

#include "harness/generate/source.h"
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
};

// What `decoder` claims; with `as`, judged as that instead.
Subject make_subject(const Decoder& decoder, std::vector<std::string> sources,
                     const SourceOptions& options,
                     const std::optional<std::string>& as = std::nullopt);

struct RunOptions {
  unsigned threads = 1;
  unsigned call_limit_ms = 100;  // processor time of one call
  const std::atomic<bool>* stop = nullptr;
  // Called on one thread at a time, now and then: parts done, parts in all.
  std::function<void(std::size_t, std::size_t)> progress = {};
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
