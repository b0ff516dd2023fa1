// pairs.h: the suite against decoders with two planted faults each. Both must be reported: a fault
// that hides behind another is not found before the other is mended. It must not know which faults
// are planted.
#pragma once

#include <cstdint>

#include "harness/campaign/selftest.h"

namespace placemat {

struct PairOutcome {
  std::string first, second;  // names of saboteurs
  bool reports_first = false, reports_second = false;
  std::vector<Finding> findings = {};

  bool reports_both() const { return reports_first && reports_second; }
};

struct PairsOptions {
  std::vector<std::string> names = {};  // of the saboteurs to pair; all when empty
  std::size_t sample = 0;               // the number of pairs, drawn by the seed; 0: all of them
  std::uint64_t seed = 1992;
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t, std::size_t)> progress = {};  // parts done, in all
};

struct PairsResult {
  std::vector<PairOutcome> outcomes;
  // Pairs that are not judged: the two claim different things; the first answers wrongly wherever
  // the second does; the quick budget does not show one of them alone.
  std::size_t different_claims = 0, hidden = 0, not_quick = 0;
  bool finished = true;

  std::size_t reported() const;
};

PairsResult check_pairs(const Corpus& corpus, const PairsOptions& options);

}  // namespace placemat
