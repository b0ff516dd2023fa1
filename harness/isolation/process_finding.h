// process_finding.h: what an external decoder did as a process, apart from its answers.
// It is not attributed to a case, and no case reproduces it.
#pragma once

#include <string>

#include "harness/judge/job.h"

namespace placemat {

// One word for the key, and the words of the report.
struct ProcessFault {
  Kind kind;
  std::string word, when, expected, seen;
};

// Adds a finding for it, which counts as one failed check.
void add_process_finding(DecoderResult& result, const ProcessFault& process_fault,
                         const std::string& called);

}  // namespace placemat
