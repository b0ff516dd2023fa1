// selftest.h: the suite against decoders with a planted error. It must not know
// what is planted: a saboteur says which kind of finding has to come of it.
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
  Budget budget = Budget::kQuick;  // that caught it, or the last that was tried
  bool caught = false;             // by the kind that was planted
  DecoderResult result = {};

  // The finding of that kind; null when there is none.
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

// What the quick budget does not catch is given to the standard one.
SelftestResult selftest(const Corpus& corpus, const SelftestOptions& options);

}  // namespace placemat
