// minimise.h: reduces a failing check to the plainest one that fails in the same way. It
// simplifies the presentation first, then removes units, then makes units plainer. No
// single unit, chunk or condition can be removed from its result.
#pragma once

#include "harness/judge/check.h"

namespace placemat {

// Returns a check that fails with the same kind; `check` itself when none is plainer.
// Asks the judge at most `questions` times.
Check minimise(Judge& judge, const Check& check, Kind kind, std::size_t questions = 4000);

}  // namespace placemat
