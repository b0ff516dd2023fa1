// censored.h: statistics of measurements that a limit cut off. A measurement that was cut off is
// known to be above the limit, and no more.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace placemat::bench {

// Nothing: cut off.
using Censored = std::optional<double>;

struct CensoredMedian {
  Censored median;           // nothing: not reached
  bool has_interval = true;  // false: too few measurements for 95 %
  Censored low, high;        // of the order statistics; nothing: above the limit
};

// With an even count, the mean of the two in the middle; not reached when one of them was cut off.
CensoredMedian median_of(std::vector<Censored> values);

// How many times `with` is below `without`, in the geometric mean. What is below `equal` counts as
// `equal`. Where one of the two was cut off, its limit stands for it, and the ratio is a bound:
// leaving out what only `without` reached would flatter `with`. Nothing without a pair.
struct RatioPair {
  Censored with, without;
  double with_limit = 0, without_limit = 0;
};
struct RatioSummary {
  std::size_t pairs = 0;               // of which the mean is
  std::size_t at_least = 0;            // of these, lower bounds: `without` was cut off
  std::size_t at_most = 0;             // of these, upper bounds: `with` was cut off
  std::size_t neither = 0;             // both were cut off: no part of the mean
  std::optional<double> mean, lowest;  // `lowest` of the ratios
};
RatioSummary ratio_of(std::span<const RatioPair> pairs, double equal);

}  // namespace placemat::bench
