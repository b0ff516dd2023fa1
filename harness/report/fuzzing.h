// fuzzing.h: what a fuzzing campaign did, as one record of a report: how much, with which engine,
// when it found what, and what it did not reach. Its findings are records of their own. It must
// not know how a campaign works.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bytes/members.h"

namespace placemat {

// The state of a campaign at one moment.
struct FuzzingPoint {
  double seconds = 0;  // of the campaign, over all its processes and resumptions
  std::uint64_t executions = 0;
  std::uint64_t coverage = 0, features = 0, corpus = 0;
  std::uint64_t findings = 0;
};

template <class Visitor, Of<FuzzingPoint> T>
void members(Visitor& v, T& r) {
  v("seconds", r.seconds);
  v("executions", r.executions);
  v("coverage", r.coverage);
  v("features", r.features);
  v("corpus", r.corpus);
  v("findings", r.findings);
}

// When a finding was seen first.
struct FuzzingDetection {
  std::string key;  // of the finding
  double seconds = 0;
  std::uint64_t executions = 0;
};

template <class Visitor, Of<FuzzingDetection> T>
void members(Visitor& v, T& r) {
  v("key", r.key);
  v("seconds", r.seconds);
  v("executions", r.executions);
}

struct FuzzingRecord {
  std::string decoder, version;
  std::string judged_as;  // the profile
  std::string digest;     // SHA-256 of the file that holds the decoder's code, or empty
  std::string engine;     // "libFuzzer of clang 19"
  std::string signal;     // what guided it: "coverage and behaviour"
  bool own_mutator = true;
  std::uint64_t processes = 1;
  std::uint64_t resumed = 0;  // how often it was continued
  double seconds = 0;         // that it ran
  std::uint64_t executions = 0;
  std::uint64_t checks = 0, failed = 0;
  std::uint64_t coverage = 0;  // edges of instrumented code; 0 when it is not instrumented
  std::uint64_t features = 0;
  std::uint64_t corpus = 0;  // inputs
  std::vector<FuzzingPoint> growth;
  std::vector<FuzzingDetection> detections;  // in the order of the findings
  std::vector<std::string> not_reached;      // one sentence each
};

template <class Visitor, Of<FuzzingRecord> T>
void members(Visitor& v, T& r) {
  v("decoder", r.decoder);
  v("version", r.version);
  v("judged_as", r.judged_as);
  v("digest", r.digest);
  v("engine", r.engine);
  v("signal", r.signal);
  v("own_mutator", r.own_mutator);
  v("processes", r.processes);
  v("resumed", r.resumed);
  v("seconds", r.seconds);
  v("executions", r.executions);
  v("checks", r.checks);
  v("failed", r.failed);
  v("coverage", r.coverage);
  v("features", r.features);
  v("corpus", r.corpus);
  v("growth", r.growth);
  v("detections", r.detections);
  v("not_reached", r.not_reached);
}

}  // namespace placemat
