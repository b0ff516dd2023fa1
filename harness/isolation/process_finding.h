// process_finding.h: what an external decoder did as a process, apart from its
// answers. No case is to blame, and no case shows it again.
#pragma once

#include <string>

#include "harness/judge/job.h"

namespace placemat {

// In one word, for the key; in the words of the report.
struct ProcessFault {
  Kind kind;
  std::string word, when, expected, seen;
};

// Adds a finding of it, which counts as one check that failed.
void add_process_finding(DecoderResult& result, const ProcessFault& process_fault,
                         const std::string& called);

}  // namespace placemat
