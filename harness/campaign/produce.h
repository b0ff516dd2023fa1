// produce.h: one run, from a plan to a report on disk. Records are written as they become known,
// and the returned Report equals the content of the file. It must not know the options of a
// command, and prints nothing.
#pragma once

#include "harness/campaign/plan.h"

namespace placemat {

Report produce(const RunPlan& plan);

// Is everything as expected? Decides whether `placemat run` exits with 0.
bool is_as_expected(const Report& report);

}  // namespace placemat
