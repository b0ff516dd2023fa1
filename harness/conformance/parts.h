// parts.h: the result of a run as tests: one for each error class, and one for the run. It must
// not know which test framework shows them.
#pragma once

#include "harness/conformance/known_results.h"

namespace placemat {

// The last part, which is no error class.
inline constexpr std::string_view kRunPart = "Run";

std::vector<ConformancePart> parts_of(const ComparedRun& result, std::size_t shown);

// Every part fails, for the same reason.
std::vector<ConformancePart> failed_parts(const std::string& why);

// "     expected  FFFD 41\n"; nothing for an empty text.
std::string one_line(std::string_view name, const std::string& what);

}  // namespace placemat
