// speed.h: what `placemat bench` measured, as one record of a report: the throughput of decoders on
// texts that they decode correctly, on one machine in one process. It must not know how a
// measurement is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/bytes/members.h"

namespace placemat {

// A decoder, or work that no decoder can avoid: "(copy)".
struct SpeedSubject {
  std::string name, version;
};

template <class Visitor, Of<SpeedSubject> T>
void members(Visitor& v, T& r) {
  v("name", r.name);
  v("version", r.version);
}

struct SpeedMeasurement {
  std::string task;   // "lossy32"
  std::string input;  // the text: "web/100"
  std::uint64_t size = 0;
  std::string subject;
  std::uint64_t iterations = 0;  // of each repetition
  double median_ns = 0;          // of one call
  double gb_per_s = 0;           // the median
  double low = 0, high = 0;      // GB/s; the middle half of the repetitions lies between
  double ratio = 0;              // to the throughput of the peer; 0 where that has none
};

template <class Visitor, Of<SpeedMeasurement> T>
void members(Visitor& v, T& r) {
  v("task", r.task);
  v("input", r.input);
  v("size", r.size);
  v("subject", r.subject);
  v("iterations", r.iterations);
  v("median_ns", r.median_ns);
  v("gb_per_s", r.gb_per_s);
  v("low", r.low);
  v("high", r.high);
  v("ratio", r.ratio);
}

// A measurement that was not made.
struct SpeedExcluded {
  std::string task, input;
  std::uint64_t size = 0;
  std::string subject, reason;
};

template <class Visitor, Of<SpeedExcluded> T>
void members(Visitor& v, T& r) {
  v("task", r.task);
  v("input", r.input);
  v("size", r.size);
  v("subject", r.subject);
  v("reason", r.reason);
}

struct SpeedRecord {
  std::string tool_version, processor, compiler;
  std::uint64_t seed = 0;         // of the texts
  std::uint64_t repetitions = 0;  // of each measurement
  std::uint64_t offset = 0;       // of texts and outputs after the start of a page, in bytes
  std::string against;            // the peer whose throughput counts as 1
  std::vector<std::string> absent;
  std::vector<SpeedSubject> subjects = {};
  std::vector<SpeedMeasurement> measurements = {};
  std::vector<SpeedExcluded> excluded = {};
};

template <class Visitor, Of<SpeedRecord> T>
void members(Visitor& v, T& r) {
  v("tool_version", r.tool_version);
  v("processor", r.processor);
  v("compiler", r.compiler);
  v.exact("seed", r.seed);
  v("repetitions", r.repetitions);
  v("offset", r.offset);
  v("against", r.against);
  v("absent", r.absent);
  v("subjects", r.subjects);
  v("measurements", r.measurements);
  v("excluded", r.excluded);
}

}  // namespace placemat
