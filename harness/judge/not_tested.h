// not_tested.h: what a run did not test, in words. A pass says nothing about untested
// behaviour, so every report states it.
#pragma once

#include <string>
#include <vector>

#include "harness/judge/checker.h"
#include "harness/judge/job.h"

namespace placemat {

// One sentence each: fillers that are ill-formed in its dialect, presentations that this
// run excludes, behaviour that its process does not expose, and operations that were
// given up.
std::vector<std::string> not_tested(const Target& subject, Judge& judge, const Ledger& whole);

}  // namespace placemat
