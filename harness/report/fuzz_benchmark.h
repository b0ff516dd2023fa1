// fuzz_benchmark.h: what `placemat bench fuzz` measured, as one record of a report: how soon
// fuzzing engines find planted faults. It must not know how a trial is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bytes/members.h"

namespace placemat {

struct BenchmarkFault {
  std::string fault, kind, group, planted;
};

template <class Visitor, Of<BenchmarkFault> T>
void members(Visitor& v, T& r) {
  v("fault", r.fault);
  v("kind", r.kind);
  v("group", r.group);
  v("planted", r.planted);
}

// An engine that did not run.
struct BenchmarkNotRun {
  std::string engine, why;
};

template <class Visitor, Of<BenchmarkNotRun> T>
void members(Visitor& v, T& r) {
  v("engine", r.engine);
  v("why", r.why);
}

struct BenchmarkTrial {
  bool found = false;
  std::uint64_t executions = 0;  // to the fault; of the whole trial where it was not found
  double seconds = 0;            // likewise
  double processor_seconds = 0;  // of the whole trial
};

template <class Visitor, Of<BenchmarkTrial> T>
void members(Visitor& v, T& r) {
  v("found", r.found);
  v("executions", r.executions);
  v("seconds", r.seconds);
  v("processor_seconds", r.processor_seconds);
}

// Over the trials; 0: above the limit, or, of `low` and `high`, too few trials for an interval.
struct BenchmarkMedian {
  double median = 0;
  double low = 0, high = 0;  // the interval of 95 %, by order statistics
  bool has_interval = false;
};

template <class Visitor, Of<BenchmarkMedian> T>
void members(Visitor& v, T& r) {
  v("median", r.median);
  v("low", r.low);
  v("high", r.high);
  v("has_interval", r.has_interval);
}

struct BenchmarkMeasurement {
  std::string fault, engine;
  std::uint64_t found = 0;  // trials
  BenchmarkMedian executions = {}, seconds = {};
  std::vector<BenchmarkTrial> trials = {};
};

template <class Visitor, Of<BenchmarkMeasurement> T>
void members(Visitor& v, T& r) {
  v("fault", r.fault);
  v("engine", r.engine);
  v("found", r.found);
  v("executions", r.executions);
  v("seconds", r.seconds);
  v("trials", r.trials);
}

// How many times fewer executions an engine needs with our mutator than without.
struct BenchmarkRatio {
  std::string engine, without;
  std::uint64_t faults = 0;     // that one of the two found in the median: the mean is of these
  std::uint64_t at_least = 0;   // of these, found only with our mutator: a lower bound
  std::uint64_t at_most = 0;    // found only without: an upper bound
  std::uint64_t neither = 0;    // found by neither: no part of the mean
  double mean = 0, lowest = 0;  // 0 where no fault was found
};

template <class Visitor, Of<BenchmarkRatio> T>
void members(Visitor& v, T& r) {
  v("engine", r.engine);
  v("without", r.without);
  v("faults", r.faults);
  v("at_least", r.at_least);
  v("at_most", r.at_most);
  v("neither", r.neither);
  v("mean", r.mean);
  v("lowest", r.lowest);
}

struct FuzzBenchmarkRecord {
  std::string tool_version, processor;
  std::uint64_t seed = 0;
  std::uint64_t trials_each = 0;
  double limit = 0;     // seconds of a trial
  std::string control;  // the decoder without a fault
  bool complete = true;
  double processor_seconds = 0;  // of all trials, the control's too
  std::vector<std::string> failures = {};
  std::vector<std::string> engines = {};  // that ran
  std::vector<BenchmarkNotRun> not_run = {};
  std::vector<BenchmarkFault> faults = {};
  std::vector<BenchmarkRatio> ratios = {};
  std::vector<BenchmarkMeasurement> measurements = {};
};

template <class Visitor, Of<FuzzBenchmarkRecord> T>
void members(Visitor& v, T& r) {
  v("tool_version", r.tool_version);
  v("processor", r.processor);
  v.exact("seed", r.seed);
  v("trials_each", r.trials_each);
  v("limit", r.limit);
  v("control", r.control);
  v("complete", r.complete);
  v("processor_seconds", r.processor_seconds);
  v("failures", r.failures);
  v("engines", r.engines);
  v("not_run", r.not_run);
  v("faults", r.faults);
  v("ratios", r.ratios);
  v("measurements", r.measurements);
}

}  // namespace placemat
