// measure.h: a set of measurements in one process, interleaved in a random
// order, so that disturbances of the machine affect all alike. Google Benchmark
// runs and times them; without it there are no measurements.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/bench/input.h"
#include "harness/bench/task.h"

namespace placemat::bench {

struct Plan {
  std::vector<Task> tasks;
  std::vector<std::string> inputs;
  std::vector<std::size_t> sizes;
  std::vector<BenchTarget> subjects;
  std::uint64_t seed = 1992;
  unsigned repetitions = 9;
  double seconds = 0.005;             // of each repetition, at least
  std::size_t offset = kUsualOffset;  // of inputs and outputs after the start of a page, in bytes
};

struct Measurement {
  Task task;
  std::string input;
  std::size_t size;
  std::string subject;
  std::size_t iterations = 0;       // of each repetition
  std::vector<double> nanoseconds;  // of one call, by repetition, sorted
  double median() const;
  // The middle half of the repetitions, relative to the median.
  double spread() const;
  // In GB/s; half of the repetitions lie between the two. Zero without a repetition.
  std::pair<double, double> middle_half() const;
  double gigabytes_per_second() const { return static_cast<double>(size) / median(); }
};

// A measurement that was not made, and the reason.
struct Excluded {
  Task task;
  std::string input;
  std::size_t size;
  std::string subject, reason;
};

struct Results {
  std::vector<Measurement> measured;
  std::vector<Excluded> excluded;
};

// Why this program measures no speed; empty when it does.
std::string no_measurement();

// `at` receives the number of inputs that are done. One input at a time is
// made, judged and measured; all of its subjects and tasks are interleaved.
Results measure(const Plan& plan, const std::function<void(std::size_t, std::size_t)>& at);

}  // namespace placemat::bench
