// junit.h: the report for a CI server: a suite per decoder, a case per error class and per finding.
// A finding with a reason is skipped with that reason, a new one is a failure; contrasts claim
// nothing and are omitted.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string render_junit(const Report& report);

}  // namespace placemat
