// sarif.h: the findings for a code scanning service, as SARIF 2.1.0 (OASIS). A result is known
// again by the key of its finding. It must not know any service.
#pragma once

#include <string>

#include "harness/report/record.h"

namespace placemat {

std::string render_sarif(const Report& report);

}  // namespace placemat
