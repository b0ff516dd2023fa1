// not_tested.h: what a decoder was not asked, in words. A pass says nothing about
// what nobody asked, so every report tells it.
#pragma once

#include <string>
#include <vector>

#include "harness/judge/checker.h"
#include "harness/judge/job.h"

namespace placemat {

// One sentence each: fillers that are ill-formed in its dialect, presentations
// that this run does not multiply by, what its process does not show, and
// operations that were given up.
std::vector<std::string> not_tested(const Target& subject, Judge& judge, const Ledger& whole);

}  // namespace placemat
