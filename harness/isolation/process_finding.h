// process_finding.h: what a stranger did as a process, beside its answers: no
// case is to blame, and no case shows it again.
#pragma once

#include <string>

#include "harness/judge/job.h"

namespace placemat {

// In one word, for the key; in the words of the report.
struct Misconduct {
  Kind kind;
  std::string word, when, expected, seen;
};

// Adds a finding of it, which counts as one check that failed.
void add_misconduct(SubjectResult& result, const Misconduct& misconduct, const std::string& called);

}  // namespace placemat
