// produce.h: one run, from a plan to a report on disk. Records are written as
// they become known; the Report that is returned is what the file holds. It must
// not know what the options of a command are, and prints nothing.
#pragma once

#include "harness/campaign/plan.h"

namespace placemat {

Report produce(const RunPlan& plan);

// Is everything as expected? What `placemat run` answers with exit code 0.
bool is_as_expected(const Report& report);

}  // namespace placemat
