// cause.h: findings by cause. Many checks fail because of one fault, under several kinds:
// a decoder that accepts E0 80 80 also counts E0 80 wrongly. Every transition of the law
// that a failing check takes is either sound, because the decoder takes it rightly in
// other checks, or faulty; findings that share what is faulty share their cause. It does
// not know how the checks were found.
#pragma once

#include <vector>

#include "harness/judge/check.h"
#include "harness/judge/finding.h"

namespace placemat {

// A finding and the check that reproduces it.
struct Shown {
  Check minimal;
  Finding finding;
};

// One finding for each cause; the other findings of a cause are its symptoms. Chance comes
// first, since it makes all else doubtful; then the worst, then what most checks show.
// Asks the judge about each transition of the minimal checks.
std::vector<Finding> by_cause(Judge& judge, std::vector<Shown> shown);

// The same without a decoder to ask: one finding for each kind.
std::vector<Finding> by_kind(std::vector<Shown> shown);

// Folds a failure into the finding of its cause.
void add_symptom(Finding& finding, const Finding& symptom);

}  // namespace placemat
