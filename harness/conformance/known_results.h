// known_results.h: what a run of one decoder says besides its findings, against the expected list
// and the baseline. It compares as `placemat run` does, and must not know how a failure is shown.
#pragma once

#include <optional>

#include "harness/campaign/expected.h"
#include "harness/conformance/conformance.h"
#include "harness/judge/target.h"
#include "harness/report/baseline.h"

namespace placemat {

struct ComparedRun {
  Report report;
  std::optional<Diff> diff;  // without a baseline, none
};

class KnownResults {
 public:
  // Reads the files before an hour of work. Throws InputError for one that cannot be read.
  KnownResults(const ConformanceOptions& options, const std::string& decoder);

  // Takes the only result of the run of `target`. With `bless`, the files are written first.
  ComparedRun compare(const Target& target, DecoderResult result, bool finished) const;

 private:
  ExpectedList own(const ExpectedList& list) const;
  void bless(const Report& report) const;

  const ConformanceOptions& options_;
  std::string decoder_;
  bool is_whole_;  // a known finding that does not show is gone
  ExpectedList list_;
};

}  // namespace placemat
