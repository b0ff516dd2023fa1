// report.h: results of a benchmark for a person (ratios, in a terminal or as
// one HTML file with bars) and for programs (JSON). Must not measure anything.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/measure.h"
#include "harness/report/speed.h"

namespace placemat::bench {

// The circumstances that a number depends on.
struct Environment {
  std::string processor, compiler, tool_version;
  std::vector<std::string> absent;  // peers that this build does not have
};
Environment this_environment();

// As a record of a report, with ratios to the throughput of `against`.
SpeedRecord record_of(const Plan& plan, const Results& results, const Environment& environment,
                      const std::string& against);

// For each task and size a table: subjects by inputs, as throughput divided by
// that of `against`, whose own row is in GB/s.
std::string to_table(const Plan& plan, const Results& results, const std::string& against);

// The same as bars on a logarithmic scale, in one file.
std::string to_html(const Plan& plan, const Results& results, const Environment& environment,
                    const std::string& against);

}  // namespace placemat::bench
