// selftest.h: the suite against decoders with a planted error. It must not know the planted error:
// a saboteur states which kind of finding it must cause.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "harness/corpus/corpus.h"
#include "harness/judge/job.h"

namespace placemat {

struct SelftestOutcome {
  const Decoder* saboteur = nullptr;
  Budget budget = Budget::kQuick;  // that caught it, or the last one
  bool caught = false;             // by the kind that was planted
  bool is_judged = false;          // caught, or both budgets were run to their end
  DecoderResult result = {};

  // The finding of that kind, or null.
  const Finding* evidence() const;
};

struct SelftestOptions {
  std::vector<std::string> names = {};  // of saboteurs; all when empty
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(Budget, std::size_t, std::size_t)> progress = {};  // parts done, in all
};

struct SelftestResult {
  std::vector<SelftestOutcome> outcomes;  // in the order of saboteurs()
  bool finished = true;                   // false: it was stopped

  bool all_caught() const;
};

// The sources of cases that saboteurs are given, alone or in pairs.
const std::vector<std::string>& selftest_sources();

// A saboteur that the quick budget does not catch is run with the standard one.
SelftestResult selftest(const Corpus& corpus, const SelftestOptions& options);

}  // namespace placemat
