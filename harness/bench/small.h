// small.h: the cost of a call on short input, length by length. Most calls of a
// decoder are such calls, and throughput does not describe them: a few
// nanoseconds are the call, the choice of a path, a mispredicted branch. Here
// calls are made directly, many of them between two readings of the clock, over
// many inputs of one length, and subjects take turns. Must not know any
// decoder.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bench/task.h"

namespace placemat::bench {

struct SmallPlan {
  std::vector<Task> tasks;
  std::vector<std::string> inputs;
  std::size_t first = 0, last = 63;   // code units, closed
  std::vector<BenchTarget> subjects;  // decoders only
  std::string against;                // one of them
  std::size_t different = 500;        // inputs of each length, in sequence
  unsigned repetitions = 15;
  std::uint64_t seed = 1992;
};

// The times of one subject in one task on inputs of one name.
struct SmallRow {
  Task task;
  std::string input, subject;
  std::string excluded;             // the reason why there are no times, or empty
  std::vector<double> nanoseconds;  // of a call, by length from `first` on
};

// The ratio to `other`: in the median of the lengths, and at its worst.
struct Comparison {
  double median = 0, worst = 0;
  std::size_t worst_length = 0;
};
Comparison compare(const SmallRow& row, const SmallRow& other, std::size_t first);

// Empty, or the disagreement of the subject with the law; strict decoding of
// ill-formed input must report the offset of the first error.
std::string small_disagreement(const BenchTarget& subject, Task task, ByteView input);

// `at` receives the number of rows that are done.
std::vector<SmallRow> measure_small(const SmallPlan& plan,
                                    const std::function<void(std::size_t, std::size_t)>& at);

std::string small_table(const SmallPlan& plan, const std::vector<SmallRow>& rows);
std::string small_json(const SmallPlan& plan, const std::vector<SmallRow>& rows);

}  // namespace placemat::bench
