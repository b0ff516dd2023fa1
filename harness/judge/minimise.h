// minimise.h: from a trial that fails to the plainest one that fails in the
// same way. It knows what a case is made of: presentation first, then units
// left out, then units made plainer. Of what it returns no single unit, chunk
// or condition can be left out.
#pragma once

#include "harness/judge/check.h"

namespace placemat {

// A trial that fails with the same kind; `trial` itself when nothing plainer
// does. Asks at most `questions` times.
Check minimise(Judge& judge, const Check& check, Kind kind, std::size_t questions = 4000);

}  // namespace placemat
