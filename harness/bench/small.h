// small.h: what a call costs when the input is short, length by length. Most
// calls of a decoder are such calls, and a throughput says nothing about them: a
// few nanoseconds are the call, the choice of a path, a branch that is predicted
// wrongly. So here calls are made directly, many of them between two looks at
// the clock, over many inputs of one length, and subjects take turns. Must not
// know any decoder.
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
  std::size_t different = 500;        // inputs of each length, one after the other
  unsigned repetitions = 15;
  std::uint64_t seed = 1992;
};

// Of one subject in one task on inputs of one name.
struct SmallRow {
  Task task;
  std::string input, subject;
  std::string excluded;             // why there are no times, or empty
  std::vector<double> nanoseconds;  // of a call, by length from `first` on
};

// How many times as long as `other`: in the median of the lengths, and where it
// is worst.
struct Comparison {
  double median = 0, worst = 0;
  std::size_t worst_length = 0;
};
Comparison compare(const SmallRow& row, const SmallRow& other, std::size_t first);

// Empty, or in what the subject disagrees with the law; strict decoding of
// ill-formed input has to say where the first error is.
std::string small_disagreement(const BenchTarget& subject, Task task, ByteView input);

// `at` is told how many of the rows are done.
std::vector<SmallRow> measure_small(const SmallPlan& plan,
                                    const std::function<void(std::size_t, std::size_t)>& at);

std::string small_table(const SmallPlan& plan, const std::vector<SmallRow>& rows);
std::string small_json(const SmallPlan& plan, const std::vector<SmallRow>& rows);

}  // namespace placemat::bench
