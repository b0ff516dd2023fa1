#include "harness/bench/censored.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace placemat::bench {
namespace {

void sort_cut_off_last(std::vector<Censored>& values) {
  static constexpr double kAbove = std::numeric_limits<double>::infinity();
  std::ranges::sort(values, {}, [](const Censored& value) { return value.value_or(kAbove); });
}

// The rank from 1, of `count`, where the 95 % interval of the median begins; 0 when none does.
std::size_t lower_rank(std::size_t count) {
  double term = std::pow(0.5, static_cast<double>(count)), below = term;
  std::size_t rank = 0;
  while (below <= 0.025 && rank < count) {
    term *= static_cast<double>(count - rank) / static_cast<double>(rank + 1);
    below += term;
    ++rank;
  }
  return rank;
}

}  // namespace

CensoredMedian median_of(std::vector<Censored> values) {
  CensoredMedian result;
  const std::size_t count = values.size();
  if (count == 0) {
    result.has_interval = false;
    return result;
  }
  sort_cut_off_last(values);
  const Censored &low = values[(count - 1) / 2], &high = values[count / 2];
  if (low && high) result.median = (*low + *high) / 2;
  const std::size_t rank = lower_rank(count);
  result.has_interval = rank > 0;
  if (rank > 0) {
    result.low = values[rank - 1];
    result.high = values[count - rank];
  }
  return result;
}

RatioSummary ratio_of(std::span<const RatioPair> pairs, double equal) {
  RatioSummary result;
  double logarithms = 0;
  for (const RatioPair& pair : pairs) {
    if (!pair.with && !pair.without) {
      ++result.neither;
      continue;
    }
    if (!pair.without) ++result.at_least;
    if (!pair.with) ++result.at_most;
    const double with = pair.with.value_or(pair.with_limit);
    const double without = pair.without.value_or(pair.without_limit);
    const double ratio = std::max(without, equal) / std::max(with, equal);
    logarithms += std::log(ratio);
    result.lowest = std::min(result.lowest.value_or(ratio), ratio);
    ++result.pairs;
  }
  if (result.pairs > 0) result.mean = std::exp(logarithms / static_cast<double>(result.pairs));
  return result;
}

}  // namespace placemat::bench
